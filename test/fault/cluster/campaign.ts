import { postgresPrograms } from '../../support/postgres.js';
import { CampaignFault } from '../campaign-fault.js';
import type { Outcome } from '../report.js';
import type { Size } from './cluster.js';
import { type ClusterResult, playCluster } from './play.js';
import { clusterSabotages, judgeControl, type Sabotage } from './sabotage.js';

const whole: Size = { bots: 3, services: 2, workers: 2, servers: 3, people: 40 };
const small: Size = { bots: 2, services: 2, workers: 1, servers: 2, people: 6 };
const [quickMinutes, wholeMinutes] = [1, 10];
/** A control has a storm of its own, which shows its defect in a small cluster. */
const controlMinutes = 2;
/** For everything to end after a storm that must do no harm. */
const wholeCalmMs = 180_000;
/** Of the name of a control's storm without its defect. */
const sound = ' (sound)';

export type StormOptions = {
  seed: number;
  /** Null for the usual time. */
  minutes: number | null;
  quick: boolean;
  /** The only control to run, or 'none'; null for the storm and all controls. */
  control: string | null;
};
type Progress = (text: string) => void;

/** People act slowly enough for a machine with two cores to carry all processes when nothing happens to them. */
const paceOf = (quick: boolean) => ({ paceMs: quick ? 4_000 : 30_000, rigShare: 0.05 });

async function runStorm({ seed, minutes, quick }: StormOptions, progress: Progress): Promise<ClusterResult> {
  return playCluster({
    size: quick ? small : whole,
    seed,
    minutes: minutes ?? (quick ? quickMinutes : wholeMinutes),
    ...paceOf(quick),
    calmMs: wholeCalmMs,
    progress,
  });
}

async function runControls(
  { seed, minutes }: StormOptions,
  names: readonly string[],
  progress: Progress,
): Promise<Record<string, ClusterResult>> {
  const controls: Record<string, ClusterResult> = {};
  const play = (sabotage: Sabotage, calmMs: number, name: string) =>
    playCluster({
      size: small,
      seed,
      minutes: minutes ?? controlMinutes,
      ...paceOf(true),
      calmMs,
      sabotage,
      progress: (text) => progress(`${name}: ${text}`),
    });
  for (const name of names) {
    const { replaces: _, ...scenario }: Sabotage = clusterSabotages[name] ?? {};
    if (scenario.isScenario)
      controls[`${name}${sound}`] = await play(scenario, wholeCalmMs, `${name}, sound`);
    controls[name] = await play(clusterSabotages[name] ?? {}, 30_000, name);
  }
  return controls;
}

const describe = (problems: readonly string[]) =>
  `${problems.length} findings: ${problems.slice(0, 3).join('; ')}`;

/** What was found in clusters without a defect, which played the storm of a control. */
const soundProblems = (controls: Record<string, ClusterResult>): string[] =>
  Object.entries(controls).flatMap(([name, { problems }]) => (name.endsWith(sound) ? problems : []));

const judgeControls = (controls: Record<string, ClusterResult>): string[] =>
  Object.entries(controls).flatMap(([name, result]) => {
    const sabotage = clusterSabotages[name];
    return sabotage ? judgeControl(sabotage, result) : [];
  });

function outcomeOf(result: ClusterResult, controls: Record<string, ClusterResult>): Outcome {
  const { size, minutes, paid, credited, takeovers } = result;
  const problems = [...result.problems, ...soundProblems(controls)];
  return {
    what: `${size.bots} bots, ${size.services} services and ${size.workers} workers in a storm`,
    done: `${result.blows.length} blows in ${minutes} minutes, ${size.people} people: ${paid} purchases, ${result.rigs} rigs, ${result.messages} messages, ${result.repeated} acts made again`,
    found:
      problems.length === 0
        ? `${credited} credited once, every card and thread complete, ${takeovers} takeovers in ${Math.round(result.longestTakeoverMs / 1_000)} s at most`
        : describe(problems),
    good: problems.length === 0,
    faults: [...(paid === 0 ? ['no purchase was paid'] : []), ...judgeControls(controls)],
    detail: { result, controls },
  };
}

/** A storm over several processes on PostgreSQL and S3, and over clusters with a known defect. */
export async function stormOverCluster(options: StormOptions, progress: Progress): Promise<Outcome> {
  if (postgresPrograms === null) throw new CampaignFault('PostgreSQL is not installed');
  const { control, quick } = options;
  if (control === null || control === 'none') {
    const result = await runStorm(options, progress);
    const names = quick || control === 'none' ? [] : Object.keys(clusterSabotages);
    return outcomeOf(result, await runControls({ ...options, minutes: null }, names, progress));
  }
  const known = Object.keys(clusterSabotages);
  if (!known.includes(control))
    throw new CampaignFault(`no control is named ${control}; choose from none, ${known.join(', ')}`);
  const controls = await runControls(options, [control], progress);
  const { problems = [], blows = [] } = controls[control] ?? {};
  const { defect, proof } = clusterSabotages[control]!;
  const shown = problems.toSorted((a, b) => Number(proof.test(b)) - Number(proof.test(a)));
  const harm = soundProblems(controls);
  return {
    what: `a cluster that ${defect}`,
    done: `${blows.length} blows`,
    found: harm.length > 0 ? describe(harm) : shown.length > 0 ? `shown by ${describe(shown)}` : 'no damage',
    good: harm.length === 0, // damage is what a control has to show
    faults: judgeControls(controls),
    detail: controls,
  };
}
