import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, createChild } from '../../src/cli/child.js';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { environmentOfBot } from '../support/bot-environment.js';
import { ownBase } from '../support/ports.js';
import { answer, answersFrom, startTalk } from '../support/talk.js';
import { answerTo, cardSays, creditsOf, openWorld, order, type TestWorld, text } from '../support/world.js';

/** The bot is a real process that dies by SIGKILL, without any cleanup. */

let world: TestWorld;
let environment: Record<string, string>;
let bot: Child;
let mia: ActorPerson;
const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-restart-'));

beforeAll(async () => {
  world = await openWorld({ WELCOME_CREDITS: '20' }, false);
  environment = await environmentOfBot(world.addresses, { port: await ownBase(), dataDir });
  bot = createChild('bot', environment);
  await bot.start();
  mia = await world.linked('mia');
});
afterAll(async () => {
  await bot.stop();
  rmSync(dataDir, { recursive: true, force: true });
  expect(await world.close()).toEqual([]);
});

const balance = () => creditsOf(mia);

describe('a bot that is killed with open work of every kind', () => {
  type Order = Awaited<ReturnType<typeof order>>;
  const prompt = 'a yellow duck';
  let had: number;
  let [paid, unpaid, unwanted]: Order[] = [];
  let rig: SeenMessage;
  let thread: string;
  let first: SeenMessage;
  beforeAll(async () => {
    had = await balance();
    thread = await startTalk(mia, 'Hello');
    first = await answer(mia, thread);
    [paid, unpaid, unwanted] = [await order(mia), await order(mia), await order(mia)];
    await world.actor.chain.control('view', { transactions_hidden: true });
    await mia.wallet.pays(paid.url);
    const asked = mia.runs('/rig text', { prompt, detail: 'low' }, { channel: 'rigs' });
    rig = await answerTo(mia.in('rigs'), asked, prompt);
    await bot.kill();
    await world.actor.chain.control('view', { transactions_hidden: false });
    await mia.wallet.pays(unpaid.url);
    await mia.posts('What does a rig cost?', { channel: thread });
    await bot.start();
  });

  it('credits payments made before and meanwhile, and the cards say so', async () => {
    for (const { card } of [paid!, unpaid!]) await cardSays(mia, card, /100 credits arrived/);
  });

  it('finishes the card of a rig', async () => {
    await cardSays(mia, rig, /Your character is ready/, 'rigs');
    const cards = (await mia.messages('rigs')).filter((message) => text(message).includes('duck'));
    expect(cards).toHaveLength(1);
  });

  it('has charged and delivered everything once', async () => {
    expect(await balance()).toBe(had + 200 - 10);
  });

  it('answers messages written meanwhile, once', async () => {
    expect(text(await answer(mia, thread, first.id))).toContain('10');
    const answers = await answersFrom(mia, thread, first);
    expect(answers).toHaveLength(2);
    expect(answers.map((words) => /^Reply$/m.test(words))).toEqual([false, true]);
  });

  it('keeps a wallet linked, and its old buttons working', async () => {
    await mia.clicks('Cancel', { message: unwanted!.card.id });
    await cardSays(mia, unwanted!.card, /Purchase cancelled/);
  });
});

describe('a bot that is killed', () => {
  it('while a proposal is pressed starts it once, and shows it', { tags: 'slow' }, async () => {
    const had = await balance();
    const thread = await startTalk(mia, 'Make me a grey wolf');
    const card = await mia.sees('No thanks', { channel: thread });
    await mia.clicks('Make it', { message: card.id, channel: thread });
    await bot.kill();
    await bot.start();
    const started = /Making your character|You are next|is ready/;
    const told = new RegExp(`${started.source}|press again if nothing changed`);
    const there = { channel: thread, after: card.id };
    if (!started.test(text(await mia.sees(told, there))))
      await mia.clicks('Make it', { message: card.id, channel: thread }).catch(() => undefined); // if it still can be
    await mia.sees(started, there);
    await expect.poll(balance).toBe(had - 10);
    const rigs = (await mia.messages(thread)).filter((message) => /> a grey wolf/.test(text(message)));
    expect(rigs.filter(({ id }) => id !== card.id)).toHaveLength(1);
  });
});

describe('a bot that is killed during a command', { tags: 'slow' }, () => {
  it('shows the purchase it made, and asks to repeat the rest', async () => {
    const there = mia.in('welcome');
    const path = '/webhooks/*/*/messages/*';
    await world.actor.discord.fault('rest', { kind: 'slow', ms: 60_000, method: 'PATCH', path, times: 2 });
    const [bought, asked] = [await there.runs('/buy', { pack: 'starter' }), await there.runs('/credits')];
    const isAnswering = async () => (await world.actor.discord.active()).length;
    await expect.poll(isAnswering).toBe(0);
    await bot.kill();
    await bot.start();
    await answerTo(there, Promise.resolve(bought), /Pay for 100 credits[\s\S]*int_/);
    await answerTo(
      there,
      Promise.resolve(asked),
      /I restarted before I could answer[\s\S]*Please use .\/credits. again/,
    );
  });
});

describe('a startup that fails', { tags: 'slow' }, () => {
  it('refuses the wrong master key for an existing database with one sentence', async () => {
    await bot.stop();
    const wrong = createChild('bot', { ...environment, MASTER_KEY: 'cd'.repeat(32) });
    await expect(wrong.start()).rejects.toThrow(/^bot ended with 2: MASTER_KEY lacks the key[^\n]*$/);
    await bot.start();
    expect(await balance()).toBeGreaterThan(0);
  });

  it('names the busy port and writes nothing', async () => {
    const elsewhere = join(dataDir, 'never');
    const second = createChild('bot', { ...environment, DATA_DIR: elsewhere });
    await expect(second.start()).rejects.toThrow(/^bot ended with 2: Port \d+ is already in use[^\n]*$/);
    expect(existsSync(elsewhere)).toBe(false);
  });

  it('reports every fault of the configuration in one message', async () => {
    const broken = createChild('start', { DISCORD_TOKEN: 'a-token-that-is-long-enough', PORT: 'no' });
    await expect(broken.start()).rejects.toThrow(/ended with 2: The configuration has a problem:\n {2}PORT:/);
  });
});
