import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/cli/root.js';
import { cutPower } from './process/cuts.js';
import { killAtRandom } from './process/kills.js';
import { everyFault, refuseRequests, someFaults } from './refusals/campaign.js';
import type { Cell } from './refusals/cell.js';
import { playStory, type Story } from './relay/story.js';
import {
  findDefect,
  mergeTallies,
  type runDeaths,
  runInThread,
  runMany,
  serveTask,
  type Tally,
} from './schedule/many.js';
import { runSchedule } from './schedule/run.js';
import { sabotages } from './schedule/sabotage.js';

/**
 * `npm run fault`: what money and answers survive, counted. Schedules from seeds, deaths at every point and pair of points,
 * deliberate defects that must be found, real SIGKILLs and power cuts. Ends with 1 when anything was lost.
 *
 * --quick: a few minutes less of everything · --only schedules,points,sabotage,kills,cuts,relay,discord · --from N: first seed
 * --seed N: plays one schedule, tells its story, and the shortest story that still fails
 * --at 'a > b': with --seed, processes die at these points instead of where the seed says
 */

type Row = { what: string; done: string; found: string; good: boolean; seconds: number; detail: unknown };

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    at: { type: 'string' },
    from: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'sabotage,schedules,points,kills,cuts,relay,discord' },
  },
});
const { quick } = values;
const from = Number(values.from);
const script = new URL(import.meta.url);
const threads = Math.min(4, availableParallelism());
const say = (text: string) => process.stderr.write(`\r\x1b[K${text}`);

/** Deals the items out to as many hands as there are threads. */
const deal = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: threads }, (_, hand) => items.filter((_item, at) => at % threads === hand));

const seedsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => first + at);

const outcome = ({ failed }: Tally) =>
  failed.length === 0
    ? '0 lost, 0 double, ledger sums to zero'
    : `${failed.length} with findings: --seed ${failed
        .slice(0, 5)
        .map(({ seed }) => seed)
        .join(', ')}`;

async function schedules(): Promise<Omit<Row, 'seconds'>> {
  const count = quick ? 1_000 : 10_000;
  const tasks = deal(seedsFrom(from, count)).map((seeds) => runInThread<Tally>(script, { seeds }));
  const tally = mergeTallies(await Promise.all(tasks));
  const { deaths, transactions, credited, pairs } = tally;
  return {
    what: 'random schedules',
    done: `${count} stories, ${transactions} transactions, ${deaths} deaths, ${pairs.length} ordered pairs, ${credited} credited`,
    ...{ found: outcome(tally), good: tally.failed.length === 0, detail: { ...tally, pairs: pairs.length } },
  };
}

async function points(): Promise<Omit<Row, 'seconds'>> {
  const { seen } = await runMany(seedsFrom(1, 60));
  const singles = seen.map((point) => [point]);
  const pairs = quick ? [] : seen.flatMap((first) => seen.map((second) => [first, second]));
  const tasks = deal([...singles, ...pairs]).map((lists) =>
    runInThread<Awaited<ReturnType<typeof runDeaths>>>(script, { lists, tries: 80 }),
  );
  const results = await Promise.all(tasks);
  const tally = mergeTallies(results.map((one) => one.tally));
  const unreached = results.flatMap((one) => one.unreached);
  const all = singles.length + pairs.length;
  return {
    what: 'crash points',
    done: `${all - unreached.length} of ${all}: ${singles.length} points singly, ${pairs.length} ordered pairs`,
    ...{ found: outcome(tally), good: tally.failed.length === 0 },
    detail: { points: seen, unreached, failed: tally.failed },
  };
}

async function sabotage(): Promise<Omit<Row, 'seconds'>> {
  const firstSeeds: Record<string, number | null> = {};
  for (const [name, each] of Object.entries(sabotages)) firstSeeds[name] = await findDefect(each, from, 400);
  const found = Object.values(firstSeeds).filter((seed) => seed !== null).length;
  const all = Object.keys(sabotages).length;
  return {
    what: 'deliberate defects',
    ...{ done: `${all} defects`, found: `${found} found`, good: found === all, detail: firstSeeds },
  };
}

async function kills(): Promise<Omit<Row, 'seconds'>> {
  const result = await killAtRandom({ kills: quick ? 5 : 200, seed: from, progress: say });
  const { paid, credited, repeated, problems } = result;
  return {
    what: 'SIGKILL of bot and service',
    done: `${result.kills} kills, ${paid} purchases paid, ${repeated} orders made again`,
    found:
      problems.length === 0
        ? `${credited} credited once, every card says so`
        : problems.slice(0, 3).join('; '),
    ...{ good: problems.length === 0, detail: result },
  };
}

async function cuts(): Promise<Omit<Row, 'seconds'>> {
  const result = await cutPower({ cuts: quick ? 5 : 100, seed: from, progress: say });
  if ('missing' in result)
    return { what: 'power cuts', done: 'none', found: result.missing, good: true, detail: null };
  const control = await cutPower({ cuts: quick ? 3 : 25, seed: from, control: true, progress: say });
  if ('missing' in control) throw new Error(control.missing);
  const { promises, paid, credited, harmful, problems } = result;
  return {
    what: 'power cuts of the service',
    done: `${result.cuts} cuts, ${promises} acknowledged purchases, ${paid} paid, ${credited} credited`,
    found: `FULL: ${harmful} harmful${problems[0] ? ` (${problems[0]})` : ''}; control NORMAL: ${control.harmful} of ${control.cuts}`,
    good: problems.length === 0 && control.harmful > 0,
    detail: { result, control: { ...control, problems: control.problems.slice(0, 20) } },
  };
}

async function relay(): Promise<Omit<Row, 'seconds'>> {
  const count = quick ? 100 : 1_000;
  const stories: Story[] = [];
  for (const seed of seedsFrom(from, count)) {
    stories.push(await playStory(seed));
    if (seed % 20 === 0) say(`relay: ${stories.length} of ${count}`);
  }
  const bad = stories.filter(({ problems }) => problems.length > 0);
  const sum = (pick: (story: Story) => number) => stories.reduce((all, story) => all + pick(story), 0);
  return {
    what: 'answers on their way to Discord',
    done: `${count} stories, ${sum(({ runs }) => runs)} answers, ${sum(({ deaths }) => deaths)} deaths, ${sum(({ deletions }) => deletions)} deleted messages`,
    found:
      bad.length === 0
        ? '0 lost, 0 doubled'
        : `${bad.length} with findings: seeds ${bad
            .slice(0, 5)
            .map(({ seed }) => seed)
            .join(', ')}`,
    ...{ good: bad.length === 0, detail: bad.slice(0, 20) },
  };
}

async function discord(): Promise<Omit<Row, 'seconds'>> {
  const cells = await refuseRequests(quick ? someFaults() : everyFault(), say);
  const bad = cells.filter(({ problems }) => problems.length > 0);
  const sum = (pick: (cell: Cell) => number) => cells.reduce((all, cell) => all + pick(cell), 0);
  return {
    what: 'a Discord that refuses requests',
    done: `${cells.length} faults, ${sum(({ requests }) => requests)} requests, ${sum(({ refused }) => refused)} refused`,
    found:
      bad.length === 0
        ? 'every card ended right or its member was told, 0 loops, 0 unanswered interactions'
        : bad.map(({ name, problems }) => `${name}: ${problems.join(', ')}`).join('; '),
    good: bad.length === 0,
    detail: cells,
  };
}

/** One story, told; when it fails, also the fewest of its steps that still do. */
async function replay(seed: number): Promise<number> {
  const where = values.at === undefined ? {} : { deathsAt: values.at.split(' > ') };
  const whole = await runSchedule(seed, where);
  const without = new Set<number>();
  let { problems } = whole;
  for (const step of problems.length > 0 ? whole.plan.keys() : []) {
    const shorter = await runSchedule(seed, { ...where, without: new Set([...without, step]) });
    if (shorter.problems.length === 0) continue;
    without.add(step);
    problems = shorter.problems;
  }
  for (const [number, step] of whole.plan.entries())
    console.log(`${without.has(number) ? '   (not needed)' : '  '} ${JSON.stringify(step)}`);
  console.log(`\ndied at: ${whole.deaths.join(', ') || 'nowhere'}\n`);
  console.log(whole.problems.join('\n') || 'nothing found');
  if (without.size > 0) console.log(`\nin the shortest story:\n${problems.join('\n')}`);
  return whole.problems.length === 0 ? 0 : 1;
}

async function campaign(): Promise<number> {
  const all = { sabotage, schedules, points, kills, cuts, relay, discord };
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(all)) {
    if (!values.only.split(',').includes(name)) continue;
    const begun = performance.now();
    say(`${name} …`);
    const row = { ...(await run()), seconds: Math.round((performance.now() - begun) / 1_000) };
    rows.push(row);
    say('');
    console.log(
      `${row.good ? 'ok  ' : 'FAIL'} ${row.what}: ${row.done}\n     ${row.found}  (${row.seconds} s)`,
    );
  }
  const folder = join(findRoot(), 'out', 'fault');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'results.json'),
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, quick, from, rows }, null, 2)}\n`,
  );
  return rows.every(({ good }) => good) ? 0 : 1;
}

if (!(await serveTask())) {
  const code = values.seed === undefined ? await campaign() : await replay(Number(values.seed));
  process.exit(code); // discord.js and undici keep sockets open a while
}
