import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../../src/base/clock.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import type { SeenPayment } from '../../src/service/payments/machine.js';
import { createPaymentStore } from '../../src/service/payments/store.js';
import { type Figure, median } from '../figure.js';
import { migrationsDir } from '../service/config.js';
import { addUsers, openIntent } from './shop.js';

/** Many short rounds, each with its own ratio: the speed of a shared disk varies. */
const ROUNDS = 40;
const COMMITS = 100;
const AT_ONCE = 64;

/** One after the other. */
const perSecond = async (count: number, run: (index: number) => unknown): Promise<number> => {
  const begin = performance.now();
  for (let index = 0; index < count; index += 1) await run(index);
  return (count * 1_000) / (performance.now() - begin);
};

/** So many are always under way. */
const perSecondAtOnce = async (
  count: number,
  atOnce: number,
  run: (index: number) => Promise<unknown>,
): Promise<number> => {
  const begin = performance.now();
  let next = 0;
  const lane = async () => {
    while (next < count) await run(next++);
  };
  await Promise.all(Array.from({ length: atOnce }, lane));
  return (count * 1_000) / (performance.now() - begin);
};

const payment = (index: number, amountBaseUnits: bigint): SeenPayment => ({
  signature: `signature ${index}`,
  part: 'payer/SOL',
  standing: 'counts',
  payer: 'payer',
  amountBaseUnits,
  mint: null,
  slot: index,
  commitment: 'finalized',
  paidAt: Date.now(),
});

/** Credits posted and purchases settled, each durable on its own, compared with equally durable plain appends. */
export async function crediting(folder: string): Promise<Figure[]> {
  const db = await openSqlite(join(folder, 'credits.db'), migrationsDir);
  await db.transaction((t) => addUsers(t, COMMITS));
  const ledger = createLedger(systemClock);
  const store = createPaymentStore({ db, ledger, clock: systemClock });
  const file = openSync(join(folder, 'appended'), 'a');
  const entry = randomBytes(200);
  const credit = (subject: string, index: number) =>
    db.transaction((t) => ledger.credit(t, { userId: `usr_${index}`, credits: 100, subject }));
  const rounds: [number, number, number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ids = Array.from({ length: COMMITS }, (_, index) => round * COMMITS + index);
    await Promise.all(
      ids.map((id, user) =>
        store.intents.create(openIntent(id, user), [BigInt(id + 1)], async () => undefined),
      ),
    );
    const appended = await perSecond(COMMITS, () => {
      writeSync(file, entry);
      fdatasyncSync(file);
    });
    const credited = await perSecond(COMMITS, (index) => credit(`gift ${ids[index]}`, index));
    const together = await perSecondAtOnce(COMMITS * 4, AT_ONCE, (index) =>
      credit(`gift ${ids[0]} ${index}`, index % COMMITS),
    );
    const settled = await perSecond(COMMITS, (index) =>
      store.settlement.settle(`int_${ids[index]}`, [payment(ids[index]!, BigInt(ids[index]! + 1))]),
    );
    rounds.push([appended, credited, settled, together]);
  }
  closeSync(file);
  const succeeded = (await db.all(`SELECT id FROM intent WHERE status = 'succeeded'`)).length;
  await db.close();
  if (succeeded !== COMMITS * (ROUNDS + 1)) throw new Error(`Only ${succeeded} purchases were settled.`);
  const [appended, credited, settled, together] = [0, 1, 2, 3].map((side) =>
    median(rounds.slice(1).map((round) => round[side]!)),
  ) as [number, number, number, number];
  const [creditRatio, settleRatio, togetherRatio] = [1, 2, 3].map((side) =>
    median(rounds.slice(1).map((round) => round[side]! / round[0])),
  ) as [number, number, number];
  const peer = { name: 'append of 200 bytes + fdatasync', value: appended };
  return [
    {
      name: 'durable credit transactions',
      value: credited,
      unit: 'per s',
      peer,
      ratio: creditRatio,
      goal: { text: '>= .8 x append + fdatasync', met: creditRatio >= 0.8 },
    },
    {
      name: `durable credit transactions, ${AT_ONCE} at once`,
      value: together,
      unit: 'per s',
      peer,
      ratio: togetherRatio,
      goal: { text: '>= 4 x append + fdatasync', met: togetherRatio >= 4 },
    },
    {
      name: 'purchases settled: payment, verdict, receipt and credit',
      value: settled,
      unit: 'per s',
      peer,
      ratio: settleRatio,
    },
  ];
}
