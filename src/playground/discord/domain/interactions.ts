import { Refusal } from '../failure.js';
import type { Hub } from '../hub.js';
import { permissionsIn } from '../state/access.js';
import {
  type Application,
  type Channel,
  ChannelType,
  type Interaction,
  type Message,
  MessageType,
} from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject, Limits, Outcome } from '../types.js';
import type { MessageWire } from '../wire/message.js';
import { toChannel, toMemberWithUser, toUser } from '../wire/parts.js';
import type { Messages } from './messages.js';

type Request = {
  type: Interaction['type'];
  application: Application;
  userId: string;
  channel: Channel;
  data: JsonObject;
  command?: string;
  commandType?: 1 | 2 | 3;
  message?: Message;
};

/** How an interaction was acknowledged, and for an autocomplete its choices. */
export type Answer = Outcome & { choices?: { name: string; value: string | number }[] };

/** Sends interactions to their bot and keeps their tokens. */
export type Interactions = {
  /** Resolves on acknowledgement, or as `failed` when the time for it is over. */
  send(request: Request): Promise<Answer>;
  /** For the callback route; 10062 when unknown or late, 40060 when already answered. */
  claim(id: string, token: string): Interaction;
  settle(interaction: Interaction, answeredWith: number, answer: Omit<Answer, 'interactionId'>): void;
  /** For the webhook routes: the interaction behind a token, 10015 or 50027. */
  behind(applicationId: string, token: string): Interaction;
  /** What an answer says about who brought it about. */
  originOf(interaction: Interaction, originalMessageId?: string): Partial<Message>;
  close(): void;
};

const NO_ANSWER = 'The application did not respond';

export function createInteractions(deps: {
  state: State;
  hub: Hub;
  wire: MessageWire;
  messages: Messages;
  limits: Limits;
}): Interactions {
  const { state, hub, limits } = deps;
  const waiting = new Map<string, (answer: Answer) => void>();
  const byToken = new Map<string, Interaction>();
  const closing = new AbortController();

  const forgetOld = (): void => {
    for (const interaction of state.interactions.values()) {
      if (state.clock.now() - interaction.createdAt < 2 * limits.interactionTokenMs) return;
      state.interactions.delete(interaction.id);
      byToken.delete(interaction.token);
    }
  };

  const open = (request: Request): Interaction => {
    const id = state.nextId();
    const interaction: Interaction = {
      id,
      token: `aW50ZXJhY3Rpb246${state.secretOf('interaction', id)}`,
      type: request.type,
      applicationId: request.application.id,
      userId: request.userId,
      channelId: request.channel.id,
      createdAt: state.clock.now(),
      command: request.command ?? null,
      commandType: request.commandType ?? null,
      messageId: request.message?.id ?? null,
      answeredWith: null,
      failed: false,
      originalMessageId: null,
    };
    state.interactions.set(id, interaction);
    byToken.set(interaction.token, interaction);
    return interaction;
  };

  const finish = (interaction: Interaction, answer: Answer): void => {
    const resolve = waiting.get(interaction.id);
    waiting.delete(interaction.id);
    const { id: interactionId, channelId, userId: memberId } = interaction;
    hub.announce({ type: 'interaction', channelId, interactionId, memberId, state: answer.state });
    resolve?.(answer);
  };

  /** One timer an interaction, on the world's clock; an answer cancels it. */
  const startTimer = (interaction: Interaction, done: Promise<unknown>): void => {
    const cancel = new AbortController();
    done.finally(() => cancel.abort());
    const signal = AbortSignal.any([cancel.signal, closing.signal]);
    state.clock
      .sleep(limits.acknowledgeMs, signal)
      .then(() => fail(interaction))
      .catch(() => closing.signal.aborted && fail(interaction));
  };

  const fail = (interaction: Interaction): void => {
    if (interaction.answeredWith !== null || interaction.failed) return;
    interaction.failed = true;
    finish(interaction, { interactionId: interaction.id, state: 'failed', reason: NO_ANSWER });
  };

  const isLate = (interaction: Interaction): boolean =>
    interaction.failed || state.clock.now() - interaction.createdAt >= limits.acknowledgeMs;

  return {
    send(request) {
      forgetOld();
      const interaction = open(request);
      const answered = new Promise<Answer>((resolve) => waiting.set(interaction.id, resolve));
      startTimer(interaction, answered);
      hub.dispatch({
        name: 'INTERACTION_CREATE',
        intents: 0,
        toBotId: request.application.botId,
        payload: ({ botId }) => toInteraction(deps, interaction, request, botId),
      });
      return answered;
    },
    claim(id, token) {
      const interaction = state.interactions.get(id);
      if (!interaction || interaction.token !== token) throw new Refusal('unknownInteraction');
      if (interaction.answeredWith !== null) throw new Refusal('alreadyAcknowledged');
      if (isLate(interaction)) {
        fail(interaction);
        throw new Refusal('unknownInteraction');
      }
      return interaction;
    },
    settle(interaction, answeredWith, answer) {
      interaction.answeredWith = answeredWith;
      finish(interaction, { ...answer, interactionId: interaction.id });
    },
    behind(applicationId, token) {
      const interaction = byToken.get(token);
      if (!interaction || interaction.applicationId !== applicationId || interaction.answeredWith === null) {
        throw new Refusal('unknownWebhook');
      }
      const age = state.clock.now() - interaction.createdAt;
      if (age >= limits.interactionTokenMs) throw new Refusal('invalidWebhookToken');
      return interaction;
    },
    originOf(interaction, originalMessageId) {
      const isCommand = interaction.type === 2 && !originalMessageId;
      const contextMenu = interaction.commandType !== null && interaction.commandType !== 1;
      return {
        applicationId: interaction.applicationId,
        authorId: state.applications.get(interaction.applicationId)!.botId,
        channelId: interaction.channelId,
        type: isCommand
          ? contextMenu
            ? MessageType.ContextMenu
            : MessageType.ChatInputCommand
          : MessageType.Default,
        origin: {
          interactionId: interaction.id,
          type: interaction.type,
          userId: interaction.userId,
          command: interaction.command,
          messageId: interaction.messageId,
          originalMessageId: originalMessageId ?? null,
        },
      };
    },
    close: () => closing.abort(),
  };
}

/** INTERACTION_CREATE. @see https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object */
function toInteraction(
  { state, wire, limits }: { state: State; wire: MessageWire; limits: Limits },
  interaction: Interaction,
  request: Request,
  botId: string,
): JsonObject {
  const { channel, userId, message } = request;
  const isDm = channel.type === ChannelType.Dm;
  const member = state.members.get(userId);
  const permissions = permissionsIn(state, channel, userId).toString();
  const who: JsonObject = isDm
    ? { user: toUser(state.users.get(userId)!) }
    : {
        guild_id: state.guild.id,
        guild: { id: state.guild.id, locale: 'en-US', features: [] },
        guild_locale: 'en-US',
        member: { ...toMemberWithUser(state, member!), permissions },
      };
  return {
    id: interaction.id,
    application_id: interaction.applicationId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: request.data,
    channel_id: channel.id,
    channel: { ...toChannel(state, channel, botId), permissions },
    app_permissions: permissionsIn(state, channel, botId).toString(),
    locale: 'en-US',
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: { '0': isDm ? '0' : state.guild.id },
    context: isDm ? 1 : 0,
    attachment_size_limit: limits.uploadBytes,
    ...who,
    ...(message ? { message: wire.toMessage(message) } : {}),
  };
}
