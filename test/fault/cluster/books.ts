import { execFile } from 'node:child_process';
import { join } from 'node:path';
import pg from 'pg';
import { drawView } from '../../../src/bot/talk/drawing.js';
import { emptyView, foldEvent } from '../../../src/bot/talk/view.js';
import { findRoot } from '../../../src/cli/root.js';
import { type EventRow, fromEvent } from '../../../src/service/agents/row.js';
import { t } from '../../support/copy.js';

/** What the two schemas say in the end. */
export type ClusterBooks = {
  /** Purchases that were credited, by reference. */
  credited: Set<string>;
  problems: string[];
  /** Work that has not ended. */
  open: number;
  /** The answers of each thread as the service has them, as messages of Discord. */
  answers: Map<string, string[]>;
};

const sql = {
  wrong: `SELECT intent.id, count(entry.id)::int AS entries, intent.status FROM service.intent
    LEFT JOIN service.ledger_entry entry ON subject = intent.id AND kind = 'purchase' AND entry.credits = intent.credits
    GROUP BY intent.id, intent.status HAVING (count(entry.id) = 1) <> (intent.status = 'succeeded') OR count(entry.id) > 1`,
  credited: `SELECT reference FROM service.intent WHERE status = 'succeeded'`,
  torn: `SELECT id FROM service.ledger_account WHERE user_id IS NOT NULL AND balance <>
      (SELECT coalesce(sum(credits), 0) FROM service.ledger_entry WHERE to_account = ledger_account.id)
      - (SELECT coalesce(sum(credits), 0) FROM service.ledger_entry WHERE from_account = ledger_account.id)`,
  open: `SELECT (SELECT count(*) FROM service.generation WHERE status IN ('queued', 'running'))
      + (SELECT count(*) FROM service.run WHERE status IN ('queued', 'running'))
      + (SELECT count(*) FROM bot.outbox) AS open`,
  unanswered: `SELECT id, state, message_id AS message, member_id AS member, owner FROM bot.interaction
    WHERE state <> 'answered'`,
  talks: 'SELECT thread_id AS thread, conversation_id AS conversation FROM bot.talk',
  events: 'SELECT * FROM service.agent_event WHERE conversation_id = $1 ORDER BY seq',
  runs: 'SELECT id FROM service.run WHERE conversation_id = $1 ORDER BY sequence',
};

/** Reads the database of a cluster at rest. */
export async function readClusterBooks(url: string): Promise<ClusterBooks> {
  const types = new pg.TypeOverrides();
  types.setTypeParser(20, Number);
  const client = new pg.Client({ connectionString: url, types });
  await client.connect();
  const all = async <T>(text: string, values: unknown[] = []) =>
    (await client.query(text, values)).rows as T[];
  try {
    const wrong = await all<{ id: string; entries: number; status: string }>(sql.wrong);
    const torn = await all<{ id: string }>(sql.torn);
    const unanswered = await all<object>(sql.unanswered);
    const answers = new Map<string, string[]>();
    for (const { thread, conversation } of await all<{ thread: string; conversation: string }>(sql.talks)) {
      const told = (await all<EventRow>(sql.events, [conversation])).map(fromEvent);
      const runs = await all<{ id: string }>(sql.runs, [conversation]);
      answers.set(
        thread,
        runs.flatMap(
          ({ id }) =>
            drawView(told.filter(({ run_id }) => run_id === id).reduce(foldEvent, emptyView), t).texts,
        ),
      );
    }
    return {
      credited: new Set((await all<{ reference: string }>(sql.credited)).map(({ reference }) => reference)),
      open: Number((await all<{ open: string }>(sql.open))[0]?.open),
      problems: [
        ...wrong.map(
          ({ id, entries, status }) => `${id} is ${status} and has ${entries} entries of its credits`,
        ),
        ...torn.map(({ id }) => `the balance of ${id} is not the sum of its entries`),
        ...unanswered.map((row) => `an interaction was never answered: ${JSON.stringify(row)}`),
      ],
      answers,
    };
  } finally {
    await client.end();
  }
}

/** `rigsmith reconcile`, as an operator runs it. @returns what it said when it found a difference */
export function runReconcile(environment: Record<string, string>): Promise<string | null> {
  const main = join(findRoot(), 'dist', 'src', 'main.js');
  return new Promise((resolve) =>
    execFile(process.execPath, [main, 'reconcile'], { env: environment }, (error, stdout, stderr) =>
      resolve(error ? `${stdout}${stderr}`.trim() : null),
    ),
  );
}
