import { Refusal } from '../failure.js';
import type { EventHub } from '../hub.js';
import { isLockedFor } from '../state/access.js';
import { type Interaction, InteractionType, type Message, MessageFlag } from '../state/model.js';
import { messageOf, type State } from '../state/state.js';
import type { Json, JsonObject } from '../types.js';
import { checkChoice } from '../validation/command.js';
import { checkList, checkObject, createFaults, isJsonBody, type JsonBody } from '../validation/faults.js';
import { flagsOf } from '../validation/message.js';
import { checkModal } from '../validation/modal.js';
import type { BodyReader, UploadedFile } from './body.js';
import type { Interactions } from './interactions.js';
import type { Messages } from './messages.js';
import { toModalView } from './modal.js';
import { originFields, toOrigin } from './origin.js';

/** @see https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-interaction-callback-type */
export const Callback = {
  Message: 4,
  DeferredMessage: 5,
  DeferredUpdate: 6,
  Update: 7,
  Choices: 8,
  Modal: 9,
} as const;

/** How a bot answers an interaction: the first callback, then follow-ups over its webhook. */
export type InteractionAnswers = {
  /** Returns the message that carries the answer, if any. */
  first(
    id: string,
    token: string,
    body: unknown,
    uploads: readonly UploadedFile[],
  ): { interaction: Interaction; message: Message | null };
  followUp(interaction: Interaction, body: unknown, uploads: readonly UploadedFile[]): Message;
  /** `@original` or an id. */
  find(interaction: Interaction, messageId: string): Message;
  edit(interaction: Interaction, messageId: string, body: unknown, uploads: readonly UploadedFile[]): Message;
  remove(interaction: Interaction, messageId: string): void;
};

type Deps = {
  state: State;
  hub: EventHub;
  messages: Messages;
  interactions: Interactions;
  bodies: BodyReader;
};

/** The callback types an interaction accepts. */
export const allowedFor = (interaction: Interaction): number[] => {
  if (interaction.type === InteractionType.Autocomplete) return [Callback.Choices];
  if (interaction.type === InteractionType.Command) return [4, 5, 9];
  const update = interaction.messageId ? [6, 7] : [];
  return interaction.type === InteractionType.Modal ? [4, 5, ...update] : [4, 5, ...update, 9];
};

export function createAnswers({ state, hub, messages, interactions, bodies }: Deps): InteractionAnswers {
  const context = (interaction: Interaction, uploads: readonly UploadedFile[], ephemeral: boolean) => ({
    channelId: interaction.channelId,
    guildId: state.channels.get(interaction.channelId)?.guildId ?? null,
    authorId: state.applications.get(interaction.applicationId)!.botId,
    uploads,
    ephemeral,
  });

  /** A locked thread rejects every answer, even an ephemeral one; an archived thread rejects edits. */
  const needPlace = (interaction: Interaction, edited?: Message): void => {
    const channel = state.channels.get(interaction.channelId);
    const { botId } = state.applications.get(interaction.applicationId)!;
    if (channel && isLockedFor(state, channel, botId)) throw new Refusal('closedThread');
    const isPublicEdit = edited !== undefined && edited.ephemeralFor === null;
    if (isPublicEdit && channel?.thread?.archived) throw new Refusal('archivedThread');
  };

  const create = (
    interaction: Interaction,
    fields: Partial<Message>,
    ephemeral: boolean,
    originalId?: string,
  ) =>
    messages.create({
      ...originFields(interaction, originalId),
      ...fields,
      id: state.nextId(),
      applicationId: interaction.applicationId,
      authorId: state.applications.get(interaction.applicationId)!.botId,
      channelId: interaction.channelId,
      ephemeralFor: ephemeral ? interaction.userId : null,
    });

  const answer = {
    [Callback.Message](interaction: Interaction, data: unknown, uploads: readonly UploadedFile[]) {
      needPlace(interaction);
      const ephemeral = isEphemeral(data);
      const fields = bodies.forNew(data, { ...context(interaction, uploads, ephemeral), at: ['data'] });
      const message = create(interaction, fields, ephemeral);
      interaction.originalMessageId = message.id;
      interactions.settle(interaction, Callback.Message, { state: 'answered', messageId: message.id });
      return message;
    },
    [Callback.DeferredMessage](interaction: Interaction, data: unknown) {
      needPlace(interaction);
      const ephemeral = isEphemeral(data);
      const flags = MessageFlag.Loading | (ephemeral ? MessageFlag.Ephemeral : 0);
      const message = create(interaction, { flags }, ephemeral);
      interaction.originalMessageId = message.id;
      interactions.settle(interaction, Callback.DeferredMessage, {
        state: 'deferred',
        messageId: message.id,
      });
      return message;
    },
    [Callback.DeferredUpdate](interaction: Interaction) {
      interaction.originalMessageId = interaction.messageId;
      interactions.settle(interaction, Callback.DeferredUpdate, {
        state: 'deferred',
        messageId: interaction.messageId!,
      });
      return state.messages.get(interaction.channelId)?.get(interaction.messageId!) ?? null;
    },
    [Callback.Update](interaction: Interaction, data: unknown, uploads: readonly UploadedFile[]) {
      const message = messageOf(state, interaction.channelId, interaction.messageId!);
      needPlace(interaction, message);
      const ephemeral = message.ephemeralFor !== null;
      const changes = bodies.forEdit(message, data ?? {}, {
        ...context(interaction, uploads, ephemeral),
        at: ['data'],
      });
      messages.edit(message, changes);
      interaction.originalMessageId = message.id;
      interactions.settle(interaction, Callback.Update, { state: 'updated', messageId: message.id });
      return message;
    },
    [Callback.Choices](interaction: Interaction, data: unknown) {
      interactions.settle(interaction, Callback.Choices, {
        state: 'answered',
        choices: readChoices(data, interaction.focusedType),
      });
      return null;
    },
    [Callback.Modal](interaction: Interaction, data: unknown) {
      checkModal(data);
      const id = state.nextId();
      const { channelId, applicationId, userId, messageId } = interaction;
      const view = toModalView(data as JsonObject, {
        id,
        channelId,
        applicationId,
        openedAt: state.clock.now(),
      });
      const components = (data as JsonBody).components as Json[];
      state.modals.set(id, { view, userId, messageId, components, openedBy: toOrigin(interaction) });
      hub.announce({ type: 'modal', action: 'opened', channelId, modalId: id, memberId: userId });
      interactions.settle(interaction, Callback.Modal, { state: 'modal', modalId: id });
      return null;
    },
  };

  const find = (interaction: Interaction, messageId: string): Message => {
    const id = messageId === '@original' ? interaction.originalMessageId : messageId;
    if (!id) throw new Refusal('unknownMessage');
    const message = messageOf(state, interaction.channelId, id);
    if (message.applicationId !== interaction.applicationId && id !== interaction.originalMessageId) {
      throw new Refusal('unknownMessage');
    }
    return message;
  };

  const edit: InteractionAnswers['edit'] = (interaction, messageId, body, uploads) => {
    const message = find(interaction, messageId);
    needPlace(interaction, message);
    const ephemeral = message.ephemeralFor !== null;
    const silent = (message.flags & MessageFlag.Loading) !== 0;
    return messages.edit(message, bodies.forEdit(message, body, context(interaction, uploads, ephemeral)), {
      silent,
    });
  };

  return {
    first(id, token, body, uploads) {
      const interaction = interactions.claim(id, token);
      const faults = createFaults();
      const type = isJsonBody(body) ? body.type : undefined;
      const allowed = allowedFor(interaction);
      if (checkObject(faults, [], body) && !allowed.includes(type as number)) {
        faults.add(['type'], 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
      }
      faults.enforce();
      const act = answer[type as keyof typeof answer];
      return { interaction, message: act(interaction, (body as JsonBody).data, uploads) };
    },
    followUp(interaction, body, uploads) {
      const original = state.messages.get(interaction.channelId)?.get(interaction.originalMessageId ?? '');
      if (original && original.flags & MessageFlag.Loading)
        return edit(interaction, original.id, body, uploads);
      needPlace(interaction);
      const ephemeral = isEphemeral(body);
      const fields = bodies.forNew(body, context(interaction, uploads, ephemeral));
      return create(interaction, fields, ephemeral, interaction.originalMessageId ?? undefined);
    },
    find,
    edit,
    remove: (interaction, messageId) => messages.remove(find(interaction, messageId)),
  };
}

const isEphemeral = (data: unknown): boolean =>
  isJsonBody(data) && (flagsOf(data) & MessageFlag.Ephemeral) !== 0;

/** @param optionType type of the option being typed: 3 text, 4 integer, 10 number */
function readChoices(data: unknown, optionType: number | null): { name: string; value: string | number }[] {
  const faults = createFaults();
  if (checkObject(faults, ['data'], data)) {
    checkList(faults, ['data', 'choices'], data.choices, { max: 25, required: true }).forEach(
      (choice, index) => {
        checkChoice(faults, ['data', 'choices', index], choice, optionType ?? 3);
      },
    );
  }
  faults.enforce();
  return (data as { choices: { name: string; value: string | number }[] }).choices;
}
