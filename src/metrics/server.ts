import { createServer } from 'node:http';
import { SetupError } from '../base/errors.js';
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
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(`Port ${port} on ${host} is in use. Set METRICS_PORT to another.`)
          : error,
      ),
    );
    server.listen(port, host, resolve);
  });
  const address = server.address();
  return {
    port: typeof address === 'object' && address ? address.port : port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
