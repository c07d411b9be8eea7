import type { Deadlines } from '../deadlines.js';
import { PersonError, Refusal } from '../failure.js';
import type { GuildOutage } from '../faults/outage.js';
import type { EventHub } from '../hub.js';
import { english, say } from '../sayings.js';
import type { Interaction } from '../state/model.js';
import { surplus } from '../state/retention.js';
import type { State } from '../state/state.js';
import type { Limits, Outcome } from '../types.js';
import type { InteractionRequest } from '../wire/interaction.js';
import type { DeliverInteraction } from './delivery.js';

/** How an interaction was acknowledged; for an autocomplete also its choices. */
export type InteractionResult = Outcome & { choices?: { name: string; value: string | number }[] };

/** Sends interactions to their bots and keeps their tokens. */
export type Interactions = {
  /** Resolves on acknowledgement, or as `failed` after the deadline. */
  send(request: InteractionRequest): Promise<InteractionResult>;
  /** For the callback route; 10062 when unknown or late, 40060 when already answered. */
  claim(id: string, token: string): Interaction;
  settle(
    interaction: Interaction,
    answeredWith: number,
    answer: Omit<InteractionResult, 'interactionId'>,
  ): void;
  /** For the webhook routes: the interaction behind a token, 10015 or 50027. */
  behind(applicationId: string, token: string): Interaction;
  close(): void;
};

const NO_ANSWER = english.unanswered;

/** Like Discord's, the token contains the id of its interaction. */
const tokenOf = (state: State, id: string): string =>
  Buffer.from(`interaction:${id}:${state.secretOf('interaction', id)}`).toString('base64url');
/** The id of the interaction that a token belongs to; empty for any other text. */
export const interactionIdIn = (token: string): string =>
  Buffer.from(token, 'base64url').toString('latin1').split(':', 2)[1] ?? '';

export function createInteractions(deps: {
  state: State;
  hub: EventHub;
  limits: Limits;
  deadlines: Deadlines;
  deliver: DeliverInteraction;
  outage: Pick<GuildOutage, 'isOn'>;
}): Interactions {
  const { state, hub, limits, deadlines, deliver, outage } = deps;
  const waiting = new Map<string, { resolve(answer: InteractionResult): void; stopWaiting(): void }>();
  let isClosed = false;

  const makeRoom = (): void => {
    for (const interaction of surplus(state.interactions, limits.interactionsKept)) {
      fail(interaction);
      state.interactions.delete(interaction.id);
    }
  };

  const open = (request: InteractionRequest): Interaction => {
    const id = state.nextId();
    const interaction: Interaction = {
      id,
      token: tokenOf(state, id),
      type: request.type,
      applicationId: request.application.id,
      userId: request.userId,
      channelId: request.channel.id,
      createdAt: state.clock.now(),
      command: request.command ?? null,
      commandType: request.commandType ?? null,
      targetId: request.targetId ?? null,
      focusedType: request.focusedType ?? null,
      triggeredBy: request.triggeredBy ?? null,
      messageId: request.message?.id ?? null,
      answeredWith: null,
      failed: false,
      originalMessageId: null,
    };
    state.interactions.set(id, interaction);
    return interaction;
  };

  const finish = (interaction: Interaction, answer: InteractionResult): void => {
    const waiter = waiting.get(interaction.id);
    waiting.delete(interaction.id);
    waiter?.stopWaiting();
    const { id: interactionId, channelId, userId: memberId } = interaction;
    hub.announce({ type: 'interaction', channelId, interactionId, memberId, state: answer.state });
    waiter?.resolve(answer);
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
      const { guildId } = request.channel;
      if (guildId !== null && outage.isOn(guildId)) throw new PersonError(say('server_down'));
      const interaction = open(request);
      makeRoom();
      const stopWaiting = deadlines.add(interaction.createdAt + limits.acknowledgeMs, () =>
        fail(interaction),
      );
      const answered = new Promise<InteractionResult>((resolve) =>
        waiting.set(interaction.id, { resolve, stopWaiting }),
      );
      const isGone = guildId !== null && !request.application.installations.has(guildId);
      if (isClosed || isGone) fail(interaction);
      else deliver(interaction, request);
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
      const interaction = state.interactions.get(interactionIdIn(token));
      const isKnown = interaction?.token === token && interaction.applicationId === applicationId;
      if (!isKnown || interaction.answeredWith === null) throw new Refusal('unknownWebhook');
      const age = state.clock.now() - interaction.createdAt;
      if (age >= limits.interactionTokenMs) throw new Refusal('invalidWebhookToken');
      return interaction;
    },
    close() {
      isClosed = true;
      for (const id of [...waiting.keys()]) fail(state.interactions.get(id)!);
    },
  };
}
