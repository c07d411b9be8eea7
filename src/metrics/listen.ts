import type { Server } from 'node:http';
import { SetupError } from '../base/errors.js';

/** Opens a port. @param variable what to set when it is in use @throws SetupError */
export async function listen(
  server: Server,
  { port, host, variable }: { port: number; host: string; variable: string },
): Promise<{ port: number; stop(): Promise<void> }> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        error.code === 'EADDRINUSE'
          ? new SetupError(`Port ${port} on ${host} is in use. Set ${variable} to another.`)
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
