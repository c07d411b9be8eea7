import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findRoot } from '../../src/cli/root.js';
import { CampaignFault } from './campaign-fault.js';
import { stormOverCluster } from './cluster/campaign.js';
import { cutPower } from './process/cuts.js';
import { killAtRandom } from './process/kills.js';
import { tellPurchases } from './purchase/campaign.js';
import { everyFault, refuseRequests, someFaults, unreached } from './refusals/campaign.js';
import { type Cell, nameOf } from './refusals/cell.js';
import { playStory, type Story } from './relay/story.js';
import { describeRow, exitCodeOf, exitCodes, type Outcome, type Row, runPart, summarise } from './report.js';
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
import { type World, worlds } from './schedule/worlds.js';

/**
 * `npm run fault`: checks that payments and answers survive failures. Seeded schedules, deaths at every point and pair of points,
 * deliberate defects that the schedules must find, real SIGKILLs and power cuts.
 *
 * Exit 0: no finding. 1: a finding: something was lost or doubled. 3: no finding, but a fault of the campaign itself:
 * it broke, could not run here, or no longer finds a deliberate defect, and therefore proves nothing.
 *
 * --quick: a few minutes less of everything · --only schedules,dust,nodes,forks,points,sabotage,kills,cuts,relay,notices,discord,cluster
 * --from N: first seed · --minutes N: how long the storm over a cluster takes
 * --control none|skip-locked|fencing|sync-commit: of the part cluster, only the storm, or only a cluster with that defect
 * --seed N [--world dust|nodes|forks]: plays one schedule, tells its story, and the shortest story that still fails
 * --cell PATTERN: of the part discord, only the faults whose names fit, such as 'edit 403' or '^(edit|message) .* always'
 * --at 'a > b': with --seed, processes die at these points instead of where the seed says
 */

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    at: { type: 'string' },
    world: { type: 'string', default: 'plain' },
    from: { type: 'string', default: '1' },
    quick: { type: 'boolean', default: false },
    cell: { type: 'string', default: '' },
    minutes: { type: 'string' },
    control: { type: 'string' },
    only: {
      type: 'string',
      default: 'sabotage,schedules,dust,nodes,forks,points,kills,cuts,relay,notices,discord,cluster',
    },
  },
});
const { quick } = values;
const from = Number(values.from);
const script = new URL(import.meta.url);
const threads = Math.min(4, availableParallelism());
/** Many times the normal duration of a part on two cores. */
const [quickLimitMs, fullLimitMs] = [15 * 60_000, 12 * 3_600_000];
const say = (text: string) => process.stderr.write(`\r\x1b[K${text}`);

/** Distributes the items over as many workers as there are threads. */
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

/** Stories of one world: the number in a quick run and in a full one. */
const schedulesIn = (world: World, few: number, many: number) => async (): Promise<Outcome> => {
  const count = quick ? few : many;
  const tasks = deal(seedsFrom(from, count)).map((seeds) => runInThread<Tally>(script, { seeds, world }));
  const tally = mergeTallies(await Promise.all(tasks));
  const { deaths, transactions, credited, pairs } = tally;
  return {
    what: world === 'plain' ? 'random schedules' : `random schedules, world of ${world}`,
    done: `${count} stories, ${transactions} transactions, ${deaths} deaths, ${pairs.length} ordered pairs, ${credited} credited`,
    found: outcome(tally),
    good: tally.failed.length === 0,
    faults: credited === 0 || deaths === 0 ? ['nothing was credited, or nothing ever died'] : [],
    detail: { ...tally, pairs: pairs.length },
  };
};

async function points(): Promise<Outcome> {
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
    found: outcome(tally),
    good: tally.failed.length === 0,
    faults: unreached.length === all ? ['no point was reached'] : [],
    detail: { points: seen, unreached, failed: tally.failed },
  };
}

async function sabotage(): Promise<Outcome> {
  const firstSeeds: Record<string, number | null> = {};
  for (const [name, each] of Object.entries(sabotages)) firstSeeds[name] = await findDefect(each, from, 400);
  const missed = Object.keys(firstSeeds).filter((name) => firstSeeds[name] === null);
  const all = Object.keys(sabotages).length;
  return {
    what: 'deliberate defects',
    done: `${all} defects`,
    found: `${all - missed.length} found`,
    good: true, // these prove nothing about the product, only that the schedules can find defects
    faults: missed.map((name) => `the schedules do not find a service that ${name}`),
    detail: firstSeeds,
  };
}

async function kills(): Promise<Outcome> {
  const result = await killAtRandom({ kills: quick ? 5 : 200, seed: from, progress: say });
  const { paid, credited, repeated, problems } = result;
  return {
    what: 'SIGKILL of bot and service',
    done: `${result.kills} kills, ${paid} purchases paid, ${repeated} orders made again`,
    found:
      problems.length === 0
        ? `${credited} credited once, every card says so`
        : problems.slice(0, 3).join('; '),
    good: problems.length === 0,
    faults: paid === 0 ? ['no purchase was paid'] : [],
    detail: result,
  };
}

async function cuts(): Promise<Outcome> {
  const result = await cutPower({ cuts: quick ? 5 : 100, seed: from, progress: say });
  if ('missing' in result) throw new CampaignFault(result.missing);
  const control = await cutPower({ cuts: quick ? 3 : 25, seed: from, control: true, progress: say });
  if ('missing' in control) throw new CampaignFault(control.missing);
  const { promises, paid, credited, harmful, problems, faults } = result;
  return {
    what: 'power cuts of the service',
    done: `${result.cuts} cuts, ${promises} acknowledged purchases, ${paid} paid, ${credited} credited`,
    found: `FULL: ${harmful} harmful${problems[0] ? ` (${problems[0]})` : ''}; control NORMAL: ${control.harmful} of ${control.cuts}`,
    good: problems.length === 0,
    faults: [
      ...faults,
      ...(control.harmful > 0 ? [] : ['the control group lost nothing with synchronous=NORMAL']),
    ],
    detail: { result, control: { ...control, problems: control.problems.slice(0, 20) } },
  };
}

async function relay(): Promise<Outcome> {
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
    good: bad.length === 0,
    detail: bad.slice(0, 20),
  };
}

async function discord(): Promise<Outcome> {
  const named = new RegExp(values.cell);
  const faults = (quick ? someFaults() : everyFault()).filter((fault) => named.test(nameOf(fault)));
  const cells = await refuseRequests(faults, say);
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
    faults: cells.length === 0 ? [`no fault is named ${values.cell}`] : unreached(cells),
    detail: cells,
  };
}

/** Plays and prints one story; when it fails, also the fewest of its steps that still fail. */
async function replay(seed: number): Promise<number> {
  const world = worlds.find((each) => each === values.world);
  if (!world) throw new CampaignFault(`Unknown world ${values.world}. Worlds: ${worlds.join(', ')}.`);
  const where = { world, ...(values.at !== undefined && { deathsAt: values.at.split(' > ') }) };
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
  const all = {
    sabotage,
    schedules: schedulesIn('plain', 1_000, 10_000),
    dust: schedulesIn('dust', 100, 2_000),
    nodes: schedulesIn('nodes', 250, 5_000),
    forks: schedulesIn('forks', 250, 5_000),
    points,
    kills,
    cuts,
    relay,
    notices: () => tellPurchases(seedsFrom(from, quick ? 50 : 1_000), say),
    discord,
    cluster: () =>
      stormOverCluster(
        {
          seed: from,
          minutes: values.minutes === undefined ? null : Number(values.minutes),
          quick,
          control: values.control ?? null,
        },
        say,
      ),
  };
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(all)) {
    if (!values.only.split(',').includes(name)) continue;
    say(`${name} …`);
    const row = await runPart(name, run, quick ? quickLimitMs : fullLimitMs);
    rows.push(row);
    say('');
    console.log(describeRow(row));
  }
  console.log(summarise(rows));
  const folder = join(findRoot(), 'out', 'fault');
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'results.json'),
    `${JSON.stringify({ at: new Date().toISOString(), node: process.version, quick, from, rows }, null, 2)}\n`,
  );
  return exitCodeOf(rows);
}

/** An exception that escapes every part is not a finding. */
const isBroken = (error: unknown) => {
  console.error(error);
  console.log('Campaign fault: the campaign broke. It proves nothing; mend it and run it again.');
  process.exit(exitCodes.campaignFault);
};

if (!(await serveTask())) {
  process.on('uncaughtException', isBroken);
  process.on('unhandledRejection', isBroken);
  const code = values.seed === undefined ? await campaign() : await replay(Number(values.seed));
  process.exit(code); // discord.js and undici keep sockets open for a while
}
