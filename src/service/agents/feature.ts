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
  /** Who answers: `createEmbeddedBrain` needs nothing else. */
  brain: Brain;
  sources: ToolSources;
  /** Where an accepted proposal is started. */
  rigs: RigStarter;
  /** What the brain's words cost; free when left out. */
  price?: TokenPrice | null;
  /** Answers under way at once. Default 64. */
  maxRuns?: number;
  /** An answer that takes longer ends as failed. Default 120 s. */
  timeoutMs?: number;
  /** How long a dead process's run waits to be taken over. Default 15 s. */
  leaseMs?: number;
};

/** The agents room: conversations, their runs and the stored events the WebSocket replays. */
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
