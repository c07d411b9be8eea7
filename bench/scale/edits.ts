import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { createLeases, type HeldLease } from '../../src/base/shared/leases.js';
import { createPacer } from '../../src/bot/delivery/pacer.js';
import { createRequestShare } from '../../src/bot/delivery/request-share.js';
import type { Figure } from '../figure.js';
import { createChance, createDiscordModel } from '../relay/discord.js';
import { rendererOver, talkIn } from '../relay/policies.js';
import { streamOf } from '../relay/streams.js';
import { createVirtualTime } from '../relay/time.js';

/** Discord's requests per second for a bot, whatever the number of its processes. */
const GLOBAL = 50;
/** Growing answers, divided among the processes; each thread may be edited once a second. */
const THREADS = 150;
const SECONDS = 40;
const SETTLE_SECONDS = 10;
const DIVIDE_EVERY_MS = 2_000;
const RENEW_EVERY_MS = 4_000;

type Usage = {
  /** Edits a second that Discord accepted. */
  perSecond: number;
  refused: number;
  /** From the death of a process until the others use as much as before; null when none dies. */
  recoveredMs: number | null;
};

const growingText = 'A sentence of an answer that goes on. '.repeat(40);

/** Counts open transactions, so that virtual time stops while one runs. */
function createBusy() {
  let running = 0;
  return {
    is: () => running > 0,
    async during<T>(work: Promise<T>): Promise<T> {
      running += 1;
      try {
        return await work;
      } finally {
        running -= 1;
      }
    },
  };
}

/** Accepted edits a second, from `from` to `to` in seconds after the start. */
const rateOf = (accepted: readonly { at: number }[], start: number, from: number, to: number): number =>
  accepted.filter(({ at }) => at >= start + from * 1_000 && at < start + to * 1_000).length / (to - from);

/**
 * As many answers grow in each process as would need more than all of Discord's limit.
 * @param options.isShared false: each process believes that it is alone
 * @param options.dies whether the first process dies after half the time
 */
async function play(options: { processes: number; isShared: boolean; dies: boolean }): Promise<Usage> {
  const { processes, isShared, dies } = options;
  const busy = createBusy();
  const time = createVirtualTime(undefined, busy.is);
  const chance = createChance(11);
  const db = await openSqlite(':memory:', 'data/migrations/bot');
  const leases = createLeases({ db, clock: time, owner: 'bench' });
  const first = createDiscordModel(time, chance);
  const start = time.now() + SETTLE_SECONDS * 1_000;
  const [half, end] = [start + (SECONDS * 1_000) / 2, start + SECONDS * 1_000];

  const startProcess = async (index: number) => {
    const discord = index === 0 ? first : first.join();
    const pacer = createPacer({ clock: time, requestsPerSecond: GLOBAL });
    discord.observe(pacer.observe);
    const lease = (await leases.take(`bot/${index}`)) as HeldLease;
    const member = () => `${lease.name}/${lease.fence}`;
    const share = createRequestShare({ db, clock: time, served: { member }, apply: pacer.setRate });
    const endsAt = dies && index === 0 ? half : end;
    const repeat = async (everyMs: number, act: () => Promise<unknown>) => {
      for (; time.now() < endsAt; await time.sleep(everyMs)) await busy.during(act());
    };
    if (isShared) void repeat(DIVIDE_EVERY_MS, share.divide);
    void repeat(RENEW_EVERY_MS, lease.renew);
    const renderer = rendererOver({ clock: time, discord, pacer });
    for (let at = index; at < THREADS; at += processes) {
      const threadId = String(at + 1);
      const run = { conversationId: `cnv_${threadId}`, runId: `run_${threadId}`, perSecond: 5, chance };
      const state = renderer.open(talkIn(threadId));
      const { events } = streamOf(growingText, { ...run, seconds: SETTLE_SECONDS + SECONDS });
      void (async () => {
        for (const { event } of events.slice(0, -1)) {
          if (time.now() >= endsAt) return renderer.stop(state);
          renderer.fold(state, event);
          await time.sleep(100 + chance() * 200);
        }
      })();
    }
  };
  for (let index = 0; index < processes; index += 1) await startProcess(index);
  await time.play(() => time.now() >= end);
  await db.close();
  const rate = (from: number, to: number) => rateOf(first.accepted, start, from, to);
  const before = rate(0, SECONDS / 2);
  const seconds = Array.from({ length: SECONDS / 2 - 1 }, (_, at) => SECONDS / 2 + at);
  const recovered = seconds.find(
    (at) => rate(at, at + 1) >= before * 0.97 && rate(at, SECONDS) >= before * 0.97,
  );
  return {
    perSecond: dies ? before : rate(0, SECONDS),
    refused: first.refused(),
    recoveredMs: dies && recovered !== undefined ? (recovered - SECONDS / 2) * 1_000 : null,
  };
}

/** How much of Discord's 50 requests a second live answers use, with one process and with three. */
export async function measureEdits(): Promise<Figure[]> {
  const alone = await play({ processes: 1, isShared: true, dies: false });
  const three = await play({ processes: 3, isShared: true, dies: false });
  const deaf = await play({ processes: 3, isShared: false, dies: false });
  const widowed = await play({ processes: 3, isShared: true, dies: true });
  return [
    {
      name: 'edits of live answers, 3 processes',
      value: three.perSecond,
      unit: 'per s',
      peer: { name: '1 process', value: alone.perSecond },
      ratio: three.perSecond / GLOBAL,
      goal: {
        text: `>= .90 of ${GLOBAL}/s, none refused`,
        met: three.perSecond >= 0.9 * GLOBAL && three.refused === 0,
      },
    },
    {
      name: 'refused with 429, 3 processes',
      value: three.refused,
      unit: `in ${SECONDS + SETTLE_SECONDS} s`,
      peer: { name: '3 processes that do not divide the limit', value: deaf.refused },
    },
    {
      name: 'until two processes use the part of a third that died',
      value: (widowed.recoveredMs ?? Number.POSITIVE_INFINITY) / 1_000,
      unit: 's',
      goal: { text: '<= 20 s', met: (widowed.recoveredMs ?? Number.POSITIVE_INFINITY) <= 20_000 },
    },
  ];
}
