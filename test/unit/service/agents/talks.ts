import type { Database } from '../../../../src/base/db/database.js';
import { systemRandom } from '../../../../src/base/ids.js';
import { createQueue } from '../../../../src/base/queue/queue.js';
import type { FinishReason } from '../../../../src/contract/agents.js';
import { createAsking } from '../../../../src/service/agents/asking.js';
import { createBilling } from '../../../../src/service/agents/billing.js';
import { createCancelRun } from '../../../../src/service/agents/cancel-run.js';
import { createConversationRows } from '../../../../src/service/agents/conversation-rows.js';
import { createConversations } from '../../../../src/service/agents/conversations.js';
import { createConversationHistory } from '../../../../src/service/agents/history.js';
import { createRunJobs, type Job, runJobTable } from '../../../../src/service/agents/jobs.js';
import { createJournal, type NewEvent } from '../../../../src/service/agents/journal.js';
import { createAgentProposals } from '../../../../src/service/agents/proposals.js';
import type { NewProposal } from '../../../../src/service/agents/tools/tool.js';
import { createConversationTranscript } from '../../../../src/service/agents/transcript.js';
import { createHolds } from '../../../../src/service/ledger/holds.js';
import { createLedger } from '../../../../src/service/ledger/ledger.js';
import { manualClock } from '../../../support/clock.js';

export const mia = 'usr_mia';
const price = { creditsPer1000Tokens: 2, maxTokensPerRun: 10_000 };

export const piece = (delta: string, offset: number): NewEvent => ({
  type: 'agent_response',
  data: { message_id: 'm', delta, text_offset: offset, is_final: false },
});

/** A conversation of mia, who has 50 credits, and the stores that ask, answer and read it. */
export async function openTalk(db: Database) {
  const clock = manualClock();
  const random = systemRandom;
  const ledger = createLedger(clock);
  const billing = createBilling({ ledger, holds: createHolds(clock), price });
  const journal = createJournal({ clock, random });
  const queue = createQueue({ db, table: runJobTable, clock, leaseMs: 15_000 });
  const proposals = createAgentProposals({ clock, random, journal });
  const rows = createConversationRows(clock);
  const cancelRun = createCancelRun({ queue, clock, journal, billing });
  const asking = createAsking({ db, queue, clock, random, rows, journal, billing, cancelRun });
  const conversations = createConversations({ db, clock, random, rows, proposals, cancelRun });
  const jobs = createRunJobs({ db, queue, clock, journal, proposals, billing });
  const transcript = createConversationTranscript({ db, rows });
  const history = createConversationHistory({ db, proposals });
  await db.transaction((t) => ledger.grant(t, { userId: mia, credits: 50, subject: 'welcome' }));
  const { id } = await conversations.open(mia, { title: null, metadata: {} }, async () => undefined);

  const post = (clientId: string, content = 'hello') =>
    asking.post(mia, id, { content, attachments: [], client_message_id: clientId });
  /** Starts the run that waits. */
  const begin = async (): Promise<Job> => {
    const [leased] = await queue.claim(1);
    return (await jobs.begin(leased!))!;
  };
  /** Answers the run that waits. @returns its id */
  const finish = async (text: string, reason: FinishReason = 'stop'): Promise<string> => {
    const job = await begin();
    await jobs.record(job, [piece(text, 0)]);
    await jobs.complete(job, { text, reason, memory: undefined });
    return job.runId;
  };
  /** Answers a new question with a proposal. @returns its id */
  const propose = async (proposal: NewProposal): Promise<string> => {
    await post('proposing');
    const job = await begin();
    await jobs.propose(job, proposal);
    await jobs.complete(job, { text: 'Do you want it?', reason: 'stop', memory: undefined });
    return (await proposals.openIn(db, id))[0]!.id;
  };
  return {
    db,
    clock,
    ledger,
    journal,
    queue,
    rows,
    asking,
    conversations,
    jobs,
    proposals,
    transcript,
    history,
    id,
    post,
    begin,
    finish,
    propose,
  };
}
export type Talk = Awaited<ReturnType<typeof openTalk>>;
