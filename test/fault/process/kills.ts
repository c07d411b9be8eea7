import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { botEnvironment, createChild } from '../../../src/cli/child.js';
import type { ActorPerson } from '../../../src/playground/actor/client.js';
import { createTestWallet } from '../../../src/playground/wallet/wallet.js';
import { ownBase } from '../../support/ports.js';
import { find, openWorld, type TestWorld, text } from '../../support/world.js';
import { createDice } from '../schedule/dice.js';
import { readBooks } from './books.js';

export type KillResult = {
  kills: number;
  problems: string[];
  /** The number of paid purchases, and of purchases credited in the database. */
  paid: number;
  credited: number;
  /** Orders that were lost with the bot and repeated. */
  repeated: number;
};

const names = ['mia', 'max', 'olga', 'sam'];
const credits = 100;

/**
 * Bot and service as real processes that die by SIGKILL at random moments, while four people buy continuously. The
 * local Discord and chain stay alive in this process. In the end every payment is credited once and its card says so.
 */
export async function killAtRandom(options: {
  kills: number;
  seed: number;
  progress?(text: string): void;
}): Promise<KillResult> {
  const { kills, seed, progress = () => undefined } = options;
  const dice = createDice(seed);
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-kill-'));
  const world = await openWorld({ SERVICE_URL: 'http://127.0.0.1:9' }, false);
  const { service, bot } = await openChildren(world, folder);
  const problems: string[] = [];
  const paid: { person: ActorPerson; card: string }[] = [];
  let repeated = 0;
  let isOpen = true;

  /** Buys until the shop closes; retries requests that fail because a process is dead, as people do. */
  const shop = async (person: ActorPerson) => {
    while (isOpen) {
      const bought = await order(person).catch(() => null);
      if (!bought) {
        repeated += 1;
        await sleep(200);
        continue;
      }
      await sleep(dice.int(500));
      await person.wallet.pays(bought.url);
      paid.push({ person, card: bought.card });
      await sleep(dice.int(600));
    }
  };
  const kill = async () => {
    await sleep(dice.int(600));
    for (const before = paid.length, end = Date.now() + 2_500; paid.length === before && Date.now() < end; )
      await sleep(20); // a payment should be in progress
    await sleep(dice.int(600));
    const victim = dice.pick([bot, service]);
    await victim.kill();
    await sleep(dice.int(200));
    if (dice.chance(0.15)) {
      const started = victim.start().catch(() => undefined); // dies again during startup
      await sleep(dice.int(700));
      await victim.kill();
      await started;
    }
    await victim.start();
  };

  try {
    await service.start();
    await bot.start();
    const people: ActorPerson[] = [];
    for (const name of names) people.push(await world.linked(name));
    const shopping = Promise.all(people.map(shop));
    for (let count = 1; count <= kills; count += 1) {
      await kill();
      progress(`kill ${count} of ${kills}, ${paid.length} paid`);
    }
    isOpen = false;
    await shopping;
    for (const { person, card } of paid)
      if (!(await readCard(person, card, `${credits} credits arrived`, 60_000)))
        problems.push(`the card ${card} was paid and never said so`);
    for (const person of people) {
      const own = paid.filter((one) => one.person === person).length * credits;
      const balance = await balanceOf(person);
      if (balance !== own) problems.push(`a customer paid for ${own} credits and has ${balance}`);
    }
    await Promise.all([bot.stop(), service.stop()]);
    const books = readBooks(join(folder, 'service', 'service.db'));
    problems.push(...books.problems);
    if (books.credited.size !== paid.length)
      problems.push(`${paid.length} purchases were paid and ${books.credited.size} credited`);
    return { kills, problems, paid: paid.length, credited: books.credited.size, repeated };
  } finally {
    isOpen = false;
    await Promise.all([bot.kill(), service.kill()]);
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openChildren(world: TestWorld, folder: string) {
  const rpcUrl = world.addresses.rpc ?? '';
  const { address } = createTestWallet({ rpcUrl, name: 'rigsmith treasury', seed: 'rigsmith treasury' });
  const port = await ownBase();
  const serviceUrl = `http://127.0.0.1:${port + 2}`;
  const service = createChild('service', {
    SOLANA_RPC_URL: rpcUrl,
    SOLANA_NETWORK: 'localnet',
    REQUIRED_COMMITMENT: 'finalized',
    MERCHANT_ADDRESS: address,
    MASTER_KEY: randomBytes(32).toString('hex'),
    LOG_LEVEL: 'silent',
    DATA_DIR: join(folder, 'service'),
    PORT: String(port),
  });
  const own = { port: await ownBase(), dataDir: join(folder, 'bot'), serviceUrl };
  const bot = createChild('bot', { ...botEnvironment(world.addresses, own), LOG_LEVEL: 'silent' });
  return { service, bot };
}

/** The message of that id once it matches; the channel also has other people's cards. */
async function readCard(person: ActorPerson, id: string, says: string, withinMs: number) {
  const end = Date.now() + withinMs;
  while (Date.now() < end) {
    const { messages } = await person.look('welcome', 1_000);
    const found = messages.find((message) => message.id === id);
    if (found && text(found).includes(says)) return found;
    await sleep(100);
  }
  return null;
}

/** `/buy` up to the payment link; rejects when the bot or the service dies meanwhile. */
async function order(person: ActorPerson): Promise<{ card: string; url: string }> {
  const { message_id } = await person.runs(
    '/buy',
    { pack: 'starter', currency: 'SOL' },
    { channel: 'welcome' },
  );
  const card = message_id && (await readCard(person, message_id, 'Pay for', 5_000));
  if (!card) throw new Error('no card came');
  return { card: card.id, url: find(card, /solana:[^"`\\]+/) };
}

async function balanceOf(person: ActorPerson): Promise<number> {
  const { message_id } = await person.runs('/credits', {}, { channel: 'welcome' });
  const seen = await person.sees(
    'to spend',
    message_id ? { after: String(BigInt(message_id) - 1n), timeoutMs: 30_000 } : {},
  );
  return Number(
    text(seen)
      .match(/\*\*([\d,]+) credits?\*\*/)?.[1]
      ?.replace(',', ''),
  );
}
