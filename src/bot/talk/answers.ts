import { isAppError } from '../../base/errors.js';
import { readMessages } from '../../client/messages.js';
import { type Message, readConversation } from '../../contract/agents.js';
import type { Sessions } from '../session/flow.js';
import type { Talk } from './talk.js';
import type { RenderedAnswer } from './thread-renderer.js';

/** A stored answer; it may still grow unless it is known to be complete. */
export type KeptAnswer = RenderedAnswer & { isWhole: boolean };

/** The state of a conversation read from the service. */
export type Report = {
  /** Whether an answer is in progress; null when the service doesn't report it. */
  isWorking: boolean | null;
  /** Answers from a position on, oldest first; empty when the service has no message list. */
  answers: KeptAnswer[];
};

/**
 * Reads answers over HTTP when no events arrived. A service may lack a message list or conversation status, may number
 * messages differently from events, or name no runs: then the messages after the user's last one are the pending answer.
 */
export function createAnswerReader({ sessions }: { sessions: Sessions }) {
  const unlessMissing = async <T>(work: Promise<T>): Promise<T | null> =>
    work.catch((error) => {
      if (isNotOffered(error)) return null;
      throw error;
    });

  /** @throws when neither endpoint is available */
  return async (talk: Talk, afterSeq: number, awaitedRun: string): Promise<Report> => {
    const service = sessions.serviceOf(talk.memberId);
    const params = { conversation_id: talk.conversationId };
    const conversation = await unlessMissing(service.call(readConversation, { params })); // first, so that an answer that ends meanwhile is in the messages read below
    const stored = await unlessMissing(readMessages(service, talk.conversationId, afterSeq));
    if (!conversation && !stored) throw new Error('the service offers neither conversations nor messages');
    return {
      isWorking: conversation === null ? null : conversation.body.status === 'running',
      answers: answersIn(stored?.messages ?? [], afterSeq, awaitedRun),
    };
  };
}

/** Whether the service lacks the endpoint: our own service reports a missing resource with a request id. */
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
