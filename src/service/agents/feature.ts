import type { AgentEvent } from '../../contract/events.js';
import type { Feature, ServiceContext } from '../feature.js';
import { createAcceptProposal, type RigStarter } from './acceptance.js';
import { createBilling, type TokenPrice } from './billing.js';
import type { Brain } from './brain.js';
import { createJournal } from './journal.js';
import { createProposals } from './proposals.js';
import { createRunQueue } from './queue.js';
import { agentRoutes } from './routes.js';
import { type AgentRunner, startAgentRunner } from './runner.js';
import { createAgentStore } from './store.js';
import type { ToolSources } from './tools/tool.js';

export type AgentOptions = {
  /** The brain that answers: `createEmbeddedBrain` needs nothing else. */
  brain: Brain;
  sources: ToolSources;
  /** Starts accepted proposals. */
  rigs: RigStarter;
  /** Token price of the brain; free when omitted. */
  price?: TokenPrice | null;
  /** Limit of concurrent answers. Default 64. */
  maxRuns?: number;
  /** An answer that takes longer fails. Default 120 s. */
  timeoutMs?: number;
  /** How long a dead process's run waits before another takes it over. Default 15 s. */
  leaseMs?: number;
};

/** The agent feature: conversations, their runs and the stored events the WebSocket replays. */
export function createAgentFeature(context: ServiceContext, options: AgentOptions): Feature {
  const { db, ledger, hub, clock, random, log } = context;
  const { rigs, price = null } = options;
  const journal = createJournal({ db, clock, random });
  const proposals = createProposals({ db, clock, random, journal });
  const billing = createBilling(ledger, price);
  const store = createAgentStore({ db, clock, random, journal, proposals, billing });
  const queue = createRunQueue({ db, clock, journal, proposals, billing });
  const tell = (event: AgentEvent) => hub.tellConversation(event.conversation_id, event);
  let runner: AgentRunner | undefined;
  return {
    routes: agentRoutes({
      db,
      store,
      proposals,
      tell,
      accept: createAcceptProposal({ db, proposals, rigs, tell }),
      wake: () => runner?.wake(),
      abandon: (runId) => runner?.abandon(runId),
    }),
    events: { after: store.eventsAfter },
    start() {
      runner = startAgentRunner({ queue, tell, clock, random, log, ...options });
    },
    stop: async () => runner?.stop(),
  };
}
