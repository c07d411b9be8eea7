import { createServer } from 'node:net';
import { SetupError } from '../base/errors.js';
import { terminalTexts } from './texts.js';

/** All ports, derived from one base. web3.js expects the RPC's WebSocket on the port after the RPC. */
export const portsFrom = (base: number) => ({
  web: base,
  discord: base + 1,
  service: base + 2,
  rpc: base + 3,
  rpcSocket: base + 4,
  link: base + 5,
});

/** Checks ports before anything is written. @throws SetupError naming the first one that is taken */
export async function claimPorts(ports: readonly number[], host: string): Promise<void> {
  for (const port of ports) {
    await new Promise<void>((resolve, reject) => {
      const probe = createServer();
      probe.once('error', (error: NodeJS.ErrnoException) => {
        const taken = error.code === 'EADDRINUSE';
        const t = terminalTexts();
        const sentence = taken
          ? t('cli.error.port.taken', { port: String(port) })
          : t('cli.error.port.refused', { port: String(port), host, code: String(error.code) });
        reject(new SetupError(sentence));
      });
      probe.listen(port, host, () => probe.close(() => resolve()));
    });
  }
}

/** Finds a base whose ports are all free now, for worlds that need no fixed address. */
export async function freeBase(random: () => number = Math.random): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const base = 10_000 + Math.floor(random() * 2_276) * 10; // Linux assigns ephemeral ports from 32,768 on
    const ports = Object.values(portsFrom(base));
    const free = await claimPorts(ports, '127.0.0.1').then(
      () => true,
      () => false,
    );
    if (free) return base;
  }
  throw new SetupError(terminalTexts()('cli.error.port.none'));
}
