import { join, resolve } from 'node:path';
import type { Clock } from '../base/clock.js';
import type { Log } from '../base/log.js';
import { type Metrics, noMetrics } from '../base/metrics.js';
import type { Readiness } from '../base/readiness.js';
import type { RecentProblems } from '../base/recent-problems.js';
import type { MetricsRegistry } from './registry.js';

export type MonitoringSettings = {
  METRICS_PORT?: number | undefined;
  METRICS_HOST: string;
  DASHBOARD_PORT?: number | undefined;
  DASHBOARD_HOST: string;
  DASHBOARD_TOKEN?: string | undefined;
  DATA_DIR: string;
};

/** What the dashboard shows besides the figures. */
export type Watched = {
  /** The newest warnings and errors; none without it. */
  problems?: RecentProblems | undefined;
};

export type MonitoringDeps = Watched & {
  version: string;
  /** The folder of the program. */
  root: string;
  clock: Clock;
  log: Log;
  readiness: Readiness;
};

type Server = { stop(): Promise<void> };

/** The figures of a process, and the servers that show them: for Prometheus, and as a page. None without a port. */
export async function openMonitoring(
  settings: MonitoringSettings,
  deps: MonitoringDeps,
): Promise<Server & { metrics: Metrics }> {
  const { METRICS_PORT: port, METRICS_HOST: host, DASHBOARD_PORT: pagePort } = settings;
  if (port === undefined && pagePort === undefined)
    return { metrics: noMetrics, stop: async () => undefined };
  const [{ createMetricsRegistry }, { measureProcess }, { serveMetrics }] = await Promise.all([
    import('./registry.js'),
    import('./process.js'),
    import('./server.js'),
  ]);
  const registry = createMetricsRegistry();
  measureProcess(registry, deps.version, resolve(settings.DATA_DIR));
  const servers: Server[] = [];
  const stop = async () => void (await Promise.all(servers.map((server) => server.stop())));
  try {
    if (port !== undefined) servers.push(await serveMetrics(registry, { port, host }));
    if (pagePort !== undefined) servers.push(await openDashboard(registry, pagePort, settings, deps));
  } catch (error) {
    await stop();
    throw error;
  }
  return { metrics: registry, stop };
}

async function openDashboard(
  registry: MetricsRegistry,
  port: number,
  { DASHBOARD_HOST: host, DASHBOARD_TOKEN: token = '' }: MonitoringSettings,
  deps: MonitoringDeps,
): Promise<Server> {
  const [{ createHistory }, { serveDashboard }, { createCopy }, { readLocales }] = await Promise.all([
    import('./dashboard/history.js'),
    import('./dashboard/server.js'),
    import('../copy/copy.js'),
    import('../copy/locales.js'),
  ]);
  const { root, clock, log } = deps;
  const history = createHistory({ registry, clock, log });
  const copy = createCopy(readLocales(join(root, 'data', 'locales')));
  const style = join(root, 'dist', 'src', 'metrics', 'dashboard', 'main.css');
  const server = await serveDashboard({ ...deps, registry, history, copy, style, token, port, host });
  history.start();
  return {
    async stop() {
      await Promise.all([history.stop(), server.stop()]);
    },
  };
}
