import { postgresPrograms } from '../../support/postgres.js';
import { CampaignFault } from '../campaign-fault.js';
import type { Outcome } from '../report.js';
import type { Size } from './cluster.js';
import { type ClusterResult, playCluster } from './play.js';
import { clusterSabotages } from './sabotage.js';

const whole: Size = { bots: 3, services: 2, workers: 2, servers: 3, people: 40 };
const small: Size = { bots: 2, services: 2, workers: 1, servers: 2, people: 6 };
/** A control shows its defect sooner. */
const controlMinutes = 2;

/** A storm over several processes on PostgreSQL and S3, and over clusters with a known defect. */
export async function stormOverCluster(
  { seed, minutes, quick }: { seed: number; minutes: number; quick: boolean },
  progress: (text: string) => void,
): Promise<Outcome> {
  if (postgresPrograms === null) throw new CampaignFault('PostgreSQL is not installed');
  const size = quick ? small : whole;
  const pace = { paceMs: quick ? 4_000 : 15_000, rigShare: quick ? 0.05 : 0.1 };
  const result = await playCluster({ size, seed, minutes, ...pace, calmMs: 180_000, progress });
  const controls: Record<string, ClusterResult> = {};
  for (const [name, sabotage] of quick ? [] : Object.entries(clusterSabotages))
    controls[name] = await playCluster({
      size,
      seed,
      minutes: Math.min(minutes, controlMinutes),
      ...pace,
      calmMs: 60_000,
      sabotage,
      progress: (text) => progress(`${name}: ${text}`),
    });
  const missed = Object.keys(controls).filter((name) => controls[name]?.problems.length === 0);
  const { problems, paid, credited, takeovers } = result;
  return {
    what: `${size.bots} bots, ${size.services} services and ${size.workers} workers in a storm`,
    done: `${result.blows.length} blows in ${minutes} minutes, ${size.people} people: ${paid} purchases, ${result.rigs} rigs, ${result.messages} messages, ${result.repeated} acts made again`,
    found:
      problems.length === 0
        ? `${credited} credited once, every card and thread complete, ${takeovers} takeovers in ${Math.round(result.longestTakeoverMs / 1_000)} s at most`
        : `${problems.length} findings: ${problems.slice(0, 3).join('; ')}`,
    good: problems.length === 0,
    faults: [
      ...(paid === 0 ? ['no purchase was paid'] : []),
      ...missed.map((name) => `the storm does not find a cluster that ${name}`),
    ],
    detail: { result, controls },
  };
}
