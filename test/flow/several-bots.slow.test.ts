import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { botEnvironment, type Child, createChild } from '../../src/cli/child.js';
import type { ActorPerson } from '../../src/playground/actor/client.js';
import { createTestDatabase } from '../support/engines.js';
import { ownBase } from '../support/ports.js';
import { needsPostgres, postgresPrograms } from '../support/postgres.js';
import { answer, answersFrom, startTalk } from '../support/talk.js';
import { creditsOf, justBefore, openWorld, order, type TestWorld, text } from '../support/world.js';

/** Two bots as processes of their own that share a database; one of them serves the server at a time. */
describe.skipIf(postgresPrograms === null)(`two bots on one database${needsPostgres}`, () => {
  let world: TestWorld;
  let mia: ActorPerson;
  let bots: [Child, Child];
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-bots-'));

  beforeAll(async () => {
    world = await openWorld({}, false);
    const shared = {
      DATABASE_URL: await createTestDatabase(),
      MASTER_KEY: randomBytes(32).toString('hex'),
      SHARDS: '1',
      LOG_LEVEL: 'warn',
    };
    const bot = async (name: string) =>
      createChild('bot', {
        ...botEnvironment(world.addresses, { port: await ownBase(), dataDir: join(dataDir, name) }),
        ...shared,
      });
    bots = [await bot('a'), await bot('b')];
    await bots[0].start();
    mia = await world.rich('mia');
    await bots[1].start();
  });
  afterAll(async () => {
    await Promise.all(bots.map((bot) => bot.stop()));
    rmSync(dataDir, { recursive: true, force: true });
    expect(await world.close()).toEqual([]);
  });

  it('finish what a killed one had begun: a rig, a purchase and an answer of the agent, each once', async () => {
    const { card, url } = await order(mia);
    const thread = await startTalk(mia, 'Hello');
    const first = await answer(mia, thread);
    await mia.runs('/rig text', { prompt: 'a white rabbit', detail: 'low' }, { channel: 'rigs' });
    await mia.posts('What does a rig cost?', { channel: thread });
    await bots[0].kill();

    await mia.wallet.pays(url);
    expect(text(await answer(mia, thread, first.id))).toContain('10');
    await mia.sees('Your character is ready', { channel: 'rigs' });
    await mia.sees('100 credits arrived', { after: justBefore(card) });

    await mia.posts('What can you do?', { channel: thread });
    await expect.poll(async () => (await answersFrom(mia, thread, first)).length).toBe(3);
    const answers = await answersFrom(mia, thread, first);
    expect(new Set(answers).size).toBe(3);
    expect((await mia.messages('rigs')).filter((each) => text(each).includes('ready'))).toHaveLength(1);
    expect(await creditsOf(mia)).toBeGreaterThan(100);
  });

  it('hand the server over when one stops, and the member notices nothing', async () => {
    await bots[0].start();
    const thread = await startTalk(mia, 'Hello again');
    const first = await answer(mia, thread);
    await bots[1].stop();
    await mia.posts('How many credits do I have?', { channel: thread });
    const second = await answer(mia, thread, first.id);
    expect(await answersFrom(mia, thread, first)).toHaveLength(2);
    expect(await creditsOf(mia)).toBeGreaterThan(100);
    await mia.clicks('Reply', { message: second.id, channel: thread });
    await mia.fills({ text: 'What does a rig cost?' });
    // The bot posts the words of a form for its member, then the answer.
    await expect.poll(() => answersFrom(mia, thread, first)).toHaveLength(4);
  });
});
