import type { Clock } from '../../base/clock.js';
import { isAppError, toAppError } from '../../base/errors.js';
import { type Random, randomText } from '../../base/ids.js';
import type { Log } from '../../base/log.js';
import { startLoop } from '../../base/loop.js';
import type { Attachment } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { toProblem } from '../../contract/failure.js';
import type { Brain, BrainStep } from './brain.js';
import type { NewEvent } from './journal.js';
import type { Job, RunQueue } from './queue.js';
import { toolboxFor } from './tools/index.js';
import type { ToolSources } from './tools/tool.js';

export type AgentRunner = {
  /** Checks for queued runs now. */
  wake(): void;
  /** Stops the brain of a cancelled run. */
  abandon(runId: string): void;
  /** Requeues running runs; resolves when nothing runs. */
  stop(): Promise<void>;
};

type StopReason = 'canceled' | 'lost' | 'shutdown' | 'timeout';

const maxAttempts = 3;
const historyLength = 60;
/** An answer of this length still fits into one frame when every character is escaped. */
const maxAnswerChars = 150_000;
const maxAttachments = 10;
/** How long streamed pieces are kept for reconnecting clients; the answer itself stays. */
const keepStreamsMs = 7 * 86_400_000;
const thinEveryMs = 60_000;

/**
 * Answers queued runs, many at once. Stores every event before sending it; a run left behind by a dead process
 * starts again under the same message id.
 */
export function startAgentRunner(deps: {
  queue: RunQueue;
  brain: Brain;
  sources: ToolSources;
  /** Called with every event after it is stored. */
  tell: (event: AgentEvent) => void;
  clock: Clock;
  random: Random;
  log: Log;
  maxRuns?: number;
  timeoutMs?: number;
  leaseMs?: number;
}): AgentRunner {
  const { queue, brain, sources, tell, clock, random, log } = deps;
  const { maxRuns = 64, timeoutMs = 120_000, leaseMs = 15_000 } = deps;
  const runs = new Map<string, { stopping: AbortController; done: Promise<void> }>();

  let thinAt = 0;

  const answer = async (job: Job, signal: AbortSignal): Promise<AgentEvent | null> => {
    const history = await queue.history(job, historyLength);
    const files = history.findLast(({ attachments }) => attachments.length > 0)?.attachments ?? [];
    const isGuest = history.findLast(({ role }) => role === 'user')?.isGuest ?? false;
    const { userId, budgetTokens } = job;
    const tools = toolboxFor({ userId, sources, files, isGuest });
    const task = job.kind === 'continue' ? 'continue' : 'answer';
    const attachments: Attachment[] = [];
    let text = '';
    let reason: 'stop' | 'length' = 'stop';
    let memory: unknown;
    const begun = await queue.record(job, start);
    if (begun) tell(begun);
    const turnedDown = await queue.turnedDown(job);
    const steps = brain({ history, task, turnedDown, tools, budgetTokens, signal });
    for await (const step of interruptible(steps, signal)) {
      if (step.kind === 'failed')
        return queue.fail(job, { ...toProblem(step.error), retryable: step.retryable });
      if (step.kind === 'cut') reason = 'length';
      if (step.kind === 'memory') memory = step.memory;
      if (step.kind === 'attachment') attachments.push(step.attachment);
      if (step.kind === 'usage') await queue.count(job, step.tokens);
      const told = await store(job, step, text.length);
      if (!told) return null;
      for (const event of told) tell(event);
      if (step.kind === 'text') text += step.delta;
      if (text.length < maxAnswerChars) continue;
      reason = 'length';
      break;
    }
    return queue.complete(job, { text, reason, attachments: attachments.slice(0, maxAttachments), memory });
  };

  /** Stores the events of a step; null when this process no longer holds the run. */
  const store = async (job: Job, step: BrainStep, textOffset: number): Promise<AgentEvent[] | null> => {
    if (step.kind === 'proposal') return queue.propose(job, step.proposal);
    const event = eventOf(step, job.answerId, textOffset);
    if (!event) return [];
    const stored = await queue.record(job, event);
    return stored && [stored];
  };

  const perform = async (job: Job, stopping: AbortController) => {
    const ended = new AbortController();
    const stop = (reason: StopReason) => stopping.abort(reason);
    const guards = [
      waits(clock, timeoutMs, ended.signal).then((over) => over && stop('timeout')),
      keepLease(job, ended.signal).then((lost) => lost && stop('lost')),
    ];
    try {
      const last = await answer(job, stopping.signal);
      if (last) tell(last);
    } catch (error) {
      await giveUp(job, error, stopping.signal);
    } finally {
      ended.abort();
      await Promise.all(guards);
    }
  };

  const giveUp = async (job: Job, error: unknown, signal: AbortSignal) => {
    const reason: StopReason | undefined = signal.reason;
    if (reason === 'shutdown') return queue.requeue(job);
    if (reason === 'canceled' || reason === 'lost') return;
    if (!isAppError(error)) log.error({ run: job.runId, reason, err: error }, 'agent failed');
    const event = await queue.fail(job, failureOf(error, reason === 'timeout'));
    if (event) tell(event);
  };

  const keepLease = async (job: Job, signal: AbortSignal): Promise<boolean> => {
    while (await waits(clock, leaseMs / 3, signal)) if (!(await queue.extend(job, leaseMs))) return true;
    return false;
  };

  const begin = (job: Job) => {
    const stopping = new AbortController();
    const done = perform(job, stopping)
      .catch((error) => log.error({ run: job.runId, err: error }, 'run could not be completed'))
      .finally(() => {
        runs.delete(job.runId);
        loop.wake();
      });
    runs.set(job.runId, { stopping, done });
  };

  const loop = startLoop({
    name: 'agents',
    everyMs: 2_000,
    clock,
    log,
    round: async (signal) => {
      for (const event of await queue.recover(maxAttempts)) tell(event);
      if (clock.now() >= thinAt) {
        await queue.thin(clock.now() - keepStreamsMs);
        thinAt = clock.now() + thinEveryMs;
      }
      while (runs.size < maxRuns && !signal.aborted) {
        const job = await queue.claim(randomText(random, 16), leaseMs);
        if (!job) break;
        begin(job);
      }
      return undefined;
    },
  });

  return {
    wake: () => loop.wake(),
    abandon: (runId) => runs.get(runId)?.stopping.abort('canceled' satisfies StopReason),
    async stop() {
      await loop.stop();
      const left = [...runs.values()];
      for (const { stopping } of left) stopping.abort('shutdown' satisfies StopReason);
      await Promise.all(left.map(({ done }) => done));
    },
  };
}

const start: NewEvent = {
  type: 'agent_progress',
  data: { step: 'start', label: 'Reading your message', percent: null, tool: null },
};

/** Ends with the signal's reason, even while a brain ignores it. */
async function* interruptible<T>(steps: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = steps[Symbol.asyncIterator]();
  const aborted = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
  aborted.catch(() => undefined);
  try {
    while (true) {
      signal.throwIfAborted();
      const next = await Promise.race([iterator.next(), aborted]);
      if (next.done) return;
      yield next.value;
    }
  } finally {
    void iterator.return?.().catch(() => undefined);
  }
}

function eventOf(step: BrainStep, messageId: string, textOffset: number): NewEvent | null {
  if (step.kind === 'progress') {
    const { kind: _, percent = null, tool = null, ...shown } = step;
    return { type: 'agent_progress', data: { ...shown, percent, tool } };
  }
  if (step.kind !== 'text') return null;
  const data = { message_id: messageId, delta: step.delta, text_offset: textOffset, is_final: false };
  return { type: 'agent_response', data };
}

const retryable = new Set<string>(['provider_error', 'rate_limited', 'maintenance', 'internal']);

function failureOf(error: unknown, tookTooLong: boolean) {
  const problem = toProblem(toAppError(error));
  const detail = tookTooLong ? 'The agent took too long. Ask again.' : problem.detail;
  return { ...problem, detail, retryable: tookTooLong || retryable.has(problem.code) };
}

/** Whether the time passed before `signal` ended the wait. */
const waits = (clock: Clock, ms: number, signal: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, signal).then(
    () => true,
    () => false,
  );
