import type { PlainKey } from '../../copy/translate.js';
import type { Figure, Figures } from '../registry.js';

/** The unit of a plot decides how its values are written. */
export type Unit = 'count' | 'perMinute' | 'seconds' | 'bytes' | 'percent';

/** Two looks at the figures: counters and histograms are about the time between them. */
export type Span = { now: Figures; before: Figures | null; seconds: number };

/** The value of each line of a plot, by its name; a name is a label of the metric, or empty where there is one line. */
export type Values = ReadonlyMap<string, number>;

type TitleKey = Extract<PlainKey, `dashboard.plot.${string}`>;
export type Plot = { title: TitleKey; unit: Unit; metrics: readonly string[]; read(span: Span): Values };

const samplesOf = (figures: Figures | null, name: string): readonly Figure[] =>
  figures?.get(name)?.slice() ?? [];
const keyOf = ({ name, labels }: Figure): string => JSON.stringify([name, Object.entries(labels).sort()]);

/** How much each sample grew; a counter that was not there before began at 0. */
function growthOf(name: string, { now, before }: Span): { sample: Figure; grown: number }[] {
  if (before === null) return [];
  const earlier = new Map(samplesOf(before, name).map((sample) => [keyOf(sample), sample.value]));
  return samplesOf(now, name).map((sample) => ({
    sample,
    grown: Math.max(0, sample.value - (earlier.get(keyOf(sample)) ?? 0)),
  }));
}

/** A gauge as it is, one line for each value of `label`. */
const gauge = (title: TitleKey, unit: Unit, metric: string, label?: string): Plot => ({
  title,
  unit,
  metrics: [metric],
  read: ({ now }) =>
    new Map(samplesOf(now, metric).map(({ labels, value }) => [label ? (labels[label] ?? '') : '', value])),
});

/** A counter as events a minute. */
const rate = (title: TitleKey, metric: string, label: string): Plot => ({
  title,
  unit: 'perMinute',
  metrics: [metric],
  read: (span) =>
    new Map(
      growthOf(metric, span).map(({ sample, grown }) => [
        sample.labels[label] ?? '',
        (grown * 60) / span.seconds,
      ]),
    ),
});

/**
 * The upper limit of the bucket that holds the quantile, as in Prometheus but without interpolation.
 * @param counts cumulative counts by upper limit
 */
export function quantileOf(counts: ReadonlyMap<number, number>, quantile: number): number | null {
  const limits = [...counts.keys()].sort((a, b) => a - b);
  const all = counts.get(Number.POSITIVE_INFINITY) ?? 0;
  if (all === 0) return null;
  const found = limits.find((limit) => (counts.get(limit) ?? 0) >= quantile * all);
  if (found !== undefined && Number.isFinite(found)) return found;
  return limits.filter(Number.isFinite).at(-1) ?? null; // longer than the last bucket
}

/** A histogram as the time within which 95 % of the events of the span ended. */
const slowest = (title: TitleKey, metric: string, label?: string): Plot => ({
  title,
  unit: 'seconds',
  metrics: [metric],
  read(span) {
    const lines = new Map<string, Map<number, number>>();
    for (const { sample, grown } of growthOf(metric, span)) {
      if (!sample.name.endsWith('_bucket')) continue;
      const { le = '' } = sample.labels;
      const name = label ? (sample.labels[label] ?? '') : '';
      const counts = lines.get(name) ?? new Map<number, number>();
      counts.set(le === '+Inf' ? Number.POSITIVE_INFINITY : Number(le), grown);
      lines.set(name, counts);
    }
    const found = [...lines].map(([name, counts]) => [name, quantileOf(counts, 0.95)] as const);
    return new Map(found.filter((line): line is readonly [string, number] => line[1] !== null));
  },
});

/** Several gauges in one plot, named by the end of their metrics. */
const together = (title: TitleKey, unit: Unit, metrics: Readonly<Record<string, string>>): Plot => ({
  title,
  unit,
  metrics: Object.values(metrics),
  read: ({ now }) =>
    new Map(
      Object.entries(metrics).flatMap(([name, metric]) =>
        samplesOf(now, metric).map(({ value }): [string, number] => [name, value]),
      ),
    ),
});

const freeDisk: Plot = {
  title: 'dashboard.plot.disk',
  unit: 'percent',
  metrics: ['rigsmith_disk_free_bytes', 'rigsmith_disk_size_bytes'],
  read({ now }) {
    const [free, size] = freeDisk.metrics.map((name) => samplesOf(now, name)[0]?.value);
    return new Map(free === undefined || !size ? [] : [['', (100 * free) / size]]);
  },
};

/** Every figure of `/metrics`, in the order of the page. */
export const plots: readonly Plot[] = [
  rate('dashboard.plot.interactions', 'rigsmith_interactions_total', 'outcome'),
  slowest('dashboard.plot.acknowledge', 'rigsmith_interaction_acknowledge_seconds'),
  gauge('dashboard.plot.shards', 'count', 'rigsmith_gateway_shards', 'state'),
  gauge('dashboard.plot.ping', 'seconds', 'rigsmith_gateway_ping_seconds'),
  gauge('dashboard.plot.servers', 'count', 'rigsmith_servers'),
  gauge('dashboard.plot.outbox', 'seconds', 'rigsmith_outbox_oldest_seconds'),
  rate('dashboard.plot.requests', 'rigsmith_discord_requests_total', 'status'),
  rate('dashboard.plot.limited', 'rigsmith_discord_rate_limited_total', 'scope'),
  slowest('dashboard.plot.waits', 'rigsmith_discord_rate_limit_wait_seconds'),
  gauge('dashboard.plot.purchases', 'count', 'rigsmith_purchases', 'status'),
  gauge('dashboard.plot.cases', 'count', 'rigsmith_review_cases_open'),
  gauge('dashboard.plot.chain', 'seconds', 'rigsmith_chain_lag_seconds'),
  rate('dashboard.plot.nodes', 'rigsmith_rpc_errors_total', 'node'),
  together('dashboard.plot.queue', 'count', {
    queued: 'rigsmith_rigs_queued',
    running: 'rigsmith_rigs_running',
  }),
  gauge('dashboard.plot.oldest_rig', 'seconds', 'rigsmith_rigs_oldest_queued_seconds'),
  rate('dashboard.plot.rigs', 'rigsmith_rigs_total', 'outcome'),
  rate('dashboard.plot.refused', 'rigsmith_content_refused_total', 'strictness'),
  slowest('dashboard.plot.stages', 'rigsmith_rig_stage_seconds', 'stage'),
  slowest('dashboard.plot.agent', 'rigsmith_agent_first_token_seconds'),
  freeDisk,
  gauge('dashboard.plot.memory', 'bytes', 'process_resident_memory_bytes'),
  gauge('dashboard.plot.loop', 'seconds', 'nodejs_eventloop_lag_p99_seconds'),
];
