import { expect, it } from 'vitest';
import type { Database } from '../../../src/base/db/database.js';
import { createLog, type LogLine } from '../../../src/base/log.js';
import { startLoop } from '../../../src/base/loop.js';
import { asRequest, currentRequestId } from '../../../src/base/request-id.js';
import { createOutboxStore, startOutbox } from '../../../src/bot/delivery/outbox.js';
import { onEveryEngine } from '../../support/bot-database.js';
import { manualClock } from '../../support/clock.js';
import { eventually } from '../../support/eventually.js';

function noting() {
  const lines: LogLine[] = [];
  const log = createLog('debug', { destination: { write: (line) => lines.push(JSON.parse(line)) } });
  return { lines, log };
}

it('every line of an act has its id, also after a wait, and lines of others have not', async () => {
  const { lines, log } = noting();
  await Promise.all([
    asRequest('req_1', async () => {
      await Promise.resolve();
      log.info('one');
    }),
    asRequest('req_2', async () => log.info({ request_id: 'req_given' }, 'two')),
  ]);
  log.info('three');
  const ids = Object.fromEntries(lines.map(({ msg, request_id }) => [msg, request_id]));
  expect(ids).toEqual({ one: 'req_1', two: 'req_given', three: undefined });
});

it('a loop that an act starts or wakes goes on outside of it', async () => {
  const clock = manualClock();
  const seen: (string | undefined)[] = [];
  const loop = asRequest('req_1', () =>
    startLoop({
      name: 'test',
      everyMs: 1_000,
      round: async () => {
        seen.push(currentRequestId());
        return undefined;
      },
      clock,
      log: noting().log,
    }),
  );
  asRequest('req_2', () => loop.wake());
  await eventually(() => expect(seen.length).toBeGreaterThan(1));
  await loop.stop();
  expect(new Set(seen)).toEqual(new Set([undefined]));
});

onEveryEngine((openDatabase) => {
  /** A process delivers the waiting messages. @returns the ids under which its deliveries ran, by subject */
  async function delivers(db: Database, count: number): Promise<Record<string, unknown>> {
    const clock = manualClock();
    const { lines, log } = noting();
    const store = createOutboxStore(db, clock);
    const deliver = { card: async (subject: string) => log.info({ subject }, 'sent') };
    const refused = { keep: async () => undefined as never };
    const worker = startOutbox({ store, refused, deliver, clock, log });
    const done = () => lines.filter(({ msg }) => msg === 'job done');
    await eventually(() => expect(done()).toHaveLength(count));
    await worker.stop();
    const sent = lines.filter(({ msg }) => msg === 'sent');
    return Object.fromEntries(sent.map(({ subject, request_id }) => [subject, request_id]));
  }

  it('a delivery runs under the id of the act that queued it, also in a process that starts later', async () => {
    const db = await openDatabase();
    const { put } = createOutboxStore(db, manualClock());
    const queue = (subject: string) => db.transaction((t) => put(t, 'card', subject));
    await Promise.all([
      asRequest('req_1', () => queue('first')),
      asRequest('req_2', () => queue('second')),
      queue('third'),
    ]);
    await queue('first'); // a round puts it again
    expect(await delivers(db, 3)).toEqual({ first: 'req_1', second: 'req_2', third: undefined });
    await db.close();
  });
});
