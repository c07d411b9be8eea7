import { isAppError } from '../../base/errors.js';
import { listMessages, type Message, readConversation } from '../../contract/agents.js';
import type { Sessions } from '../session/flow.js';
import type { Answer } from './painter.js';
import type { Talk } from './store.js';

/** An answer the service keeps; one that isn't surely whole may still grow. */
export type KeptAnswer = Answer & { isWhole: boolean };

/** What the service says of a conversation when it is asked. */
export type Report = {
  /** Whether it is at work on an answer; null where it doesn't say. */
  isWorking: boolean | null;
  /** Answers from a place on, oldest first; empty where the service has no list of messages. */
  answers: KeptAnswer[];
};

const mostPages = 50;

/**
 * Reads answers over HTTP for whoever heard nothing of them. A service may have no list of messages or say nothing of a
 * conversation, may count messages otherwise than events, or name no runs: then what stands below the last message of a
 * person is the answer that is waited for.
 */
export function createAnswerReader({ sessions }: { sessions: Sessions }) {
  const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error) => {
      if (isNotOffered(error)) return null;
      throw error;
    });

  const readMessages = async (talk: Talk, afterSeq: number): Promise<Message[]> => {
    const service = sessions.serviceOf(talk.memberId);
    const params = { conversation_id: talk.conversationId };
    const messages: Message[] = [];
    let after = afterSeq;
    for (let page = 0; page < mostPages; page += 1) {
      const { body } = await service.call(listMessages, { params, query: { after_seq: after } });
      messages.push(...body.data);
      const newest = Math.max(after, ...body.data.map(({ seq }) => seq));
      if (!body.has_more || newest === after) break;
      after = newest;
    }
    return messages;
  };

  /** @throws when the service can't be read at all */
  return async (talk: Talk, afterSeq: number, awaitedRun: string): Promise<Report> => {
    const service = sessions.serviceOf(talk.memberId);
    const params = { conversation_id: talk.conversationId };
    const conversation = await unlessMissing(service.call(readConversation, { params })); // first: what ends later is read below
    const messages = await unlessMissing(readMessages(talk, afterSeq));
    if (!conversation && !messages) throw new Error('the service offers neither conversations nor messages');
    return {
      isWorking: conversation === null ? null : conversation.body.status === 'running',
      answers: answersIn(messages ?? [], afterSeq, awaitedRun),
    };
  };
}

/** A path the service doesn't have. A service of ours that misses a resource says so with a request id. */
export const isNotOffered = (error: unknown): boolean =>
  isAppError(error, 'not_found') && error.requestId === undefined;

function answersIn(messages: readonly Message[], afterSeq: number, awaitedRun: string): KeptAnswer[] {
  const asked = messages.findLastIndex(({ role }) => role === 'user');
  return messages.flatMap((message, at): KeptAnswer[] => {
    const { role, run_id, seq, content, attachments, finish_reason } = message;
    const isBelow = asked >= 0 && at > asked;
    const isNumbered = run_id !== null && seq > afterSeq;
    if (role !== 'agent' || !(isBelow || isNumbered)) return [];
    return [
      {
        runId: run_id ?? awaitedRun,
        text: content,
        attachments,
        reason: finish_reason ?? 'stop',
        seq,
        isWhole: isNumbered || finish_reason != null,
      },
    ];
  });
}
