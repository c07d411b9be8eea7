import type { Clock } from '../../base/clock.js';
import { isOutOfReach } from '../../base/db/out-of-reach.js';
import { isAppError, toAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { type Metrics, noMetrics } from '../../base/metrics.js';
import type { LeasedJob, Queue } from '../../base/queue/queue.js';
import { type StopReason, startWorker, type Worker } from '../../base/queue/worker.js';
import { readAhead } from '../../base/read-ahead.js';
import type { Attachment } from '../../contract/agents.js';
import type { AgentEvent } from '../../contract/events.js';
import { toProblem } from '../../contract/failure.js';
import type { Brain, BrainStep, Turn } from './brain.js';
import type { ConversationHistory } from './history.js';
import type { Job, RunJobs } from './jobs.js';
import type { NewEvent } from './journal.js';
import { toolboxFor } from './tools/index.js';
import type { AnyTool, ToolSources } from './tools/tool.js';

export type AgentRunner = Worker;

const maxAttempts = 3;
const historyLength = 60;
/** An answer of this length still fits into one frame when every character is escaped. */
const maxAnswerChars = 150_000;
const maxAttachments = 10;
/** Pieces of text in one transaction. */
const mostTogether = 64;

/**
 * Answers queued runs, many at once. Stores every event before sending it; a run left behind by a dead process
 * starts again under the same message id.
 */
export function startAgentRunner(deps: {
  queue: Queue;
  jobs: RunJobs;
  history: ConversationHistory;
  /** Done now and then, before runs are taken. */
  prepare: () => Promise<void>;
  brain: Brain;
  sources: ToolSources;
  /** Tools of the operator. */
  otherTools?: (() => readonly AnyTool[]) | undefined;
  /** Called with every event after it is stored. */
  tell: (event: AgentEvent) => void;
  clock: Clock;
  log: Log;
  metrics?: Metrics | undefined;
  maxRuns?: number;
  timeoutMs?: number;
}): AgentRunner {
  const { queue, jobs, history, prepare, brain, sources, tell, clock, log } = deps;
  const { maxRuns = 64, timeoutMs = 120_000, metrics = noMetrics, otherTools = () => [] } = deps;

  const answer = async (job: Job, signal: AbortSignal): Promise<AgentEvent | null> => {
    const turns = await history.turns(job.conversationId, historyLength);
    const { userId, budgetTokens } = job;
    const { persona, documents, locale } = job.place;
    const given = whatToolsKnow(turns);
    const tools = toolboxFor({
      userId,
      sources,
      ...given,
      documents,
      locale,
      others: otherTools(),
      signal,
    });
    const task = job.kind === 'continue' ? 'continue' : 'answer';
    const attachments: Attachment[] = [];
    let text = '';
    const startedAt = clock.now();
    let reason: 'stop' | 'length' = 'stop';
    let memory: unknown;
    const begun = await jobs.record(job, [start]);
    for (const event of [...job.restarted, ...(begun ?? [])]) tell(event);
    if (!begun) return null; // stopped before the brain was asked
    const turnedDown = await history.countRejected(job.conversationId);
    const steps = brain({
      history: turns,
      task,
      turnedDown,
      tools,
      budgetTokens,
      signal,
      ...(locale && { locale }),
      persona,
      readPicture: async (file) => (await sources.readPicture?.(userId, file)) ?? null,
    });
    for await (const { texts, step } of inTurns(interruptible(steps, signal))) {
      const said = streamed(job.answerId, text, texts);
      const told = await store(job, said.events, step);
      if (!told) return null;
      for (const event of told) tell(event);
      if (text === '' && said.text !== '')
        metrics.took('rigsmith_agent_first_token_seconds', (clock.now() - startedAt) / 1_000);
      text = said.text;
      if (step?.kind === 'failed')
        return jobs.fail(job, { ...toProblem(step.error), retryable: step.retryable });
      if (step?.kind === 'cut') reason = 'length';
      if (step?.kind === 'memory') memory = step.memory;
      if (step?.kind === 'attachment') attachments.push(step.attachment);
      if (step?.kind === 'usage') await jobs.count(job, step.tokens);
      if (text.length < maxAnswerChars) continue;
      reason = 'length';
      break;
    }
    return jobs.complete(job, { text, reason, attachments: attachments.slice(0, maxAttachments), memory });
  };

  /** Stores pieces of text and then what another step brings; null when this process no longer holds the run. */
  const store = async (
    job: Job,
    pieces: readonly NewEvent[],
    step: OtherStep | undefined,
  ): Promise<AgentEvent[] | null> => {
    const events = step?.kind === 'progress' ? [...pieces, progressOf(step)] : pieces;
    const stored = events.length > 0 ? await jobs.record(job, events) : [];
    if (!stored || step?.kind !== 'proposal') return stored;
    const proposed = await jobs.propose(job, step.proposal);
    return proposed && [...stored, ...proposed];
  };

  const work = async (leased: LeasedJob, signal: AbortSignal) => {
    const job = await jobs.begin(leased);
    if (!job) return;
    try {
      const last = await answer(job, signal);
      if (last) tell(last);
    } catch (error) {
      await giveUp(job, error, signal);
    }
  };

  const giveUp = async (job: Job, error: unknown, signal: AbortSignal) => {
    const reason: StopReason | undefined = signal.reason;
    if (reason === 'shutdown') return jobs.requeue(job);
    if (reason === 'canceled' || reason === 'lost') return;
    if (isOutOfReach(error)) throw error; // the run starts again when its lease has ended
    if (!isAppError(error)) log.error({ run: job.runId, reason, err: error }, 'agent failed');
    const event = await jobs.fail(job, failureOf(error, reason === 'timeout'));
    if (event) tell(event);
  };

  return startWorker({
    name: 'agents',
    queue,
    pools: [{ slots: maxRuns, timeoutMs }],
    work,
    async recover(leased) {
      const event = await jobs.recover(leased, maxAttempts);
      if (event) tell(event);
    },
    prepare,
    everyMs: 2_000,
    clock,
    log,
  });
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

type TextStep = Extract<BrainStep, { kind: 'text' }>;
type OtherStep = Exclude<BrainStep, TextStep>;
const isText = (step: BrainStep): step is TextStep => step.kind === 'text';

/**
 * Words that arrive while others are being stored are stored together, so that a database on another machine does not
 * slow an answer down. A brain goes on after any other step only once that is stored.
 */
async function* inTurns(steps: AsyncIterable<BrainStep>) {
  for await (const group of readAhead(steps, { most: mostTogether, isJoined: isText })) {
    const last = group.at(-1)!;
    yield isText(last)
      ? { texts: group.filter(isText), step: undefined }
      : { texts: group.filter(isText), step: last };
  }
}

/** The pieces of text as events, up to the longest answer, and the answer after them. */
function streamed(messageId: string, before: string, steps: readonly TextStep[]) {
  const events: NewEvent[] = [];
  let text = before;
  for (const { delta, back = 0 } of steps) {
    if (text.length >= maxAnswerChars) break;
    text = text.slice(0, text.length - back);
    const data = { message_id: messageId, delta, text_offset: text.length, is_final: false };
    events.push({ type: 'agent_response', data });
    text += delta;
  }
  return { events, text };
}

function progressOf(step: Extract<BrainStep, { kind: 'progress' }>): NewEvent {
  const { kind: _, percent = null, tool = null, ...shown } = step;
  return { type: 'agent_progress', data: { ...shown, percent, tool } };
}

const retryable = new Set<string>(['provider_error', 'rate_limited', 'maintenance', 'internal']);

function failureOf(error: unknown, tookTooLong: boolean) {
  const problem = toProblem(toAppError(error));
  const detail = tookTooLong ? 'The agent took too long. Ask again.' : problem.detail;
  return { ...problem, detail, retryable: tookTooLong || retryable.has(problem.code) };
}

/** What tools know of the conversation: the newest files, their captions, and the newest character. */
function whatToolsKnow(turns: readonly Turn[]) {
  const sending = turns.findLast(({ attachments }) => attachments.length > 0);
  const newest = turns.findLast(({ role }) => role === 'user');
  const cards = turns.flatMap(({ proposals }) => proposals).filter(({ generation }) => generation);
  return {
    last: cards.at(-1)?.generation?.spec,
    files: sending?.attachments ?? [],
    said: [...new Set([sending?.content, newest?.content])].filter(Boolean).join('\n'),
    isGuest: newest?.isGuest ?? false,
  };
}
