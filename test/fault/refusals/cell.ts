import type { ActorPerson } from '../../../src/playground/actor/client.js';
import { type Act, acts as everyAct, isRight, isTold, staleCards, tryCredits } from './acts.js';
import { busiestWindow, isLoop, windowMs } from './loops.js';
import { provocations } from './provoked.js';
import { type Fault, isRefused } from './proxy.js';
import { look, snowflakeNow } from './sight.js';
import type { RefusingWorld } from './world.js';

/** What one fault did to what members began under it. */
export type Cell = {
  name: string;
  /** By the fault itself; without any, the cell proves nothing. */
  refused: number;
  requests: number;
  /** The most refused requests within one window of the bot's time. */
  busiest: number;
  seconds: number;
  /** How each act ended for its member. */
  endings: Record<string, Ending>;
  problems: string[];
};

/** Unanswered: Discord itself told the member that the application did not respond. */
type Ending = 'right' | 'told' | 'unanswered' | 'open';

type Patience = {
  /** How long it is waited for a card in real time before the bot's own waits are leapt over. */
  patienceMs: number;
  /** How long in the end before something counts as a finding: a loaded machine makes rigs slowly. */
  lastPatienceMs: number;
};

/** Default: all acts. */
export type CellOptions = Partial<Patience> & { acts?: readonly Act[] };

const pollMs = 100;
/** Unless it is one that gets no answer. */
const longestRequestMs = 1_000;
/** After a minute the member is notified of a card that cannot be shown. */
const tellAfterMs = 75_000;
/** By then the webhooks of earlier interactions have expired. */
const tokensExpireMs = 16 * 60_000;
const longestBackoffMs = 6 * 60_000;
/** After a long refusal. */
const longestRestMs = 65 * 60_000;
/** A member who reads of nothing uses commands again, and what failed below one answer comes below the next. */
const mostTries = 3;

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

/** Waits until everybody can read how it went, or it `isEnough`. @returns who cannot, after all */
async function settle(
  all: readonly Progress[],
  withinMs: number,
  goal: readonly Ending[],
  isEnough: () => boolean = () => false,
) {
  const until = Date.now() + withinMs;
  let open = [...all];
  while (open.length > 0 && Date.now() < until && !isEnough()) {
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

/**
 * Lets time pass in steps, so that what wakes gets to do something in between. A step waits for the requests under way:
 * they would otherwise seem to take as long as the step, and be given up.
 */
async function leap({ clock, proxy }: RefusingWorld, ms: number, stepMs = 15_000) {
  for (let passed = 0; passed < ms; passed += stepMs) {
    for (const until = Date.now() + longestRequestMs; proxy.pending() > 0 && Date.now() < until; )
      await pause(pollMs / 10);
    clock.leap(stepMs);
    await pause(pollMs);
  }
}

/** While the fault lasts. @returns who is told late, if at all */
async function playUnderFault(
  world: RefusingWorld,
  { kind, failure, times }: Fault,
  all: readonly Progress[],
  { patienceMs, lastPatienceMs, problems }: Patience & { problems: string[] },
): Promise<readonly Progress[]> {
  const isShort = Number.isFinite(times);
  const late = await settle(all, isShort ? patienceMs : patienceMs / 3, ['right']);
  if (late.length === 0) return late;
  await leap(world, tellAfterMs);
  // The bot retries until Discord accepts it again; it could not notify the member before.
  const isLastResort = !isShort && kind.name in provocations;
  const mustBeTold = isShort || (failure.isRefusal && !isLastResort);
  const isReached = () => !mustBeTold && world.proxy.refused() > 0;
  let open: Progress[] = [...late];
  for (let tries = 0; tries < mostTries && open.length > 0; tries += 1) {
    await Promise.all(open.map(({ person }) => tryCredits(person)));
    open = await settle(open, patienceMs, ended, isReached);
    if (isReached()) break;
  }
  if (mustBeTold)
    for (const { act } of await settle(open, lastPatienceMs, ended))
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

const pendingOf = async (all: readonly Progress[]): Promise<string[]> => {
  const answers = all.map(async ({ act, person, since }) => {
    const { pending } = await look(person, since);
    return pending.length > 0 ? [`${act.name}: ${pending.length} answers still say "thinking"`] : [];
  });
  return (await Promise.all(answers)).flat();
};

/** After the fault: finished actions whose result no member can see. */
async function judgeEnd(all: readonly Progress[], fault: Fault, withinMs: number): Promise<string[]> {
  const judge = async () => [...(await pendingOf(all)), ...(fault.failure.isGone ? [] : await staleOf(all))];
  let problems = await judge();
  for (
    const until = Date.now() + withinMs;
    problems.length > 0 && Date.now() < until;
    problems = await judge()
  )
    await pause(pollMs);
  return problems;
}

/** When Discord takes everything again. */
async function playAfterFault(
  world: RefusingWorld,
  fault: Fault,
  { all, late, patienceMs, lastPatienceMs }: Patience & Record<'all' | 'late', readonly Progress[]>,
): Promise<string[]> {
  const problems: string[] = [];
  // Whatever wakes in a step succeeds at once, so the steps can be long.
  const leapBackoff = () => leap(world, longestBackoffMs, 60_000);
  if (fault.kind.name in provocations) await leap(world, longestRestMs, 5 * 60_000);
  else if (late.length > 0) await leapBackoff();
  const unanswered = all.filter((one) => !one.hasBegun);
  const again = await Promise.all(unanswered.map(({ act }) => begin(world, act)));
  for (const { person } of late)
    if (!(await tryCredits(person))) problems.push(`${person.name}: /credits was not answered`);
  const whole = [...all.filter(({ hasBegun }) => hasBegun), ...again];
  let open = await settle(whole, patienceMs, ['right', 'told']);
  if (open.length > 0) {
    await leapBackoff();
    open = await settle(open, lastPatienceMs, ['right', 'told']);
  }
  for (const { act } of open) problems.push(`${act.name}: not finished after Discord was well again`);
  const wrong = await judgeEnd(all, fault, patienceMs);
  if (wrong.length === 0) return problems;
  await leapBackoff();
  return [...problems, ...(await judgeEnd(all, fault, lastPatienceMs))];
}

/** Plays the acts under a fault, then without it. */
export async function playCell(
  world: RefusingWorld,
  fault: Fault,
  { acts: wanted = everyAct, patienceMs = 10_000, lastPatienceMs = 60_000 }: CellOptions = {},
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
    const late = await playUnderFault(world, fault, all, { patienceMs, lastPatienceMs, problems });
    const refused = proxy.refused();
    proxy.heal();
    problems.push(...(await playAfterFault(world, fault, { all, late, patienceMs, lastPatienceMs })));
    const endings = Object.fromEntries(
      await Promise.all(all.map(async (one) => [one.act.name, await endingOf(one)])),
    ) as Cell['endings'];
    const seen = proxy.takeSeen();
    const times = seen.filter(isRefused).map(({ at }) => at);
    const busiest = busiestWindow(times);
    if (isLoop(times)) problems.push(`${busiest} refused requests in ${windowMs / 1_000} s: a loop`);
    const seconds = (Date.now() - startedAt) / 1_000;
    return { name: nameOf(fault), refused, requests: seen.length, busiest, seconds, endings, problems };
  } finally {
    proxy.heal();
  }
}
