import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { systemClock } from '../base/clock.js';
import { checkNetwork } from '../chain/network.js';
import { createRpc } from '../chain/rpc.js';
import { type Config, readConfig } from '../config.js';
import type { Io } from '../main.js';

/** One look at something the operator can mend. `fix` is said when it fails. */
type Check = { name: string; look: () => Promise<string> | string; fix: string };

const timeoutMs = 5_000;

function checksFor(config: Config): Check[] {
  const checks: Check[] = [
    {
      name: 'Node.js',
      look() {
        const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
        if (major < 20 || (major === 20 && minor < 19)) throw new Error(`is ${process.version}`);
        return process.version;
      },
      fix: 'Install Node.js 20.19 or newer.',
    },
    {
      name: 'SQLite',
      async look() {
        const { default: Driver } = await import('better-sqlite3');
        const db = new Driver(':memory:');
        const version = db.prepare('SELECT sqlite_version()').pluck().get();
        db.close();
        return String(version);
      },
      fix: 'Run `npm rebuild better-sqlite3`.',
    },
    {
      name: 'Data folder',
      look() {
        const folder = resolve(config.DATA_DIR);
        if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
        accessSync(folder, constants.W_OK);
        return config.DATA_DIR;
      },
      fix: 'Change the owner of the folder, or set DATA_DIR.',
    },
  ];
  if (!config.DISCORD_TOKEN && !config.SOLANA_RPC_URL) {
    checks.push({
      name: 'Local Solana machine',
      async look() {
        const { loadNative } = await import('../playground/chain/native.js');
        loadNative();
        return 'present';
      },
      fix: 'Run `npm ci` without --omit=optional, or set SOLANA_RPC_URL.',
    });
  }
  if (config.DISCORD_TOKEN) checks.push(discordCheck(config, config.DISCORD_TOKEN));
  if (config.SERVICE_URL) checks.push(serviceCheck(config.SERVICE_URL));
  if (config.SOLANA_RPC_URL) checks.push(networkCheck(config, config.SOLANA_RPC_URL));
  return checks;
}

const discordCheck = (config: Config, token: string): Check => ({
  name: 'Discord',
  async look() {
    const api = config.DISCORD_API_URL ?? 'https://discord.com/api';
    const headers = { authorization: `Bot ${token}` };
    const response = await fetch(`${api}/v10/users/@me`, { headers, signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    const answer = (await response.json()) as { username?: string };
    return `signed in as ${answer.username}`;
  },
  fix: 'Copy the token again from the developer portal into DISCORD_TOKEN.',
});

const serviceCheck = (url: string): Check => ({
  name: 'Service',
  async look() {
    const response = await fetch(`${url}/api/rig/pipelines`, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return url;
  },
  fix: 'Start the service, or correct SERVICE_URL.',
});

const networkCheck = (config: Config, endpoints: string[]): Check => ({
  name: 'Solana',
  async look() {
    const rpc = createRpc({ endpoints, clock: systemClock, timeoutMs });
    try {
      await checkNetwork(rpc, config.SOLANA_NETWORK === 'mainnet-beta' ? 'mainnet' : config.SOLANA_NETWORK);
      if ((await rpc.ownerOf(config.USDC_MINT)) === null)
        throw new Error(`does not know the token ${config.USDC_MINT}`);
      return config.SOLANA_NETWORK;
    } finally {
      await rpc.close();
    }
  },
  fix: 'Correct SOLANA_RPC_URL, or SOLANA_NETWORK and USDC_MINT if the node is of another network.',
});

/** Looks at machine and configuration, a line each, with the fix beside what fails. Exit 1 when something does. */
export async function runDoctor(argv: string[], io: Io): Promise<number> {
  parseArgs({ args: argv, options: {} });
  let failed = 0;
  for (const { name, look, fix } of checksFor(readConfig(process.env))) {
    try {
      io.stdout.write(`ok    ${name}: ${await look()}\n`);
    } catch (error) {
      failed += 1;
      io.stdout.write(`FAIL  ${name}: ${error instanceof Error ? error.message : error}\n      ${fix}\n`);
    }
  }
  io.stdout.write(failed === 0 ? 'All is well.\n' : `${failed} to mend.\n`);
  return failed === 0 ? 0 : 1;
}
