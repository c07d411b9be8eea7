import type {
  APIApplicationCommandOptionChoice,
  APIModalInteractionResponseCallbackData,
  AutocompleteInteraction,
  ChatInputCommandInteraction,
  RESTPostAPIChatInputApplicationCommandsJSONBody,
  RESTPostAPIContextMenuApplicationCommandsJSONBody,
} from 'discord.js';
import type { AppError } from '../base/errors.js';
import type { Translate } from '../copy/translate.js';
import type { Card } from './cards/card.js';
import type { Flows } from './features.js';
import type { Acknowledgement, ComponentOrForm, OnMessage, OnUser } from './interaction/acted.js';
import type { Need } from './interaction/needs.js';
import type { Member, Place } from './place.js';

export type Request<I> = {
  interaction: I;
  member: Member;
  place: Place;
  /** How it was acknowledged, which decides who sees the answer. */
  how: Acknowledgement;
  /** The argument of the pressed component; empty for a command. */
  argument: string;
  flows: Flows;
  /** In the member's language: private answers, forms, failures. */
  t: Translate;
  /** In the server's language: cards that the whole channel sees. Keep its `locale` with what the card shows. */
  channelT: Translate;
};

/** A card, and a callback after it was posted. */
export type Answer = Card & { shown?(): Promise<void> };

/** An action: acknowledge, call one flow, return one card. A form opens immediately, as Discord requires. */
export type Action<I> =
  | {
      acknowledge:
        | Acknowledgement
        | ((interaction: I, flows: Flows) => Acknowledgement | Promise<Acknowledgement>);
      /** Permissions checked before the action; a private reply needs none. */
      needs?: Need;
      /** Idempotent for the same interaction, so it can resume after a restart. */
      isRepeatable?: boolean;
      /** The answer shows something that changes later: its token is kept, so that it can be edited while it lives. */
      isLive?: boolean;
      run(request: Request<I>): Promise<Answer>;
      /** Draws an expected refusal as the answer itself, instead of a card below it. */
      refused?(error: AppError, request: Request<I>): Answer;
    }
  | {
      acknowledge: 'form';
      needs?: undefined;
      /** The form must open within three seconds, so a call to the service needs a short timeout. */
      form(
        request: Omit<Request<I>, 'place' | 'how'>,
      ): APIModalInteractionResponseCallbackData | Promise<APIModalInteractionResponseCallbackData>;
    };

/** The command as Discord takes it. */
export type CommandBody =
  | RESTPostAPIChatInputApplicationCommandsJSONBody
  | RESTPostAPIContextMenuApplicationCommandsJSONBody;

/** `T` without the texts that the catalog adds: descriptions, and the shown names of choices. */
export type WithoutTexts<T> = T extends readonly (infer Item)[]
  ? readonly WithoutTexts<Item>[]
  : T extends { description: string }
    ? { [K in keyof T as Exclude<K, 'description'>]: WithoutTexts<T[K]> } & { description?: string }
    : T extends { name: string; value: string | number }
      ? { name?: string; value: T['value'] }
      : T;

export type CommandData = WithoutTexts<CommandBody>;

export type Command = {
  /** Names and values; descriptions come from the catalog (see `command-text.ts`). */
  data: CommandData;
  /** Slash command actions by subcommand; the empty name is the command itself. */
  actions?: Readonly<Record<string, Action<ChatInputCommandInteraction<'cached'>>>>;
  /** The action of a message menu command. */
  onMessage?: Action<OnMessage>;
  /** The action of a user menu command. */
  onUser?: Action<OnUser>;
  /** Buttons, selects and forms by the action in their custom id. */
  components?: Readonly<Record<string, Action<ComponentOrForm>>>;
  suggest?(
    interaction: AutocompleteInteraction,
    flows: Flows,
    t: Translate,
  ): Promise<APIApplicationCommandOptionChoice[]>;
};
