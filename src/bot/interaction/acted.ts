import type {
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  UserContextMenuCommandInteraction,
} from 'discord.js';

/** `private` replies to the member only, `public` to the channel, `update` edits the message with the button. */
export type Acknowledgement = 'private' | 'public' | 'update';

export type ComponentOrForm = MessageComponentInteraction | ModalSubmitInteraction;

/** What was typed into a text input of a form; empty when no form was submitted. */
export const typedIn = (interaction: ComponentOrForm, field: string): string =>
  interaction.isModalSubmit() ? interaction.fields.getTextInputValue(field) : '';

export type OnMessage = MessageContextMenuCommandInteraction<'cached'>;

export type OnUser = UserContextMenuCommandInteraction<'cached'>;

/** An interaction that an action answers. */
export type Acted = ChatInputCommandInteraction<'cached'> | OnMessage | OnUser | ComponentOrForm;
