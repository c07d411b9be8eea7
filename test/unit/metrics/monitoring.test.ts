import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, it } from 'vitest';
import { metricTable } from '../../../src/base/metrics.js';
import { createMetricsRegistry } from '../../../src/metrics/registry.js';
import { type Family, parsePrometheus } from '../../support/prometheus.js';

/** The names of metrics in the queries of a file, without the endings of histograms. */
const namesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:rigsmith|nodejs|process)_[a-z0-9_]+/g)].map(([name]) =>
    name in metricTable ? name : name.replace(/_(bucket|sum|count)$/, ''),
  );

const read = async (registry = createMetricsRegistry()) => parsePrometheus((await registry.read()).text);

it.each(['docs/monitoring/alerts.yml', 'docs/monitoring/grafana.json'])(
  '%s asks only for figures that exist',
  async (file) => {
    const known = await read();
    const names = new Set(namesIn(readFileSync(resolve(file), 'utf8')));
    expect(names.size).toBeGreaterThan(8);
    expect([...names].filter((name) => !known.has(name))).toEqual([]);
  },
);

it('the dashboard shows every figure of the table but the version', () => {
  const shown = new Set(namesIn(readFileSync(resolve('docs/monitoring/grafana.json'), 'utf8')));
  expect(Object.keys(metricTable).filter((name) => !shown.has(name))).toEqual(['rigsmith_build_info']);
});

it('a gauge without a source, or whose reading fails, has no value, and the others are shown', async () => {
  const registry = createMetricsRegistry();
  registry.gauge('rigsmith_servers', () => Promise.reject(new Error('closed')));
  registry.gauge('rigsmith_rigs_queued', () => [{ value: 3 }]);
  const found = await read(registry);
  const samplesOf = (name: string): Family['samples'] | undefined => found.get(name)?.samples;
  expect(samplesOf('rigsmith_servers')).toEqual([]);
  expect(samplesOf('rigsmith_chain_lag_seconds')).toEqual([]);
  expect(samplesOf('rigsmith_rigs_queued')).toEqual([{ name: 'rigsmith_rigs_queued', labels: {}, value: 3 }]);
});

it('states that are gone are not shown again', async () => {
  const registry = createMetricsRegistry();
  let status = 'processing';
  registry.gauge('rigsmith_purchases', () => [{ value: 1, labels: { status } }]);
  await read(registry);
  status = 'succeeded';
  expect((await read(registry)).get('rigsmith_purchases')?.samples.map(({ labels }) => labels)).toEqual([
    { status: 'succeeded' },
  ]);
});

it.each([
  ['a sample without its family', 'up 1\n'],
  ['a label that is not quoted', '# HELP a b\n# TYPE a gauge\na{x=1} 1\n'],
  ['the same sample twice', '# HELP a b\n# TYPE a gauge\na 1\na 2\n'],
  ['a value that is not a number', '# HELP a b\n# TYPE a gauge\na one\n'],
  ['a last line that does not end', '# HELP a b\n# TYPE a gauge\na 1'],
])('the parser refuses %s', (_, text) => {
  expect(() => parsePrometheus(text)).toThrow();
});
