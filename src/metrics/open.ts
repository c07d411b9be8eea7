import { resolve } from 'node:path';
import { type Metrics, noMetrics } from '../base/metrics.js';

/** The figures of a process, and the server that shows them; both absent without a port. */
export async function openMetrics(
  {
    METRICS_PORT: port,
    METRICS_HOST: host,
    DATA_DIR,
  }: { METRICS_PORT?: number | undefined; METRICS_HOST: string; DATA_DIR: string },
  version: string,
): Promise<{ metrics: Metrics; address: string | null; stop(): Promise<void> }> {
  if (port === undefined) return { metrics: noMetrics, address: null, stop: async () => undefined };
  const [{ createMetricsRegistry }, { measureProcess }, { serveMetrics }] = await Promise.all([
    import('./registry.js'),
    import('./process.js'),
    import('./server.js'),
  ]);
  const registry = createMetricsRegistry();
  measureProcess(registry, version, resolve(DATA_DIR));
  const server = await serveMetrics(registry, { port, host });
  return { metrics: registry, address: `http://${host}:${server.port}/metrics`, stop: server.stop };
}
