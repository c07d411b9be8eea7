import { randomBytes } from 'node:crypto';
import { closeSync, fdatasyncSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { systemClock } from '../../src/base/clock.js';
import { openDatabase, write } from '../../src/base/store.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import type { SeenPayment } from '../../src/service/payments/machine.js';
import { createPaymentStore } from '../../src/service/payments/store.js';
import { type Figure, median } from '../figure.js';
import { addUsers, migrationsDir, openIntent } from './shop.js';

/** Many short rounds, each with its own ratio: the speed of a shared disk varies. */
const ROUNDS = 40;
const COMMITS = 100;

const perSecond = (count: number, run: (index: number) => unknown): number => {
  const begin = performance.now();
  for (let index = 0; index < count; index += 1) run(index);
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
  const db = await openDatabase(join(folder, 'credits.db'), migrationsDir);
  write(db, () => addUsers(db, COMMITS));
  const ledger = createLedger(db, systemClock);
  const store = createPaymentStore({ db, ledger, clock: systemClock });
  const file = openSync(join(folder, 'appended'), 'a');
  const entry = randomBytes(200);
  const rounds: [number, number, number][] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const ids = Array.from({ length: COMMITS }, (_, index) => round * COMMITS + index);
    write(db, () => {
      // Inside one transaction there is no contention: only settling is measured.
      for (const [user, id] of ids.entries())
        void store.intents.create(openIntent(id, user), [BigInt(id + 1)], () => undefined);
    });
    const appended = perSecond(COMMITS, () => {
      writeSync(file, entry);
      fdatasyncSync(file);
    });
    const credited = perSecond(COMMITS, (index) =>
      ledger.credit({ userId: `usr_${index}`, credits: 100, subject: `gift ${ids[index]}` }),
    );
    const settled = perSecond(COMMITS, (index) =>
      store.settlement.settle(`int_${ids[index]}`, [payment(ids[index]!, BigInt(ids[index]! + 1))]),
    );
    rounds.push([appended, credited, settled]);
  }
  closeSync(file);
  const succeeded = db.prepare(`SELECT count(*) FROM intent WHERE status = 'succeeded'`).pluck().get();
  db.close();
  if (succeeded !== COMMITS * (ROUNDS + 1)) throw new Error(`Only ${succeeded} purchases were settled.`);
  const [appended, credited, settled] = [0, 1, 2].map((side) =>
    median(rounds.slice(1).map((round) => round[side]!)),
  ) as [number, number, number];
  const [creditRatio, settleRatio] = [1, 2].map((side) =>
    median(rounds.slice(1).map((round) => round[side]! / round[0])),
  ) as [number, number];
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
      name: 'purchases settled: payment, verdict, receipt and credit',
      value: settled,
      unit: 'per s',
      peer,
      ratio: settleRatio,
    },
  ];
}
