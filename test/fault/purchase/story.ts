import { join } from 'node:path';
import { createVirtualTime } from '../../../bench/relay/time.js';
import { silentLog } from '../../../src/base/log.js';
import { startLoop } from '../../../src/base/loop.js';
import { createSeal } from '../../../src/base/seal.js';
import { type Database, openDatabase } from '../../../src/base/store.js';
import { purchaseCard, purchaseNews } from '../../../src/bot/cards/purchase.js';
import { createOutboxStore, startOutbox } from '../../../src/bot/outbox.js';
import { createPurchaseFlow } from '../../../src/bot/purchase/flow.js';
import { outcomeOf } from '../../../src/bot/purchase/news.js';
import { createPurchaseStore, type Purchase } from '../../../src/bot/purchase/store.js';
import { createTeller } from '../../../src/bot/purchase/tell.js';
import { createRefusedStore } from '../../../src/bot/refused.js';
import type { Sessions } from '../../../src/bot/session/flow.js';
import { findRoot } from '../../../src/cli/root.js';
import type { Http } from '../../../src/client/http.js';
import type { Intent } from '../../../src/contract/payments.js';
import { createDice } from '../schedule/dice.js';
import { createChannel, wordsOf } from './discord.js';
import { buyer, createShop } from './shop.js';

/** A defect put in on purpose, to prove that the stories find one. */
export type Sabotage = {
  /** What a push says is kept as it stands. */
  believesPushes?: boolean;
  /** What was told is not noted. */
  forgetsTold?: boolean;
  /** What Discord refuses is taken for done. */
  takesRefusalForDone?: boolean;
};

export type StoryOptions = {
  /** Discord refuses edits, posts and direct messages in turn. */
  isRefusing?: boolean;
  /** The story ends with a deleted card, so that only messages tell, and each delivery is asked for again later. */
  isAskedAgain?: boolean;
};

const member = '700000000000000101';
const migrations = join(findRoot(), 'data', 'migrations', 'bot');
const minuteMs = 60_000;
const busyMs = 60_000;
/** Longer than Discord remembers a nonce. */
const forgottenMs = 45_000;
/** Long enough for what was refused to be tried again. */
const refusedCalmMs = 2 * minuteMs;

/** One purchase from beginning to end, through a seed: what a member was told, and what is wrong about it. */
export async function playStory(
  seed: number,
  sabotage: Sabotage = {},
  { isRefusing = false, isAskedAgain = false }: StoryOptions = {},
) {
  const time = createVirtualTime();
  const dice = createDice(seed);
  const db = await openDatabase(':memory:', migrations);
  let isCalm = false;
  const channel = createChannel(time, dice, () => isCalm, isRefusing);
  const shop = createShop(time, dice, (intent) => void push(intent));
  const second = { ...shop.now(), id: 'int_2' };

  const bear = () => createBot({ db, time, dice, channel, shop, second, sabotage, isCalm: () => isCalm });
  let bot = bear();
  let deaths = 0;
  const push = async (intent: Intent) => {
    if (!isCalm && dice.chance(0.2)) return; // the socket was down
    await time.sleep(dice.int(4_000));
    bot.hear(intent);
  };
  const kill = () => {
    bot.kill();
    deaths += 1;
  };
  const play = async () => {
    await bot.start();
    kill();
    await time.sleep(dice.pick([0, 2 * minuteMs, 13 * minuteMs, 16 * minuteMs]));
    bot = bear();
    bot.run();
    for (const end = time.now() + busyMs; time.now() < end; ) {
      await time.sleep(dice.int(2_500));
      if (dice.chance(0.08)) {
        kill();
        await time.sleep(dice.int(10_000));
        bot = bear();
        bot.run();
      } else if (dice.chance(0.015)) channel.deleteCard();
      else if (dice.chance(0.5)) void bot.press();
      else if (dice.chance(0.1)) shop.look();
      else void shop.act();
    }
    void bot.press();
    await time.sleep(6_000); // what was paid becomes final
    isCalm = true;
    for (let round = 0; round < 2; round += 1) {
      await bot.wake();
      await time.sleep(isRefusing ? refusedCalmMs : 12_000);
    }
    if (!isAskedAgain) return;
    channel.deleteCard();
    for (let round = 0; round < 2; round += 1) {
      await bot.askAgain();
      await time.sleep(forgottenMs);
    }
  };
  let isDone = false;
  const played = play().finally(() => {
    isDone = true;
  });
  await time.play(() => isDone);
  await played;
  const purchase = await bot.purchase();
  const below = (await bot.untold()).map(wordsOf);
  bot.kill();
  db.close();
  const problems = judge(purchase, shop.past, channel, { below, isRefusing });
  return { problems, deaths, told: channel.said.length, refused: channel.refused };
}

type Story = {
  db: Database;
  time: ReturnType<typeof createVirtualTime>;
  dice: ReturnType<typeof createDice>;
  channel: ReturnType<typeof createChannel>;
  shop: ReturnType<typeof createShop>;
  second: Intent;
  sabotage: Sabotage;
  isCalm(): boolean;
};

/** One life of the bot: its own flow, store, outbox and teller over a database that outlives it. */
function createBot({ db, time, dice, channel, shop, second, sabotage, isCalm }: Story) {
  let isAlive = true;
  /** Nothing comes back to a process that is dead. */
  const alive = <T>(answer: Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      answer.then(
        (value) => isAlive && resolve(value),
        (error) => isAlive && reject(error),
      );
    });
  const answers: Record<string, (id: string) => unknown> = {
    readCredits: () => ({ available: 140 }),
    readIntent: (id) => (id === second.id ? second : shop.now()),
    confirmIntent: (id) => (id === second.id ? second : shop.now()),
    cancelIntent: () => shop.now(),
    createIntent: () => (shop.past.length > 1 ? second : shop.now()),
  };
  const call = async ({ id }: { id: string }, { params }: { params?: { intent_id: string } }) => {
    await time.sleep(5 + dice.int(500));
    if (!isCalm() && dice.chance(0.05)) throw new Error('503');
    const body = answers[id]?.(params?.intent_id ?? '');
    await time.sleep(5 + dice.int(500));
    return { body };
  };
  const outbox = createOutboxStore(db, time);
  const refused = createRefusedStore({ db, clock: time });
  const store = createPurchaseStore({
    db,
    clock: time,
    outbox,
    pageUrl: 'https://r.example/pay',
    seal: createSeal(['11'.repeat(32)]),
  });
  const flowWith = (ask: (endpoint: { id: string }, options: object) => Promise<unknown>) =>
    createPurchaseFlow({
      store,
      clock: time,
      random: dice.bytes,
      network: 'localnet',
      skus: [],
      listen: () => true,
      http: {} as Http,
      sessions: {
        walletOf: async () => ({ address: buyer }),
        walletsOf: async () => [],
        serviceOf: () => ({ call: (...asked: Parameters<typeof call>) => alive(ask(...asked)) }),
      } as unknown as Sessions,
    });
  const flow = flowWith(call);
  const edit: typeof channel.messenger.edit = async (...asked) => {
    const edited = await alive(channel.messenger.edit(...asked));
    return sabotage.takesRefusalForDone ? 'edited' : edited;
  };
  const { deliver, untold } = createTeller({
    store: sabotage.forgetsTold ? { ...store, noteTold: async () => undefined } : store,
    messenger: {
      edit,
      send: (...message) => alive(channel.messenger.send(...message)),
      remove: (...message) => alive(channel.messenger.remove(...message)),
    },
    sendDirect: (...message) => alive(channel.sendDirect(...message)),
  });
  const loops: { stop(): Promise<void> }[] = [];

  const pressOnce = async () => {
    const { id, intent } = await purchase();
    if (intent.status === 'expired' && dice.chance(0.5)) return flow.renew(member, id);
    return flow.check(member, id);
  };
  const purchase = async (): Promise<Purchase> => (await store.find('int_1'))!;
  return {
    purchase,
    start: () =>
      flow
        .start(
          { id: member, name: 'mia' },
          { guildId: '1', guildName: 'x', channelId: '1', messageId: '2' },
          { packId: 'starter', currency: 'SOL' },
          'key',
        )
        .catch(() => store.add(firstOf(shop, time.now()), time.now())),
    run() {
      const every = { everyMs: 1_000, clock: time, log: silentLog };
      const round = async () => void (await flow.sweep());
      const never = async () => undefined;
      loops.push(
        startLoop({ ...every, name: 'purchases', round }),
        startOutbox({
          ...every,
          store: outbox,
          refused,
          deliver: {
            ...deliver,
            rig: never,
            notice: never,
            proposal: never,
            case: never,
            talk_trouble: never,
          },
        }),
      );
      void flow.resume();
    },
    hear(intent: Intent) {
      if (!isAlive) return;
      const hearing = sabotage.believesPushes ? flowWith(async () => ({ body: intent })) : flow;
      hearing.hear(intent).catch(() => undefined);
    },
    async press() {
      try {
        const drawn = await pressOnce();
        await alive(channel.answer(purchaseCard(drawn)));
        await flow.answered(drawn);
      } catch {
        // refused, or lost on the way: whoever pressed sees it and may press again
      }
    },
    wake: () => store.wake(member),
    /** As a start does for every purchase of the last minutes. */
    askAgain: () => store.redraw(0),
    /** What goes below the member's next answer. */
    untold: () => untold(member),
    kill() {
      isAlive = false;
      for (const loop of loops) void loop.stop();
    },
  };
}

const firstOf = (shop: Story['shop'], createdAt: number) => ({
  id: 'int_1',
  memberId: member,
  memberName: 'mia',
  address: buyer,
  channelId: '1',
  messageId: '2',
  intent: shop.now(),
  token: 'abcdefghjkmnpqrstvwxyz0123456789',
  createdAt,
});

const unexpected = new Set(['paid_late', 'duplicate', 'unmatched', 'wrong_asset']);
/** The same card but for when the chain was looked at, and a balance that may not have been read. */
const essence = (words: string): string =>
  words
    .split('\n')
    .filter((line) => !/seen yet/i.test(line))
    .join('\n')
    .replace(/ You now have \*\*[^*]+\*\*\./, '');

function judge(
  purchase: Purchase,
  past: readonly Intent[],
  channel: ReturnType<typeof createChannel>,
  { below, isRefusing }: { below: string[]; isRefusing: boolean },
): string[] {
  const problems: string[] = [];
  const final = { ...purchase, intent: past.at(-1)! };
  const outcomes = past.map((intent) => outcomeOf({ ...purchase, intent }));
  const outcomeBy = new Map(outcomes.flatMap((one) => (one === null ? [] : [[channel.keyOf(one), one]])));
  const told = channel.said.map(({ key }) => outcomeBy.get(key) ?? key);
  for (const outcome of told)
    if (!outcomes.includes(outcome)) problems.push(`told what never was: ${outcome}`);
  for (const [at, outcome] of told.entries())
    if (told.indexOf(outcome) < at) problems.push(`told twice: ${outcome}`);
  let from = 0;
  for (const outcome of told) {
    from = outcomes.indexOf(outcome, Math.max(0, from));
    if (from < 0) problems.push(`told too late: ${outcome}`);
  }

  const last = outcomes.at(-1) ?? null;
  const reached = past[outcomes.lastIndexOf(last)]!;
  const mustTell = purchase.replacedBy !== null || unexpected.has(reached.exception ?? '');
  const isTold = told.at(-1) === last || below.some((words) => words.includes(purchaseNews(final)));
  if (last !== null && mustTell && !isTold) problems.push(`not told: ${last}, but ${told.at(-1)}`);
  const card = channel.card();
  if (card !== null && purchase.replacedBy === null) {
    const right = essence(wordsOf(purchaseCard(final)));
    // Where Discord refuses the card, a member who was told otherwise does not need it.
    const mayBeOld = isRefusing && (isTold || last === null);
    if (essence(card) !== right && !mayBeOld)
      problems.push(`the card says ${essence(card)} and not ${right}`);
  }
  return problems;
}
