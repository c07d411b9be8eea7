import { measureJobs } from '../../base/queue/figures.js';
import { createQueue } from '../../base/queue/queue.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Feature, ServiceContext } from '../feature.js';
import { createAcceptProposal, type RigStarter } from './acceptance.js';
import { createAsking } from './asking.js';
import { answerPriceOf, countedBilling, createBilling, type TokenPrice } from './billing.js';
import type { Brain } from './brain.js';
import { createCancelRun } from './cancel-run.js';
import { createConversationRows } from './conversation-rows.js';
import { createConversations } from './conversations.js';
import { createConversationHistory } from './history.js';
import { createRunJobs, runJobTable } from './jobs.js';
import { createJournal } from './journal.js';
import { notConnected } from './mcp/call.js';
import type { McpServers } from './mcp/servers.js';
import { createAgentProposals } from './proposals.js';
import { agentRoutes } from './routes.js';
import { type AgentRunner, startAgentRunner } from './runner.js';
import { createThinEvents } from './thinning.js';
import { createToolCalls } from './tool-calls.js';
import type { ToolSources } from './tools/tool.js';
import { createConversationTranscript } from './transcript.js';
import { versionRoutes } from './versions.js';
import { createVisitors } from './visitors.js';

export type AgentOptions = {
  /** The brain that answers: `createEmbeddedBrain` needs nothing else. */
  brain: Brain;
  sources: ToolSources;
  /** Starts accepted proposals. */
  rigs: RigStarter;
  /** The operator's tools. */
  mcp?: McpServers;
  /** Token price of the brain; free when omitted. */
  price?: TokenPrice | null;
  /** Limit of concurrent answers. Default 64. */
  maxRuns?: number;
  /** An answer that takes longer fails. Default 120 s. */
  timeoutMs?: number;
  /** How long a dead process's run waits before another takes it over. Default 15 s. */
  leaseMs?: number;
};

/** A hint about a run that was ended from outside, for the process that answers it. */
const endedTopic = 'run ended';

/** The agent feature: conversations, their runs and the stored events the WebSocket replays. */
export function createAgentFeature(context: ServiceContext, options: AgentOptions): Feature {
  const { config, db, ledger, holds, limits, hub, hints, clock, random, log } = context;
  const visitors = createVisitors({ db, clock, secret: config.botSecret, limits: config.visitors });
  const { rigs, mcp, price = null } = options;
  const journal = createJournal({ clock, random });
  const proposals = createAgentProposals({ clock, random, journal });
  const billing = countedBilling(createBilling({ ledger, holds, price }), limits);
  const queue = createQueue({ db, table: runJobTable, clock, leaseMs: options.leaseMs });
  measureJobs(context, 'agent', runJobTable);
  const rows = createConversationRows(clock);
  const cancelRun = createCancelRun({ queue, clock, journal, billing });
  const conversations = createConversations({
    db,
    clock,
    random,
    rows,
    proposals,
    cancelRun,
    price: answerPriceOf(price),
  });
  const asking = createAsking({ db, queue, clock, random, rows, journal, billing, cancelRun });
  const transcript = createConversationTranscript({ db, rows });
  const jobs = createRunJobs({ db, queue, clock, journal, proposals, billing });
  const tell = (event: AgentEvent) => hub.tellConversation(event.conversation_id, event);
  const calls = createToolCalls({ db, clock, log, journal, call: mcp?.call ?? notConnected, tell });
  let runner: AgentRunner | undefined;
  const stopHints = hints.on(endedTopic, (runId) => runner?.abandon(runId));
  return {
    routes: [
      ...versionRoutes({ db, clock, random, limits, rows, conversations, visitors }),
      ...agentRoutes({
        db,
        limits,
        visitors,
        conversations,
        asking,
        transcript,
        proposals,
        tell,
        accept: createAcceptProposal({ db, limits, proposals, rigs, calls, tell }),
        wake: () => runner?.wake(),
        abandon(runId) {
          runner?.abandon(runId);
          hints.tellOthers(endedTopic, runId);
        },
      }),
    ],
    events: { after: transcript.eventsAfter, lastSeqs: transcript.lastSeqs },
    start() {
      const thin = createThinEvents({ db, clock });
      const history = createConversationHistory({ db, proposals });
      const { metrics } = context;
      const prepare = async () => {
        await thin();
        await calls.sweep();
      };
      const otherTools = mcp?.tools;
      mcp?.start();
      runner = startAgentRunner({
        ...options,
        queue,
        jobs,
        history,
        prepare,
        tell,
        clock,
        log,
        metrics,
        otherTools,
      });
    },
    async stop() {
      stopHints();
      await runner?.stop();
      await mcp?.stop(); // ends the calls that are under way
      await calls.stop();
    },
  };
}
