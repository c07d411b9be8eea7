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

/** The flows a command can call. */
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
  /** The argument of the pressed component; empty for a command. */
  argument: string;
  flows: Flows;
};

/** `private` replies to the member only, `public` to the channel, `update` edits the message with the button. */
export type Acknowledgement = 'private' | 'public' | 'update';

/** A card, and a callback after it was posted. */
export type Answer = Card & { shown?(): Promise<void> };

/** An action: acknowledge, call one flow, return one card. A form opens immediately, as Discord requires. */
export type Action<I> =
  | {
      acknowledge: Acknowledgement | ((interaction: I) => Acknowledgement);
      /** Permissions checked before the action; a private reply needs none. */
      needs?: Need;
      /** Idempotent for the same interaction, so it can resume after a restart. */
      isRepeatable?: boolean;
      run(request: Request<I>): Promise<Answer>;
    }
  | {
      acknowledge: 'form';
      needs?: undefined;
      /** May read the database but not call the service: the form must open within three seconds. */
      form(
        request: Omit<Request<I>, 'place'>,
      ): APIModalInteractionResponseCallbackData | Promise<APIModalInteractionResponseCallbackData>;
    };

export type ComponentOrForm = MessageComponentInteraction | ModalSubmitInteraction;

export type OnMessage = MessageContextMenuCommandInteraction<'cached'>;

/** The result of an action. */
export type Acted = ChatInputCommandInteraction<'cached'> | OnMessage | ComponentOrForm;

export type Command = {
  data: RESTPostAPIChatInputApplicationCommandsJSONBody | RESTPostAPIContextMenuApplicationCommandsJSONBody;
  /** Slash command actions by subcommand; the empty name is the command itself. */
  actions?: Readonly<Record<string, Action<ChatInputCommandInteraction<'cached'>>>>;
  /** The action of a message menu command. */
  onMessage?: Action<OnMessage>;
  /** Buttons, selects and forms by the action in their custom id. */
  components?: Readonly<Record<string, Action<ComponentOrForm>>>;
  suggest?(interaction: AutocompleteInteraction, flows: Flows): Promise<APIApplicationCommandOptionChoice[]>;
};
