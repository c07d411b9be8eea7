import type {
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
} from 'discord.js';

/** `private` replies to the member only, `public` to the channel, `update` edits the message with the button. */
export type Acknowledgement = 'private' | 'public' | 'update';

export type ComponentOrForm = MessageComponentInteraction | ModalSubmitInteraction;

export type OnMessage = MessageContextMenuCommandInteraction<'cached'>;

/** An interaction that an action answers. */
export type Acted = ChatInputCommandInteraction<'cached'> | OnMessage | ComponentOrForm;
