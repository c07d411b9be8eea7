import { resolve } from 'node:path';
import { silentLog } from '../../src/base/log.js';
import { createReadiness } from '../../src/base/readiness.js';
import { createRecentProblems } from '../../src/base/recent-problems.js';
import { createHistory } from '../../src/metrics/dashboard/history.js';
import { serveDashboard } from '../../src/metrics/dashboard/server.js';
import { createMetricsRegistry } from '../../src/metrics/registry.js';
import { manualClock } from './clock.js';
import { copy } from './copy.js';

export const dashboardToken = 'a-token-of-the-operator';

/** A dashboard without a bot behind it: the test reports the figures, and takes the looks at them. */
export async function openTestDashboard() {
  const clock = manualClock();
  const registry = createMetricsRegistry();
  const readiness = createReadiness();
  const problems = createRecentProblems();
  const history = createHistory({ registry, clock, log: silentLog });
  const server = await serveDashboard({
    registry,
    history,
    problems,
    readiness,
    copy,
    style: resolve('dist/src/metrics/dashboard/main.css'),
    version: '1.2.3',
    token: dashboardToken,
    port: 0,
    host: '127.0.0.1',
    clock,
    log: silentLog,
  });
  const url = `http://127.0.0.1:${server.port}`;
  const enter = (token: string) =>
    fetch(`${url}/login`, { method: 'POST', body: new URLSearchParams({ token }), redirect: 'manual' });
  return {
    ...server,
    url,
    clock,
    registry,
    readiness,
    problems,
    history,
    enter,
    /** The page as an operator with the token reads it. */
    async page(language = 'en'): Promise<string> {
      const cookie = (await enter(dashboardToken)).headers.get('set-cookie')?.split(';')[0] ?? '';
      return (await fetch(url, { headers: { cookie, 'accept-language': language } })).text();
    },
  };
}
