import type { ActorPerson } from '../../../src/playground/actor/client.js';
import { type Act, acts, isRight, tryCredits } from './acts.js';
import type { Fault } from './proxy.js';
import { look, snowflakeNow } from './sight.js';
import type { RefusingWorld } from './world.js';

/** What one fault did to a purchase, a rig and a talk that were begun under it. */
export type Cell = { name: string; refused: number; requests: number; seconds: number; problems: string[] };

const pollMs = 150;
/** How long a card may take, in real time; the bot's own waits are jumped over. */
const patienceMs = 12_000;
/** After a minute a member is told of what cannot be shown. */
const tellAfterMs = 75_000;
const longestBackoffMs = 6 * 60_000;
/** More refused requests than that are a loop that does not slow down. */
const mostRefused = (elapsedMs: number): number => 25 + elapsedMs / 250;

type Progress = {
  act: Act;
  person: ActorPerson;
  since: bigint;
  done: Map<string, string>;
  hasBegun: boolean;
};

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export const nameOf = ({ kind, failure, times }: Fault): string =>
  `${kind.name} ${failure.name} ${Number.isFinite(times) ? `x${times}` : 'always'}`;

async function begin(world: RefusingWorld, act: Act): Promise<Progress> {
  const person = act.person(world);
  const since = snowflakeNow();
  return { act, person, since, done: new Map(), hasBegun: await act.begin(person) };
}

/** Waits until everybody can read how it went. @returns who cannot, after all */
async function settle(all: readonly Progress[], withinMs: number, isGoodEnough: typeof isEnded) {
  const until = Date.now() + withinMs;
  let open = [...all];
  while (open.length > 0 && Date.now() < until) {
    await pause(pollMs);
    for (const one of open) {
      const { messages } = await look(one.person, one.since);
      await one.act.advance?.(one.person, messages, one.done);
    }
    const ended = await Promise.all(open.map(isGoodEnough));
    open = open.filter((_, at) => !ended[at]);
  }
  return open;
}

const isEnded = ({ act, person, since }: Progress): Promise<boolean> => isRight(act, person, since);

/** Right, or something stands there that tells the member: never nothing, never only "thinking". */
async function isEndedOrTold(one: Progress): Promise<boolean> {
  if (!one.hasBegun || (await isEnded(one))) return true;
  const { told } = await look(one.person, one.since);
  return told.some((text) => failureWords.test(text));
}

/** Lets time pass in steps, so that what wakes gets to do something in between. */
async function leap({ clock }: RefusingWorld, ms: number) {
  const stepMs = 15_000;
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.leap(stepMs);
    await pause(pollMs);
  }
}

/** How members are told of what could not be shown. */
const failureWords =
  /can.t|cannot|could ?n.t|could not|did not|didn.t|missing|permission|try again|not able|unable|went wrong|refused/i;

/** Plays the three acts under a fault, then without it. */
export async function playCell(world: RefusingWorld, fault: Fault): Promise<Cell> {
  const { proxy } = world;
  const name = nameOf(fault);
  const problems: string[] = [];
  const startedAt = Date.now();
  await Promise.all(acts.map((act) => act.prepare?.(act.person(world))));
  proxy.takeSeen();
  proxy.refuse(fault);
  try {
    const all = await Promise.all(acts.map((act) => begin(world, act)));
    const late = await settle(all, patienceMs / (Number.isFinite(fault.times) ? 1 : 3), isEnded);
    if (late.length > 0) {
      await leap(world, tellAfterMs);
      await Promise.all(late.map(({ person }) => tryCredits(person)));
      const isUrgent = fault.failure.isRefusal || Number.isFinite(fault.times);
      for (const { act } of isUrgent ? await settle(late, patienceMs, isEndedOrTold) : [])
        problems.push(`${act.name}: not finished, and the member was not told`);
    }
    const refused = proxy.refused();
    if (refused > mostRefused(Date.now() - startedAt)) problems.push(`${refused} refused requests: a loop`);

    proxy.heal();
    await leap(world, longestBackoffMs);
    const again = await Promise.all(all.map((one) => (one.hasBegun ? one : begin(world, one.act))));
    await Promise.all(late.map(({ person }) => tryCredits(person)));
    for (const one of await settle(again, patienceMs, isEndedOrTold))
      problems.push(`${one.act.name}: not finished after Discord was well again`);
    for (const { act, person, since } of all) {
      const { pending } = await look(person, since);
      if (pending.length > 0) problems.push(`${act.name}: ${pending.length} answers still say "thinking"`);
    }
    const requests = proxy.takeSeen().length;
    return { name, refused, requests, seconds: (Date.now() - startedAt) / 1_000, problems };
  } finally {
    proxy.heal();
  }
}
