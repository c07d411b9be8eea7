import type { Clock } from '../../base/clock.js';
import { isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import type { Message } from '../../contract/agents.js';
import { readMessages } from '../messages.js';
import { isUnnamed, unnamedRun } from '../runs.js';
import type { Service } from '../session.js';

/** One polled conversation and the callbacks for its answer. */
export type Polled = {
  conversationId: string;
  service: Pick<Service, 'call'>;
  afterSeq: () => number;
  /** The pending run; null once there is none. */
  runId: () => string | null;
  /** Time since the last event of the conversation, ms. */
  silentMs: () => number;
  /**
   * Whether events can be expected: `nothing` without a socket, `maybe` on a socket that never sent one, `likely` on one
   * that did, `surely` on one that confirmed the subscription.
   */
  hearing: () => 'nothing' | 'maybe' | 'likely' | 'surely';
  onGrowth: (runId: string, text: string) => void;
  onAnswer: (runId: string, answer: Pick<Message, 'content' | 'attachments'>) => void;
  onLost: (detail: string) => void;
};

const soonestMs = 2_000;
const slowestMs = 10_000;
const slower = 1.3;
/** Wait for events of a socket before the conversation is read. */
const patienceMs = { nothing: 0, maybe: 4_000, likely: 10_000, surely: Number.POSITIVE_INFINITY } as const;
/** Wait for an event of a service whose messages cannot be read. */
const unreadableMs = 60_000;
const longestMs = 15 * 60_000;
/** An answer unchanged for this long counts as complete when the service does not say. */
const stillMs = 6_000;

/** The agent's messages after the user's last one. */
function answerIn(messages: readonly Message[], shown: ReadonlySet<string>): Message[] {
  const lastUser = messages.findLastIndex(({ role }) => role === 'user');
  const behind = messages.slice(lastUser + 1).filter(({ role }) => role === 'agent');
  return behind.filter((one) => !shown.has(keyOf(one)));
}

/** The run that answers the pending message, as our own service names it; null while it does not have the message. */
function ownRun(messages: readonly Message[], expected: string): string | null {
  if (!isUnnamed(expected)) return expected;
  const asked = messages.find(({ client_message_id: id }) => id !== null && unnamedRun(id) === expected);
  return asked?.run_id ?? null;
}

const keyOf = ({ id, content }: Message): string => `${id}/${content.length}/${content.slice(0, 40)}`;

/** Polls a conversation over HTTP while an answer is pending that no socket delivers. */
export function createPoller({ clock, log }: { clock: Clock; log: Log }) {
  const polling = new Map<string, AbortController>();
  const shown = new Map<string, Set<string>>();

  const read = ({ service, conversationId, afterSeq }: Polled, isOurs: boolean) =>
    readMessages(service, conversationId, isOurs ? afterSeq() : 0);

  const run = async (polled: Polled, signal: AbortSignal): Promise<void> => {
    const { conversationId, runId, silentMs, hearing } = polled;
    const known = shown.get(conversationId) ?? new Set<string>();
    shown.set(conversationId, known);
    const startedAt = clock.now();
    let waitMs = soonestMs;
    let isOurs = false;
    let before = '';
    let changedAt = startedAt;
    for (let id = runId(); id !== null && !signal.aborted; id = runId()) {
      await clock.sleep(waitMs, signal);
      if (runId() !== id) return;
      if (silentMs() < patienceMs[hearing()]) continue;
      if (clock.now() - startedAt > longestMs) return polled.onLost('The answer did not arrive.');
      try {
        const found = await read(polled, isOurs && !isUnnamed(id));
        if (signal.aborted || runId() !== id) return;
        isOurs = found.isOurs;
        const run = isOurs ? ownRun(found.messages, id) : id;
        const isAnswer = ({ role, run_id }: Message) => role === 'agent' && run_id === run;
        const answers = isOurs ? found.messages.filter(isAnswer) : answerIn(found.messages, known);
        const text = answers.map(({ content }) => content).join('\n\n');
        const reason = answers.at(-1)?.finish_reason;
        if (text !== before) changedAt = clock.now();
        const isStill = text !== '' && clock.now() - changedAt >= stillMs;
        const isWhole = isOurs || (reason !== null && (reason !== undefined || isStill));
        waitMs = text === '' ? Math.min(slowestMs, waitMs * slower) : soonestMs;
        before = text;
        if (text === '') continue;
        if (!isWhole) {
          polled.onGrowth(id, text);
          continue;
        }
        for (const one of answers) known.add(keyOf(one));
        return polled.onAnswer(run ?? id, {
          content: text,
          attachments: answers.flatMap(({ attachments }) => attachments),
        });
      } catch (error) {
        log.debug({ err: error, conversation: conversationId }, 'conversation could not be polled');
        waitMs = Math.min(slowestMs, waitMs * 2);
        const cannotRead = isAppError(error) && (error.status === 404 || error.code === 'provider_mismatch');
        if (cannotRead && clock.now() - startedAt > unreadableMs && silentMs() > unreadableMs)
          return polled.onLost(unreadable);
      }
    }
  };

  return {
    /** Starts to poll for the newest run of a conversation. */
    start(polled: Polled): void {
      polling.get(polled.conversationId)?.abort();
      const stopping = new AbortController();
      polling.set(polled.conversationId, stopping);
      run(polled, stopping.signal)
        .catch(() => undefined) // stopped
        .finally(() => {
          if (polling.get(polled.conversationId) === stopping) polling.delete(polled.conversationId);
        });
    },
    stop(conversationId: string): void {
      polling.get(conversationId)?.abort();
      polling.delete(conversationId);
      shown.delete(conversationId);
    },
    close(): void {
      for (const one of polling.values()) one.abort();
    },
  };
}

export const unreadable =
  'The service gave no answer this bot could read. The operator has been told; you can try again.';
