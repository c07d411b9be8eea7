import type { ActorPerson } from '../../../src/playground/actor/client.js';
import { type Act, acts as everyAct, isRight, isTold, staleCards, tryCredits } from './acts.js';
import { provocations } from './provoked.js';
import type { Fault } from './proxy.js';
import { look, snowflakeNow } from './sight.js';
import type { RefusingWorld } from './world.js';

/** What one fault did to what members began under it. */
export type Cell = {
  name: string;
  refused: number;
  requests: number;
  seconds: number;
  /** How each act ended for its member. */
  endings: Record<string, Ending>;
  problems: string[];
};

/** Unanswered: Discord itself told the member that the application did not respond. */
type Ending = 'right' | 'told' | 'unanswered' | 'open';

export type CellOptions = {
  /** Which are played; all of them where nothing is said. */
  acts?: readonly Act[];
  /** How long a card may take, in real time; the bot's own waits are jumped over. */
  patienceMs?: number;
};

const pollMs = 100;
/** After a minute a member is told of what cannot be shown. */
const tellAfterMs = 75_000;
/** Then the webhooks of what was begun before no longer help. */
const tokensExpireMs = 16 * 60_000;
const longestBackoffMs = 6 * 60_000;
/** After a long refusal. */
const longestRestMs = 65 * 60_000;
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
async function settle(all: readonly Progress[], withinMs: number, goal: readonly Ending[]) {
  const until = Date.now() + withinMs;
  let open = [...all];
  while (open.length > 0 && Date.now() < until) {
    await pause(pollMs);
    for (const one of open) {
      const { messages } = await look(one.person, one.since);
      await one.act.advance?.(one.person, messages, one.done);
    }
    const endings = await Promise.all(open.map(endingOf));
    open = open.filter((_, at) => !goal.includes(endings[at] ?? 'open'));
  }
  return open;
}

async function endingOf({ act, person, since, hasBegun }: Progress): Promise<Ending> {
  if (await isRight(act, person, since)) return 'right';
  if (!hasBegun) return 'unanswered';
  return (await isTold(act, person, since)) ? 'told' : 'open';
}

const ended: readonly Ending[] = ['right', 'told', 'unanswered'];

/** Lets time pass in steps, so that what wakes gets to do something in between. */
async function leap({ clock }: RefusingWorld, ms: number, stepMs = 15_000) {
  for (let passed = 0; passed < ms; passed += stepMs) {
    clock.leap(stepMs);
    await pause(pollMs);
  }
}

/** While the fault lasts. @returns who is told late, if at all */
async function playUnderFault(
  world: RefusingWorld,
  { kind, failure, times }: Fault,
  all: readonly Progress[],
  { patienceMs, problems }: { patienceMs: number; problems: string[] },
): Promise<readonly Progress[]> {
  const isShort = Number.isFinite(times);
  const late = await settle(all, isShort ? patienceMs : patienceMs / 3, ['right']);
  if (late.length === 0) return late;
  await leap(world, tellAfterMs);
  await Promise.all(late.map(({ person }) => tryCredits(person)));
  // What Discord will take again later is tried until then; nobody could be told before.
  const isLastResort = !isShort && kind.name in provocations;
  const mustBeTold = isShort || (failure.isRefusal && !isLastResort);
  for (const { act } of mustBeTold ? await settle(late, patienceMs, ended) : [])
    problems.push(`${act.name}: not finished, and the member was not told`);
  return late;
}

const staleOf = async (all: readonly Progress[]): Promise<string[]> => {
  const cards = all.map(async ({ act, person, since }) =>
    (await staleCards(act, person, since)).map(
      (words) => `${act.name}: a card still says "${words.slice(0, 60).replaceAll('\n', ' ')}"`,
    ),
  );
  return (await Promise.all(cards)).flat();
};

/** After the fault: what is over and nobody can know from what stands there. */
async function judgeEnd(all: readonly Progress[], fault: Fault, withinMs: number): Promise<string[]> {
  const problems: string[] = [];
  for (const { act, person, since } of all) {
    const { pending } = await look(person, since);
    if (pending.length > 0) problems.push(`${act.name}: ${pending.length} answers still say "thinking"`);
  }
  if (fault.failure.isGone) return problems;
  let stale = await staleOf(all);
  for (
    const until = Date.now() + withinMs;
    stale.length > 0 && Date.now() < until;
    stale = await staleOf(all)
  )
    await pause(pollMs);
  return [...problems, ...stale];
}

/** Plays the acts under a fault, then without it. */
export async function playCell(
  world: RefusingWorld,
  fault: Fault,
  { acts: wanted = everyAct, patienceMs = 10_000 }: CellOptions = {},
): Promise<Cell> {
  const { proxy } = world;
  const problems: string[] = [];
  const startedAt = Date.now();
  const provokes = provocations[fault.kind.name] ?? [];
  const acts = wanted.filter(({ isBrief }) => !isBrief || provokes.length === 0);
  await Promise.all(acts.map((act) => act.prepare?.(act.person(world))));
  proxy.takeSeen();
  proxy.refuse(fault, provokes);
  try {
    const all = await Promise.all(acts.map((act) => begin(world, act)));
    if (provokes.length > 0) world.clock.leap(tokensExpireMs);
    for (const { act, hasBegun } of all)
      if (!hasBegun && fault.kind.name !== 'callback') problems.push(`${act.name}: was not answered in time`);
    const late = await playUnderFault(world, fault, all, { patienceMs, problems });
    const refused = proxy.refused();
    if (refused > mostRefused(Date.now() - startedAt)) problems.push(`${refused} refused requests: a loop`);

    proxy.heal();
    if (provokes.length > 0) await leap(world, longestRestMs, 60_000);
    else if (late.length > 0) await leap(world, longestBackoffMs);
    const unanswered = all.filter((one) => !one.hasBegun);
    const again = await Promise.all(unanswered.map(({ act }) => begin(world, act)));
    for (const { person } of late)
      if (!(await tryCredits(person))) problems.push(`${person.name}: /credits was not answered`);
    const whole = [...all.filter(({ hasBegun }) => hasBegun), ...again];
    for (const { act } of await settle(whole, patienceMs, ['right', 'told']))
      problems.push(`${act.name}: not finished after Discord was well again`);
    problems.push(...(await judgeEnd(all, fault, patienceMs)));
    const endings = Object.fromEntries(
      await Promise.all(all.map(async (one) => [one.act.name, await endingOf(one)])),
    ) as Cell['endings'];
    const requests = proxy.takeSeen().length;
    const seconds = (Date.now() - startedAt) / 1_000;
    return { name: nameOf(fault), refused, requests, seconds, endings, problems };
  } finally {
    proxy.heal();
  }
}
