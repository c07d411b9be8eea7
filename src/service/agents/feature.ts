import type { AgentEvent } from '../../contract/events.js';
import type { Feature, ServiceContext } from '../feature.js';
import type { Brain } from './brain.js';
import { createJournal } from './journal.js';
import { createRunQueue } from './queue.js';
import { agentRoutes } from './routes.js';
import { type AgentRunner, startAgentRunner } from './runner.js';
import { createAgentStore } from './store.js';
import type { ToolSources } from './tools.js';

export type AgentOptions = {
  /** Who answers: `createEmbeddedBrain` needs nothing else. */
  brain: Brain;
  sources: ToolSources;
  /** Answers under way at once. Default 64. */
  maxRuns?: number;
  /** An answer that takes longer ends as failed. Default 120 s. */
  timeoutMs?: number;
  /** How long a dead process's run waits to be taken over. Default 15 s. */
  leaseMs?: number;
};

/** The agents room: conversations, their runs and the stored events the WebSocket replays. */
export function createAgentFeature(context: ServiceContext, options: AgentOptions): Feature {
  const { db, hub, clock, random, log } = context;
  const journal = createJournal({ db, clock, random });
  const store = createAgentStore({ db, clock, random, journal });
  const queue = createRunQueue({ db, clock, journal });
  const tell = (event: AgentEvent) => hub.tellConversation(event.conversation_id, event);
  let runner: AgentRunner | undefined;
  return {
    routes: agentRoutes({
      store,
      wake: () => runner?.wake(),
      canceled: (runId, event) => {
        runner?.abandon(runId);
        tell(event);
      },
    }),
    events: { after: store.eventsAfter },
    start() {
      runner = startAgentRunner({ queue, tell, clock, random, log, ...options });
    },
    stop: async () => runner?.stop(),
  };
}
