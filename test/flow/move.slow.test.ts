import { randomBytes } from 'node:crypto';
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botEnvironment, type Child, createChild } from '../../src/cli/child.js';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { command } from '../support/command.js';
import { createTestDatabase } from '../support/engines.js';
import { ownBase } from '../support/ports.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { answer, startTalk } from '../support/talk.js';
import { answerTo, creditsOf, justBefore, openWorld, order, type TestWorld, text } from '../support/world.js';

/** An operator moves a bot that people have used to PostgreSQL, with mistakes, and they notice nothing. */
describe.skipIf(postgresPrograms === null)(`an installation that moves to PostgreSQL${needsPostgres}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-move-'));
  let world: TestWorld;
  let program: Child;
  let settings: Record<string, string>;
  let mia: ActorPerson;
  let thread: string;
  let unpaid: Awaited<ReturnType<typeof order>>;
  let newest: { id: string };
  let before: { credits: number; rigs: string };

  beforeAll(async () => {
    world = await openWorld({ SERVICE_URL: 'http://127.0.0.1:9' }, false);
    const rpcUrl = world.addresses.rpc ?? '';
    const treasury = createTestWallet({ rpcUrl, name: 'rigsmith treasury', seed: 'rigsmith treasury' });
    const { SERVICE_URL: _, ...bot } = botEnvironment(world.addresses, {
      port: await ownBase(),
      dataDir: folder,
    });
    settings = {
      ...bot,
      SOLANA_RPC_URL: rpcUrl,
      SOLANA_NETWORK: 'localnet',
      REQUIRED_COMMITMENT: 'finalized',
      MERCHANT_ADDRESS: treasury.address,
      MASTER_KEY: randomBytes(32).toString('hex'),
    };
    program = createChild('start', settings);
    await program.start();
    mia = await world.rich('mia');
    await mia.runs('/rig text', { prompt: 'a white rabbit', detail: 'low' }, { channel: 'rigs' });
    await mia.sees('Your character is ready', { channel: 'rigs' });
    thread = await startTalk(mia, 'Make me a red fox');
    newest = await answer(mia, thread);
    unpaid = await order(mia);
    before = await whatSheSees();
    await program.stop();
  });
  afterAll(async () => {
    await program?.stop();
    rmSync(folder, { recursive: true, force: true });
    expect(await world?.close()).toEqual([]);
  });

  const whatSheSees = async () => ({
    credits: await creditsOf(mia),
    rigs: text(await answerTo(mia.in('rigs'), mia.runs('/rigs', {}, { channel: 'rigs' }), 'rabbit')),
  });
  const move = (to: string) => command(['move', '--to', to], { DATA_DIR: folder });

  it('says what is wrong with the address, and copies nothing', async () => {
    const url = new URL(await createTestDatabase());
    const said = async (change: (url: URL) => void) => {
      const wrong = new URL(url.href);
      change(wrong);
      const { status, stderr } = await move(wrong.href);
      return `${status}: ${stderr}`;
    };
    expect(await said((to) => (to.port = '1'))).toMatch(
      /^2: PostgreSQL at 127\.0\.0\.1:1\/\w+ can't be used: .*ECONNREFUSED/,
    );
    expect(await said((to) => (to.username = 'nobody'))).toMatch(/^2: .*role "nobody" does not exist/);
    expect(await said((to) => (to.pathname = '/missing'))).toMatch(/^2: .*database "missing" does not exist/);
    expect(await said((to) => (to.protocol = 'mysql:'))).toMatch(/^2: Name the database: rigsmith move/);
  });

  it('is not moved while it runs', async () => {
    await program.start();
    const { status, stderr } = await move(await createTestDatabase());
    await program.stop();
    expect([status, stderr]).toEqual([2, expect.stringMatching(/pid \d+/)]);
  });

  it('is moved, also when a first move was interrupted between the databases', async () => {
    const url = await createTestDatabase();
    const half = mkdtempSync(join(folder, 'half-'));
    copyFileSync(join(folder, 'bot.db'), join(half, 'bot.db'));
    expect((await command(['move', '--to', url], { DATA_DIR: half })).stdout).toMatch(/bot\.db: .*\nDone/);
    expect((await move(url)).stdout).toMatch(/bot\.db: .*\nservice\.db: .*\nDone/);
    expect((await move(url)).stdout).toMatch(/bot\.db: .*\nservice\.db: .*\nDone/);

    program = createChild('start', { ...settings, DATABASE_URL: url });
    await program.start();
    expect(await whatSheSees()).toEqual(before);
    await mia.posts('make it blue', { channel: thread });
    expect(text(await answer(mia, thread, newest.id))).toMatch(/blue/);
    await mia.wallet.pays(unpaid.url);
    await mia.sees('100 credits arrived', { after: justBefore(unpaid.card) });
    expect(await creditsOf(mia)).toBe(before.credits + 100);
    const { status, stdout } = await command(['reconcile', '--books-only'], { DATABASE_URL: url });
    expect([status, stdout]).toEqual([0, expect.stringContaining('No differences')]);

    const late = await move(url);
    expect([late.status, late.stderr]).toEqual([2, expect.stringContaining('not empty')]);
    expect(await creditsOf(mia)).toBe(before.credits + 100);
  });
});
