import { createServer } from 'node:net';
import { SetupError } from '../base/errors.js';

/** Looks before anything is written. @throws SetupError naming the first port that is taken */
export async function claimPorts(ports: readonly number[], host: string): Promise<void> {
  for (const port of ports) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) => {
        const taken = error.code === 'EADDRINUSE';
        const sentence = taken
          ? `Port ${port} is already in use: stop what runs there, or choose another base with --port.`
          : `Port ${port} on ${host} cannot be opened (${error.code}): choose another with --port.`;
        reject(new SetupError(sentence));
      });
      probe.listen(port, host, () => probe.close(() => resolve()));
    });
  }
}
