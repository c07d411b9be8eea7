import { join } from 'node:path';
import { createVirtualTime } from '../../../bench/relay/time.js';
import type { Database } from '../../../src/base/db/database.js';
import { openSqlite } from '../../../src/base/db/open-sqlite.js';
import { silentLog } from '../../../src/base/log.js';
import { startLoop } from '../../../src/base/loop.js';
import { createSeal } from '../../../src/base/seal.js';
import { createOutboxStore, startOutbox } from '../../../src/bot/delivery/outbox.js';
import { createRefusedStore } from '../../../src/bot/delivery/refused.js';
import { purchaseCard, purchaseNews } from '../../../src/bot/purchase/cards/purchase.js';
import { createPurchaseFlow } from '../../../src/bot/purchase/flow.js';
import { outcomeOf } from '../../../src/bot/purchase/news.js';
import { createPurchaseNotifier } from '../../../src/bot/purchase/notifier.js';
import type { Purchase } from '../../../src/bot/purchase/purchase.js';
import { createPurchaseStores } from '../../../src/bot/purchase/stores.js';
import type { Sessions } from '../../../src/bot/session/flow.js';
import { findRoot } from '../../../src/cli/root.js';
import type { Http } from '../../../src/client/http.js';
import type { Intent } from '../../../src/contract/payments.js';
import { languages, t } from '../../support/copy.js';
import { countWaiting } from '../counted.js';
import { createDice } from '../schedule/dice.js';
import { createPrivateView, wordsOf } from './discord.js';
import { buyer, createShop } from './shop.js';

/** A defect put in on purpose, to prove that the stories find one. */
export type Sabotage = {
  /** What a push says is kept as it stands. */
  believesPushes?: boolean;
  /** Leaves out messages and cards. */
  forgetsTold?: boolean;
  /** What Discord refuses is taken for done. */
  takesRefusalForDone?: boolean;
};

export type StoryOptions = {
  /** Discord refuses edits and direct messages in turn. */
  isRefusing?: boolean;
  /** The story ends with a dismissed card, so that only messages tell, and each delivery is asked for again later. */
  isAskedAgain?: boolean;
};

const member = '700000000000000101';
const place = { messageId: '2', locale: 'en-US' };
const migrations = join(findRoot(), 'data', 'migrations', 'bot');
const minuteMs = 60_000;
const busyMs = 60_000;
/** Longer than Discord remembers a nonce. */
const forgottenMs = 45_000;
/** Long enough for refused deliveries to be retried. */
const refusedCalmMs = 2 * minuteMs;

/** One purchase from beginning to end, by a seed: the notices to the member, and the mistakes in them. */
export async function playStory(
  seed: number,
  sabotage: Sabotage = {},
  { isRefusing = false, isAskedAgain = false }: StoryOptions = {},
) {
  const dice = createDice(seed);
  const { db, isBusy } = countWaiting(await openSqlite(':memory:', migrations));
  const time = createVirtualTime(undefined, isBusy);
  let isCalm = false;
  const channel = createPrivateView(time, dice, () => isCalm, isRefusing);
  const shop = createShop(time, dice, (intent) => void push(intent));
  const second = { ...shop.now(), id: 'int_2' };

  const bear = () => createBot({ db, time, dice, channel, shop, second, sabotage, isCalm: () => isCalm });
  let bot = bear();
  let deaths = 0;
  let reopened: Purchase | null = null;
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
    /** A press draws the card by its interaction, which Discord does not refuse; it would hide a refused edit. */
    const leavesAt =
      isRefusing && dice.chance(0.5) ? time.now() + dice.int(busyMs) : Number.POSITIVE_INFINITY;
    const press = () => void (time.now() < leavesAt && bot.press());
    for (const end = time.now() + busyMs; time.now() < end; ) {
      await time.sleep(dice.int(2_500));
      if (dice.chance(0.08)) {
        kill();
        await time.sleep(dice.int(10_000));
        bot = bear();
        bot.run();
      } else if (dice.chance(0.015)) channel.dismissCard();
      else if (dice.chance(0.5)) press();
      else if (dice.chance(0.1)) shop.look();
      else void shop.act();
    }
    press();
    await time.sleep(6_000); // payments become final
    isCalm = true;
    for (let round = 0; round < 2; round += 1) {
      await bot.resumeMember();
      await time.sleep(isRefusing ? refusedCalmMs : 12_000);
    }
    reopened = await bot.reopen();
    if (!isAskedAgain) return;
    channel.dismissCard();
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
  const found = wordsOf(purchaseCard(reopened ?? purchase, t));
  const below = (await bot.pendingNotices()).map(({ card }) => wordsOf(card));
  bot.kill();
  await db.close();
  const problems = judge(purchase, shop.past, channel, { below, found, isRefusing });
  return { problems, deaths, told: channel.said.length, refused: channel.refused };
}

type Story = {
  db: Database;
  time: ReturnType<typeof createVirtualTime>;
  dice: ReturnType<typeof createDice>;
  channel: ReturnType<typeof createPrivateView>;
  shop: ReturnType<typeof createShop>;
  second: Intent;
  sabotage: Sabotage;
  isCalm(): boolean;
};

/** One life of the bot: its own flow, store, outbox and notifier over a database that outlives it. */
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
  const refused = createRefusedStore({ db, queue: outbox.queue, clock: time });
  const stores = createPurchaseStores({
    db,
    clock: time,
    outbox,
    pageUrl: 'https://r.example/pay',
    seal: createSeal(['11'.repeat(32)]),
  });
  const { store, checks, cards, news } = stores;
  const flowWith = (ask: (endpoint: { id: string }, options: object) => Promise<unknown>) =>
    createPurchaseFlow({
      stores,
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
  const forget = async () => undefined;
  const editPrivate: typeof channel.messenger.editPrivate = async (...asked) => {
    const edited = await alive(channel.messenger.editPrivate(...asked));
    return sabotage.takesRefusalForDone ? 'edited' : edited;
  };
  const { deliver, pendingNotices } = createPurchaseNotifier({
    store,
    news: sabotage.forgetsTold ? { ...news, noteNotified: forget, noteShown: forget } : news,
    cards,
    messenger: { editPrivate },
    sendDirect: (...message) => alive(channel.sendDirect(...message)),
    languages,
  });
  const loops: { stop(): Promise<void> }[] = [];

  const pressOnce = async () => {
    const { id, intent } = await purchase();
    if (intent.status === 'expired' && dice.chance(0.5)) return flow.renew(member, id, place);
    return flow.check(member, id, place);
  };
  const purchase = async (): Promise<Purchase> => (await store.find('int_1'))!;
  return {
    purchase,
    start: () =>
      flow
        .start({ id: member, name: 'mia' }, place, { packId: 'starter', currency: 'SOL' }, 'key')
        .catch(() => store.add(firstOf(shop, time.now()), place, time.now())),
    run() {
      const every = { everyMs: 1_000, clock: time, log: silentLog };
      const round = async () => void (await flow.sweep());
      const never = async () => undefined;
      const endCards = async () => void (await flow.endCards());
      loops.push(
        startLoop({ ...every, name: 'purchases', round }),
        startLoop({ ...every, name: 'ending purchase cards', round: endCards }),
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
      hearing.onIntent(intent).catch(() => undefined);
    },
    async press() {
      if (!channel.press()) return;
      try {
        const drawn = await pressOnce();
        await alive(channel.answer(purchaseCard(drawn, t)));
        await flow.answered(drawn, place);
      } catch {
        // refused, or lost on the way: the member sees it and may press again
      }
    },
    resumeMember: () => checks.resumeMember(member),
    /** As a start does for every card of the last minutes, and as a repeated event does for news. */
    async askAgain() {
      await db.transaction(async (t) => {
        for (const kind of ['purchase', 'purchase_notice']) await outbox.put(t, kind, 'int_1');
      });
    },
    /** What `/payments` shows. */
    reopen: () => flow.show(member, 'int_1', { ...place, messageId: '3' }),
    /** The notice below the member's next answer. */
    pendingNotices: () => pendingNotices(member),
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
  intent: shop.now(),
  listPrice: null,
  token: 'abcdefghjkmnpqrstvwxyz0123456789',
  createdAt,
});

/** How the end of an offer is known among the outcomes. */
const ended = 'expired';
const unexpected = new Set(['paid_late', 'duplicate', 'unmatched', 'wrong_asset']);
/** The same card but for when the chain was looked at, and a balance that may not have been read. */
const essence = (words: string): string =>
  words
    .split('\n')
    .filter((line) => !/seen yet/i.test(line))
    .join('\n')
    .replace(/ You now have \*\*[^*]+\*\*\./, '');

/** What the member can read in the end: on the card, in direct messages, below the next answer, and in /payments. */
function judge(
  purchase: Purchase,
  past: readonly Intent[],
  channel: ReturnType<typeof createPrivateView>,
  { below, found, isRefusing }: { below: string[]; found: string; isRefusing: boolean },
): string[] {
  const problems: string[] = [];
  const final = { ...purchase, intent: past.at(-1)! };
  const outcomes = past.map((intent) => outcomeOf({ ...purchase, intent }));
  const known = new Set([...outcomes.filter((one) => one !== null), ended]);
  const outcomeBy = new Map([...known].map((one) => [channel.keyOf(one), one]));
  const all = channel.said.map(({ key }) => outcomeBy.get(key) ?? key);
  const told = all.filter((one) => one !== ended);
  for (const outcome of told)
    if (!outcomes.includes(outcome)) problems.push(`announced an outcome that never happened: ${outcome}`);
  for (const [at, outcome] of all.entries())
    if (all.indexOf(outcome) < at) problems.push(`told twice: ${outcome}`);
  let from = 0;
  for (const outcome of told) {
    from = outcomes.indexOf(outcome, Math.max(0, from));
    if (from < 0) problems.push(`told too late: ${outcome}`);
  }

  const last = outcomes.at(-1) ?? null;
  const reached = past[outcomes.lastIndexOf(last)]!;
  const news = purchaseNews(final, t);
  const isBelow = below.some((words) => words.includes(news));
  const isTold = told.at(-1) === last || isBelow;
  const mustTell = purchase.replacedBy !== null || unexpected.has(reached.exception ?? '');
  if (last !== null && mustTell && !isTold) problems.push(`not told: ${last}, but ${told.at(-1)}`);

  const right = essence(wordsOf(purchaseCard(final, t)));
  const card = channel.card();
  if (purchase.replacedBy === null) {
    const isRight = card !== null && essence(card) === right;
    const wasSeen = card === null && channel.seen.some((words) => essence(words) === right);
    if (last !== null && !isRight && !wasSeen && !isTold)
      problems.push(`seen nowhere: ${last}; the card says ${card && essence(card)}`);
    if (channel.isLive() && !isRight && !isRefusing)
      problems.push(`the card says ${essence(card ?? '')} and not ${right}`);
    const isOver = final.intent.status === 'expired';
    const isWarned = last !== null || all.includes(ended) || isBelow;
    if (isOver && card?.includes('solana:') && !isWarned) problems.push('an expired code stays on the card');
    if (essence(found) !== right) problems.push(`/payments shows ${essence(found)} and not ${right}`);
  }
  return problems;
}
