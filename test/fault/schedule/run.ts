import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { encodeBase58 } from '../../../src/chain/address.js';
import { findRoot } from '../../../src/cli/root.js';
import type { ServiceConfig } from '../../../src/service/app.js';
import { createSimulatedChain } from './chain.js';
import { Crash, createFate } from './crash.js';
import { createDisk, migrated, type Sabotage } from './database.js';
import { createDice } from './dice.js';
import { createAuditor, judgeEnd, stepWatch } from './judge.js';
import { openNodes } from './nodes.js';
import { type Merchant, pay } from './pay.js';
import { makePlan, type Step, type Way } from './plan.js';
import { addBuyer, type Process, startProcess } from './process.js';
import { createShop, type Purchase } from './shop.js';
import { createTime } from './time.js';
import { type AccountOf, createAccounts } from './transaction.js';
import { sendDust, settingOf, type World } from './worlds.js';

export type ScheduleResult = {
  seed: number;
  problems: string[];
  plan: Step[];
  deaths: string[];
  /** How many points were passed, and which by name. */
  points: number;
  seen: string[];
  credited: number;
  /** Transactions that landed. */
  transactions: number;
};

export type ScheduleOptions = {
  /** From `emptyImage`, and the derived accounts: created once for many stories. */
  image?: Buffer;
  accountOf?: AccountOf;
  sabotage?: Sabotage;
  /** The world of the story; `plain` by default. */
  world?: World;
  /** The ways to pay; all of them by default. */
  ways?: readonly Way[];
  /** Steps of the plan to skip, by number, to find the shortest story that still fails. */
  without?: ReadonlySet<number>;
  /** Points at whose first passing a process dies, in order; by default chosen by the seed. */
  deathsAt?: readonly string[];
};

const steadily = [3_000, 20_000, 16 * 60_000, 20_000, 100_000, 20_000, 20_000, 61_000, 20_000];

const lastDeathBefore = 6;

/** The empty database of the service. */
export const emptyImage = (sabotage?: Sabotage) =>
  migrated(join(findRoot(), 'data', 'migrations', 'service'), stepWatch, sabotage);

/** The same people in every story: only the events differ. */
const someone = (name: string) => encodeBase58(createHash('sha256').update(name).digest());
const merchant: Merchant = {
  address: someone('merchant'),
  usdc: someone('usdc'),
  fakeMint: someone('fake mint'),
};
const stranger = someone('stranger');
const buyers = ['usr_ann', 'usr_bob', 'usr_cyd'].map((id) => ({ id, address: someone(id) }));

/** Resolves when everything pending in this turn of the event loop has run. */
const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * One payment story from a seed: buyers, payers, a faulty network and a service that dies occasionally, in an order
 * the seed decides; then all faults end, the state settles, and is judged.
 */
export async function runSchedule(seed: number, options: ScheduleOptions = {}): Promise<ScheduleResult> {
  const { accountOf = createAccounts(), world = 'plain' } = options;
  const dice = createDice(seed);
  /** A separate generator, so that the same seed tells the same story in every world. */
  const worldDice = createDice(seed ^ 0x5eed);
  const { manner, secondNodeAbove } = settingOf(world, worldDice);
  const plan = makePlan(dice, options.ways);
  const time = createTime();
  const fate = createFate();
  const disk = createDisk(options.image ?? emptyImage(options.sabotage), options.sabotage);
  const chain = createSimulatedChain({ time, dice, accountOf, mishaps: dice.pick([0, 0.1, 0.3]) });
  const address = () => encodeBase58(dice.bytes(32));
  for (const buyer of buyers) addBuyer(disk, buyer, time.now());
  const isPatient = dice.chance(0.8) && world !== 'forks';
  const requiredCommitment = isPatient ? 'finalized' : 'confirmed';
  const config = {
    ...configOf(merchant, requiredCommitment),
    ...(secondNodeAbove && { secondNodeAbove }),
  };
  const problems = new Set<string>();

  let process: Process | null = null;
  const audit = createAuditor(disk.raw);
  const shop = createShop({
    now: time.now,
    process: () => (process?.life.isOver() ? null : process),
    contradict: (problem) => void problems.add(`contradiction: ${problem}`),
  });

  const start = async () => {
    time.abandonSleepers();
    const life = fate.begin();
    try {
      const network = chain.open(life);
      const random = () => worldDice.int(1_000) / 1_000;
      const defect = options.sabotage?.nodes;
      const rpc =
        manner === null
          ? network
          : openNodes({ network, manner, clock: time, random, ...(defect && { defect }) });
      process = await startProcess({ life, disk, rpc, time, random: dice.bytes, config, told: shop.hear });
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      process = null;
    }
  };
  const settle = async () => {
    do await turn();
    while (disk.isBusy());
    if (process?.life.isOver()) process = null;
    for (const problem of audit()) problems.add(problem);
  };
  const bought = (number: number): Purchase | undefined => {
    const known = shop.purchases.filter(({ intent }) => intent !== null);
    return known[number % known.length];
  };

  /** At `confirmed` a dropped fork takes back credited money: `forks` covers that. */
  const wayIn = (planned: Way): Way => {
    if (world === 'forks') return worldDice.chance(0.25) ? 'dropped fork' : planned;
    return planned === 'dropped fork' && requiredCommitment === 'confirmed' ? 'moved fork' : planned;
  };

  const doStep = (step: Step) => {
    if (step.do === 'order') return shop.order(buyers[step.buyer]!, step.pack, step.currency, step.times);
    if (step.do === 'hint') return chain.hint();
    if (step.do === 'wait') return time.leap(time.now() + step.ms);
    if (step.do === 'die') return process?.life.die();
    if (step.do === 'order again') {
      const purchase = shop.purchases[step.purchase % shop.purchases.length];
      return purchase && shop.orderAgain(purchase);
    }
    const purchase = bought(step.purchase);
    if (!purchase?.intent) return;
    if (step.do === 'cancel') return shop.cancel(purchase);
    if (step.do === 'look') return shop.look(purchase);
    if (step.do === 'paste') {
      const one = chain.landed[step.transaction % chain.landed.length];
      return shop.press(purchase, one?.signature ?? encodeBase58(dice.bytes(64)));
    }
    if (step.do === 'press') {
      for (let times = 0; times < step.times; times += 1) shop.press(purchase);
      return;
    }
    const way = wayIn(step.way);
    const other = bought(step.other)?.intent ?? purchase.intent;
    const payer = purchase.buyer.address;
    const { reference } = purchase.intent;
    const dust = () =>
      world === 'dust' && sendDust(chain, merchant, { payer: stranger, reference, count: worldDice.int(8) });
    dust();
    pay(chain, merchant, way, { intent: purchase.intent, other, payer, stranger, newReference: address });
    dust();
    if (dice.chance(0.5)) chain.hint();
  };

  /** Lets the world advance a little: answers arrive in any order, sleepers resume, dead processes restart. */
  const drift = async () => {
    for (let moves = dice.int(12); moves > 0; moves -= 1) {
      if (!process && dice.chance(0.5)) await start();
      const next = time.next();
      if (dice.chance(0.75) || next === null) chain.answerOne();
      else time.leap(next);
      await settle();
    }
  };

  const deaths = deathsOf(dice);
  if (options.deathsAt) fate.doomAt(options.deathsAt);
  else for (const after of deaths) fate.doom(after);
  await start();
  for (const [number, step] of plan.entries()) {
    if (!options.without?.has(number)) doStep(step);
    await settle();
    await drift();
  }
  if (!options.deathsAt) fate.spare(); // some named points are passed only while the state settles
  chain.heal();
  for (const [leap, ms] of steadily.entries()) {
    if (leap === lastDeathBefore) fate.spare();
    if (!process) await start();
    do await settle();
    while (chain.answerOne());
    time.leap(time.now() + ms);
  }
  do await settle();
  while (chain.answerOne());

  for (const problem of judgeEnd(disk.raw, chain, shop, merchant)) problems.add(problem);
  const credited = disk.raw
    .prepare(`SELECT count(*) FROM ledger_entry WHERE kind = 'purchase'`)
    .pluck()
    .get();
  (process as Process | null)?.life.die();
  disk.raw.close();
  return {
    seed,
    problems: [...problems],
    plan,
    deaths: fate.deaths,
    points: fate.passed(),
    seen: [...fate.seen],
    credited: Number(credited),
    transactions: chain.landed.length,
  };
}

/** Up to three deaths, often close together, so that one happens during the recovery from another. */
function deathsOf(dice: ReturnType<typeof createDice>): number[] {
  const first = 1 + dice.int(400);
  const count = dice.pick([0, 1, 1, 2, 2, 3]);
  const gaps = Array.from({ length: 3 }, () => 1 + dice.int(dice.chance(0.5) ? 40 : 300));
  return [first, first + gaps[0]!, first + gaps[0]! + gaps[1]!].slice(0, count);
}

const configOf = (
  { address, usdc }: Merchant,
  requiredCommitment: 'confirmed' | 'finalized',
): ServiceConfig => ({
  dbPath: ':memory:',
  dataDir: '',
  migrationsDir: '',
  catalogDir: join(findRoot(), 'data', 'catalog'),
  baseUrl: 'http://127.0.0.1',
  domain: '127.0.0.1',
  network: 'localnet',
  masterKeys: [],
  merchantAddress: address,
  usdcMint: usdc,
  requiredCommitment,
});
