import { createServer } from 'node:http';
import { listen } from './listen.js';
import type { MetricsRegistry } from './registry.js';

/**
 * Serves `/metrics` on a port of its own, which no proxy publishes.
 * @throws SetupError when the port is in use
 */
export async function serveMetrics(
  registry: Pick<MetricsRegistry, 'read'>,
  { port, host }: { port: number; host: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') return void response.writeHead(404).end();
    try {
      const { type, text } = await registry.read();
      response.writeHead(200, { 'content-type': type }).end(text);
    } catch {
      response.writeHead(500).end();
    }
  });
  return listen(server, { port, host, variable: 'METRICS_PORT' });
}
