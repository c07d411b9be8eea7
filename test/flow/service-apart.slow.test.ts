import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Child, createChild } from '../../src/cli/child.js';
import { checkService } from '../../src/cli/doctor/service.js';
import type { Io } from '../../src/cli/io.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { databaseUrlFor } from '../support/engines.js';
import { ownBase } from '../support/ports.js';
import { justBefore, openWorld, order, type TestWorld, text } from '../support/world.js';

/** Playground, service and bot as three processes: the bot knows the service by SERVICE_URL alone. */

let world: TestWorld;
let service: Child;
let bot: Child;
let serviceUrl: string;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-apart-'));

beforeAll(async () => {
  world = await openWorld({ SERVICE_URL: 'http://127.0.0.1:9' }, false);
  const rpcUrl = world.addresses.rpc ?? '';
  const { address } = createTestWallet({ rpcUrl, name: 'rigsmith treasury', seed: 'rigsmith treasury' });
  const botFolder = join(dataDir, 'bot');
  const url = await databaseUrlFor(botFolder); // on PostgreSQL both share a database
  service = createChild('service', {
    SOLANA_RPC_URL: rpcUrl,
    SOLANA_NETWORK: 'localnet',
    REQUIRED_COMMITMENT: 'finalized',
    MERCHANT_ADDRESS: address,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: join(dataDir, 'service'),
    HOST: '127.0.0.2',
    PORT: String(await ownBase()),
    LOG_LEVEL: 'warn',
    ...(url !== undefined && { DATABASE_URL: url }),
  });
  serviceUrl = (await service.start()).service ?? '';
  expect(serviceUrl).toMatch(/^http:\/\/127\.0\.0\.1:/); // HOST is for the pages, not for the service
  const own = { port: await ownBase(), dataDir: botFolder, serviceUrl };
  bot = createChild('bot', await environmentOfBot(world.addresses, own));
  await bot.start();
});
afterAll(async () => {
  await bot.stop();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

it('the bot runs unchanged with a service in another process, which may die and restart', async () => {
  const mia = await world.rich('mia');

  const { card, url } = await order(mia);
  await service.kill();
  await mia.wallet.pays(url);
  await mia.runs('/credits', {}, { channel: 'welcome' });
  await mia.sees("We can't reach the service");
  await service.start();
  const done = text(await mia.sees('100 credits arrived', { after: justBefore(card) }));
  expect(done).toContain('200 credits');

  await mia.runs('/rig text', { prompt: 'a white rabbit', detail: 'low' }, { channel: 'rigs' });
  await mia.sees('Your character is ready', { channel: 'rigs' });
});

it('rigsmith doctor finds every feature at the service', async () => {
  const said: string[] = [];
  const stream = { write: (line: string) => said.push(line) > 0 };
  const io = { stdout: stream, stderr: stream } as unknown as Io;
  const code = await checkService({ url: serviceUrl, walletTest: true }, io);
  expect({ code, end: said.at(-1) }, said.join('')).toEqual({ code: 0, end: 'All essential parts work.\n' });
  expect(said.join('')).not.toMatch(/read from|taken as/);
});
