import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  MessageComponentInteraction,
  MessageContextMenuCommandInteraction,
  ModalSubmitInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { Card } from './cards/card.js';
import type { createCreditsFlow } from './credits/flow.js';
import type { createLinkFlow } from './link/flow.js';
import type { createWalletFlow } from './link/wallets.js';
import type { createModerationFlow } from './moderation/flow.js';
import type { Need } from './needs.js';
import type { Member, Place } from './place.js';
import type { createPrivacyFlow } from './privacy/flow.js';
import type { createPurchaseFlow } from './purchase/flow.js';
import type { createRigFlow } from './rig/flow.js';
import type { createTalkFlow } from './talk/flow.js';

/** The use-cases a command may call. */
export type Flows = {
  link: ReturnType<typeof createLinkFlow>;
  wallet: ReturnType<typeof createWalletFlow>;
  privacy: ReturnType<typeof createPrivacyFlow>;
  credits: ReturnType<typeof createCreditsFlow>;
  moderation: ReturnType<typeof createModerationFlow>;
  purchase: ReturnType<typeof createPurchaseFlow>;
  rig: ReturnType<typeof createRigFlow>;
  talk: ReturnType<typeof createTalkFlow>;
};

export type Request<I> = {
  interaction: I;
  member: Member;
  place: Place;
  /** What the pressed component carries; empty for a command. */
  argument: string;
  flows: Flows;
};

/** `private` answers only the member, `public` the channel, `update` changes the message the button stands in. */
export type Acknowledgement = 'private' | 'public' | 'update';

/** A card, and what is left to do once it has come out. */
export type Answer = Card & { shown?(): Promise<void> };

/** The command rule: acknowledge, one use-case, one card. A form opens at once, as Discord asks. */
export type Action<I> =
  | {
      acknowledge: Acknowledgement | ((interaction: I) => Acknowledgement);
      /** Checked before anything is done; a private answer needs nothing. */
      needs?: Need;
      /** Run again for the same interaction, it has the same outcome: a restart in between goes on with it. */
      isRepeatable?: boolean;
      run(request: Request<I>): Promise<Answer>;
    }
  | {
      acknowledge: 'form';
      needs?: undefined;
      /** May look something up, never ask the service: the form must be there within three seconds. */
      form(
        request: Omit<Request<I>, 'place'>,
      ): APIModalInteractionResponseCallbackData | Promise<APIModalInteractionResponseCallbackData>;
    };

export type ComponentOrForm = MessageComponentInteraction | ModalSubmitInteraction;

export type OnMessage = MessageContextMenuCommandInteraction<'cached'>;

/** Whatever an action answers. */
export type Acted = ChatInputCommandInteraction<'cached'> | OnMessage | ComponentOrForm;

export type Command = {
  data: RESTPostAPIChatInputApplicationCommandsJSONBody | RESTPostAPIContextMenuApplicationCommandsJSONBody;
  /** Of a slash command, by subcommand; the empty name is the command itself. */
  actions?: Readonly<Record<string, Action<ChatInputCommandInteraction<'cached'>>>>;
  /** Of a command in the menu of a message. */
  onMessage?: Action<OnMessage>;
  /** Buttons, selects and forms, by the action in their custom id. */
  components?: Readonly<Record<string, Action<ComponentOrForm>>>;
  suggest?(interaction: AutocompleteInteraction, flows: Flows): Promise<APIApplicationCommandOptionChoice[]>;
};
