import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type Metrics,
  metricTable,
  type Sample,
} from '../base/metrics.js';

export type MetricsRegistry = Metrics & {
  /** The figures as Prometheus reads them. */
  read(): Promise<{ type: string; text: string }>;
};

type Labels = Readonly<Record<string, string>>;

/** Creates the figures of this process: those of the table, and of Node (loop delay, memory, processor time). */
export function createMetricsRegistry(): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<CounterName, Counter>();
  const histograms = new Map<HistogramName, Histogram>();
  const readers = new Map<GaugeName, () => Promise<readonly Sample[]> | readonly Sample[]>();

  const addGauge = (name: GaugeName, help: string, labelNames: string[]) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        this.reset();
        if (labelNames.length === 0) this.remove(); // reset sets it to 0, which nobody has measured
        const samples = await Promise.resolve(readers.get(name)?.()).catch(() => undefined);
        for (const { value, labels = {} } of samples ?? []) this.set(labels, value);
      },
    });

  for (const [name, [kind, help, labels, buckets]] of Object.entries(metricTable) as [
    string,
    readonly [string, string, readonly string[], (readonly number[])?],
  ][]) {
    const options = { name, help, labelNames: [...labels], registers: [registry] };
    if (kind === 'counter') counters.set(name as CounterName, new Counter(options));
    else if (kind === 'gauge') addGauge(name as GaugeName, help, [...labels]);
    else histograms.set(name as HistogramName, new Histogram({ ...options, buckets: [...(buckets ?? [])] }));
  }

  return {
    count: (name, ...[labels]: readonly (Labels | undefined)[]) => counters.get(name)?.inc(labels ?? {}),
    took: (name, seconds, ...[labels]: readonly (Labels | undefined)[]) =>
      histograms.get(name)?.observe(labels ?? {}, seconds),
    gauge: (name, read) => void readers.set(name, read),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}
