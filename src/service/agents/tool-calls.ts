import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { Log } from '../../base/log.js';
import type { AgentEvent } from '../../contract/events.js';
import type { Journal } from './journal.js';
import type { CallOutcome, CallTool, McpCall } from './mcp/call.js';
import { appendProposal } from './proposals.js';
import type { ProposalRow } from './row.js';

/** Calls of the operator's tools that a person let run. Each is made at most once. */
export type ToolCalls = {
  /** Accepts an open proposal and starts its call; null when it is not open any more. */
  accept(id: string, call: McpCall): Promise<AgentEvent | null>;
  /** Reports the calls of processes that ended before them. */
  sweep(): Promise<void>;
  /** Waits for the outcomes of all calls. */
  stop(): Promise<void>;
};

/** Longer than any call may take. */
const longestMs = 330_000;
const everyMs = 60_000;

const sql = {
  accept: `UPDATE proposal SET status = 'accepted', run_until = @until
    WHERE id = @id AND kind = 'tool' AND status = 'open' AND expires_at > @now RETURNING *`,
  conclude: `UPDATE proposal SET outcome = @outcome
    WHERE id = @id AND run_until IS NOT NULL AND outcome IS NULL RETURNING *`,
  interrupted: `SELECT id FROM proposal WHERE run_until <= @now AND run_until IS NOT NULL AND outcome IS NULL
    LIMIT 100`,
};

const interrupted: CallOutcome = {
  status: 'unknown',
  text: 'Rigsmith was restarted before the tool answered.',
};

export function createToolCalls(deps: {
  db: Database;
  clock: Clock;
  log: Log;
  journal: Journal;
  call: CallTool;
  tell: (event: AgentEvent) => void;
}): ToolCalls {
  const { db, clock, log, journal, call, tell } = deps;
  const running = new Set<Promise<void>>();
  let nextAt = 0;

  const change = (which: string, values: Record<string, string | number>): Promise<AgentEvent | null> =>
    db.transaction(async (t) => {
      const row = await t.get<ProposalRow>(which, values);
      return row ? appendProposal({ t, row, journal, clock }) : null;
    });

  const conclude = async (id: string, outcome: CallOutcome): Promise<void> => {
    const event = await change(sql.conclude, { id, outcome: JSON.stringify(outcome) });
    if (event) tell(event);
  };

  const run = async (id: string, asked: McpCall): Promise<void> => {
    const outcome = await call(asked);
    log.info(
      { proposal: id, server: asked.server, tool: asked.tool, outcome: outcome.status },
      'tool called',
    );
    await conclude(id, outcome);
  };

  return {
    async accept(id, asked) {
      const now = clock.now();
      const event = await change(sql.accept, { id, now, until: now + longestMs });
      if (!event) return null;
      const under = run(id, asked)
        .catch((error) =>
          log.error({ err: error, proposal: id }, 'the outcome of a tool could not be stored'),
        )
        .finally(() => running.delete(under));
      running.add(under);
      return event;
    },
    async sweep() {
      const now = clock.now();
      if (now < nextAt) return;
      for (const { id } of await db.all<{ id: string }>(sql.interrupted, { now }))
        await conclude(id, interrupted);
      nextAt = now + everyMs;
    },
    async stop() {
      await Promise.all(running);
    },
  };
}
