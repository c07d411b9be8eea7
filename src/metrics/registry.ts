import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import {
  type CounterName,
  type GaugeName,
  type HistogramName,
  type Lists,
  type Metrics,
  metricTable,
  type Sample,
} from '../base/metrics.js';

export type MetricsRegistry = Metrics & {
  /** The figures as Prometheus reads them. */
  read(): Promise<{ type: string; text: string }>;
  /** The value of every sample now, by metric. */
  sample(): Promise<Figures>;
  /** The rows of a list, and whether some could not be read. */
  rows<Name extends keyof Lists>(name: Name): Promise<{ rows: Lists[Name][]; isWhole: boolean }>;
};

export type Figure = { name: string; value: number; labels: Readonly<Record<string, string>> };
/** Samples by the name of their metric; those of a histogram have a name with its ending. */
export type Figures = ReadonlyMap<string, readonly Figure[]>;

type Labels = Readonly<Record<string, string>>;

/** Creates the figures of this process: those of the table, and of Node (loop delay, memory, processor time). */
export function createMetricsRegistry(): MetricsRegistry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<CounterName, Counter>();
  const histograms = new Map<HistogramName, Histogram>();
  const lists = createLists();
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
    list: lists.add,
    rows: lists.read,
    sample: async () => figuresOf(await registry.getMetricsAsJSON()),
    read: async () => ({ type: registry.contentType, text: await registry.metrics() }),
  };
}

function createLists() {
  const readers: { [Name in keyof Lists]: (() => Promise<readonly Lists[Name][]>)[] } = {
    cases: [],
    jobs: [],
  };
  return {
    add<Name extends keyof Lists>(name: Name, read: () => Promise<readonly Lists[Name][]>): void {
      readers[name].push(read);
    },
    async read<Name extends keyof Lists>(name: Name): Promise<{ rows: Lists[Name][]; isWhole: boolean }> {
      const found = await Promise.all(readers[name].map((read) => read().catch(() => null)));
      return { rows: found.flatMap((rows) => rows ?? []), isWhole: !found.includes(null) };
    },
  };
}

type JsonMetrics = Awaited<ReturnType<Registry['getMetricsAsJSON']>>;

const figuresOf = (metrics: JsonMetrics): Figures =>
  new Map(
    metrics.map(({ name, values }) => [
      name,
      values.map((sample) => ({
        name: 'metricName' in sample ? String(sample.metricName) : name,
        value: Number(sample.value),
        labels: Object.fromEntries(Object.entries(sample.labels).map(([key, value]) => [key, String(value)])),
      })),
    ]),
  );
