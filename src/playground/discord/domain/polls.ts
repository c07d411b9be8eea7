import type { Deadlines } from '../deadlines.js';
import { PersonError, Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { say } from '../sayings.js';
import { type Message, MessageType, type Poll } from '../state/model.js';
import { channelOf, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import type { JsonBody } from '../validation/faults.js';
import type { Messages } from './messages.js';

const HOUR = 60 * 60_000;
const USUAL_HOURS = 24;

/** Polls in messages. People vote; a poll ends at its time or when its author ends it. */
export type Polls = {
  /** Replaces a person's votes; an empty list removes them. */
  vote(message: Message, userId: string, answerIds: readonly number[]): void;
  end(message: Message): void;
};

/** The text and, if present, the complete emoji. */
function toMedia({ text, emoji }: JsonObject): JsonObject {
  const { id = null, name = null } = (emoji ?? {}) as { id?: string | null; name?: string | null };
  return { ...(text == null ? {} : { text }), ...(emoji ? { emoji: { id, name } } : {}) };
}

/** Builds a poll from a validated body. */
export function readPoll(body: JsonBody, now: number): Poll {
  const { question, answers, duration, allow_multiselect } = body as {
    question: JsonObject;
    answers: { poll_media: JsonObject }[];
    duration?: number | null;
    allow_multiselect?: boolean | null;
  };
  return {
    question: toMedia(question),
    answers: answers.map(({ poll_media }) => toMedia(poll_media)),
    expiresAt: now + (duration ?? USUAL_HOURS) * HOUR,
    multiselect: allow_multiselect === true,
    isFinal: false,
    votes: new Map(),
  };
}

export function createPolls(deps: {
  state: State;
  hub: EventHub;
  messages: Messages;
  deadlines: Deadlines;
}): Polls {
  const { state, hub, messages, deadlines } = deps;

  const tell = (name: string, message: Message, userId: string, answerId: number): void => {
    const { guildId } = channelOf(state, message.channelId);
    hub.dispatch({
      name,
      intents: guildId === null ? GatewayIntent.DirectMessagePolls : GatewayIntent.GuildMessagePolls,
      channelId: message.channelId,
      payload: () => ({
        user_id: userId,
        channel_id: message.channelId,
        message_id: message.id,
        ...(guildId === null ? {} : { guild_id: guildId }),
        answer_id: answerId,
      }),
    });
  };

  const end = (message: Message): void => {
    const { poll } = message;
    if (!poll) throw new Refusal('noPoll');
    if (poll.isFinal || !state.messages.get(message.channelId)?.has(message.id)) return;
    poll.isFinal = true;
    poll.expiresAt = Math.min(poll.expiresAt, state.clock.now());
    messages.edit(message, {}, { silent: true });
    messages.create({
      channelId: message.channelId,
      authorId: message.authorId,
      type: MessageType.PollResult,
      replyToId: message.id,
      embeds: [toResult(poll)],
    });
  };

  const watch = (message: Message): void => {
    if (message.poll && !message.poll.isFinal) deadlines.add(message.poll.expiresAt, () => end(message));
  };
  for (const channel of state.messages.values()) for (const message of channel.values()) watch(message);
  hub.subscribe((change) => {
    if (change.type !== 'message' || change.action !== 'created') return;
    const message = state.messages.get(change.channelId)?.get(change.messageId);
    if (message) watch(message);
  });

  return {
    end,
    vote(message, userId, answerIds) {
      const { poll } = message;
      if (!poll) throw new PersonError('The message has no poll.');
      if (poll.isFinal) throw new PersonError(say('poll_ended'));
      if (answerIds.length > 1 && !poll.multiselect) throw new PersonError(say('poll_single'));
      const strange = answerIds.find((id) => !(id >= 1 && id <= poll.answers.length));
      if (strange !== undefined) throw new PersonError(`The poll has no answer ${strange}.`);
      for (let answerId = 1; answerId <= poll.answers.length; answerId += 1) {
        const voters = poll.votes.get(answerId) ?? new Set<string>();
        const isWanted = answerIds.includes(answerId);
        if (isWanted === voters.has(userId)) continue;
        poll.votes.set(answerId, isWanted ? voters.add(userId) : without(voters, userId));
        tell(isWanted ? 'MESSAGE_POLL_VOTE_ADD' : 'MESSAGE_POLL_VOTE_REMOVE', message, userId, answerId);
      }
      const { channelId, id } = message;
      hub.announce({ type: 'message', action: 'edited', channelId, messageId: id });
    },
  };
}

function without(voters: Set<string>, userId: string): Set<string> {
  voters.delete(userId);
  return voters;
}

/** The embed of the message with a poll's result. */
function toResult(poll: Poll): JsonObject {
  const counts = poll.answers.map((_answer, index) => poll.votes.get(index + 1)?.size ?? 0);
  const most = Math.max(0, ...counts);
  const winners = counts.flatMap((count, index) => (count === most && most > 0 ? [index] : []));
  const [winner] = winners;
  const fields = [
    ['poll_question_text', String(poll.question.text ?? '')],
    ['victor_answer_votes', String(most)],
    ['total_votes', String(counts.reduce((sum, count) => sum + count, 0))],
    ...(winner !== undefined && winners.length === 1
      ? [
          ['victor_answer_id', String(winner + 1)],
          ['victor_answer_text', String(poll.answers[winner]!.text ?? '')],
        ]
      : []),
  ];
  return {
    type: 'poll_result',
    fields: fields.map(([name, value]) => ({ name: name!, value: value!, inline: false })),
  };
}
