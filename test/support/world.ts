import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startApp } from '../../src/app.js';
import type { App } from '../../src/app-types.js';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { createLog, type Log } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import { type ActorPerson, createActor, type SeenMessage } from '../../src/playground/actor/client.js';
import { flatten, mediaOf, readableText } from '../../src/playground/actor/component.js';
import { signOnLinkPage } from '../../src/playground/stories/link-page.js';
import { jumpingClock } from './clock.js';
import { t } from './copy.js';
import { atEndOfFile } from './end-of-file.js';
import { databaseUrlFor } from './engines.js';
import { patienceMs } from './eventually.js';
import { ownBase } from './ports.js';
import { sharedRigs } from './rig-processes.js';

export type TestWorld = App & {
  actor: ReturnType<typeof createActor>;
  /** The database of its service. */
  books: string;
  /** A person with a linked wallet. */
  linked(name: string): Promise<ActorPerson>;
  /** A person with a linked wallet and the credits of the smallest pack. */
  rich(name: string): Promise<ActorPerson>;
  /** Stops everything and returns the requests of the bot that Discord would have refused. */
  close(): Promise<string[]>;
};

/**
 * The whole program as `npm start` runs it, on its own ports and data.
 * @param clock shortens polls, except when the bot is another process with its own clock
 */
export async function openWorld(
  environment: Record<string, string> = {},
  withBot = true,
  clock: Clock = withBot ? jumpingClock() : systemClock,
  log: Log = createLog(process.env.TEST_LOG ?? 'silent'),
): Promise<TestWorld> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-flow-'));
  const own = { PORT: String(await ownBase()), DATA_DIR: dataDir, WELCOME_CREDITS: '0', RIG_CONFIRM: 'off' };
  const config = readConfig({ ...own, DATABASE_URL: await databaseUrlFor(dataDir), ...environment }, t);
  const parts = { world: true, service: !config.SERVICE_URL, bot: withBot };
  const app = await startApp(config, parts, { log, clock, rigs: sharedRigs });
  const actor = createActor(app.addresses.web ?? '', patienceMs);

  // Most stories are not about the wallet's question.
  for (const { username } of (await actor.world()).people)
    await actor.as(username).wallet.asksBeforeSigning(false);
  const linked = async (name: string) => {
    const person = actor.as(name);
    await link(person);
    return person;
  };
  const stop = async () => {
    atEndOfFile.delete(dataDir);
    await app.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  atEndOfFile.set(dataDir, stop); // of a test that failed before it closed its world
  return {
    ...app,
    actor,
    books: config.DATABASE_URL
      ? `${config.DATABASE_URL}?schema=playground_service`
      : join(dataDir, `playground-${config.PORT}`, 'service.db'),
    linked,
    async rich(name) {
      const person = await linked(name);
      const { url, card } = await order(person);
      await person.wallet.pays(url);
      await person.sees('credits arrived', { after: justBefore(card) });
      return person;
    },
    async close() {
      const problems = await actor.problems();
      await stop();
      return problems.map(
        ({ method, path, message, faults }) => `${method} ${path}: ${message} ${faults.join('; ')}`,
      );
    },
  };
}

/** The text of a message as a person reads it, one part a line. */
export const text = (message: SeenMessage): string => readableText(message);

/** The pictures and files of a message. */
export const shown = (message: SeenMessage) => flatten(message.components).flatMap(mediaOf);

/** An id just before a message, to wait for changes of that message. */
export const justBefore = ({ id }: { id: string }): string => String(BigInt(id) - 1n);

/** Waits until that message of a channel matches. */
export async function cardSays(
  person: ActorPerson,
  card: SeenMessage,
  words: RegExp,
  channel = 'welcome',
): Promise<SeenMessage> {
  const look = async () => (await person.messages(channel)).find(({ id }) => id === card.id) ?? card;
  await expect.poll(async () => text(await look())).toMatch(words);
  return look();
}

/** Direct messages about purchases, newer than that card. */
export async function noticesOf(person: ActorPerson, { id: after }: { id: string }): Promise<string[]> {
  const direct = (await person.channels()).filter(({ kind }) => kind === 'dm');
  const messages = await Promise.all(direct.map(({ id }) => person.messages(id)));
  return messages
    .flat()
    .filter(({ id }) => BigInt(id) > BigInt(after))
    .map(text)
    .filter((words) => words.includes('About your purchase'));
}

/** Waits until the answer of an interaction matches. */
export async function answerTo(
  person: ActorPerson,
  act: Promise<{ message_id?: string | null }>,
  words: string | RegExp,
): Promise<SeenMessage> {
  const { message_id: id } = await act;
  if (!id) throw new Error(`nothing answers, so nothing says ${words}`);
  return person.sees(words, { after: justBefore({ id }) });
}

/** The credits a person can spend, as `/credits` shows them. */
export async function creditsOf(person: ActorPerson): Promise<number> {
  const there = person.in('welcome');
  const card = await answerTo(there, there.runs('/credits'), 'to spend');
  return Number(/\*\*([\d,]+) credits?\*\*/.exec(text(card))?.[1]?.replaceAll(',', ''));
}

export function find(message: SeenMessage, pattern: RegExp): string {
  const found = JSON.stringify(message).match(pattern)?.[0];
  if (!found) throw new Error(`nothing like ${pattern} in:\n${text(message)}`);
  return found;
}

/** `/link` up to the address of the page. */
export async function startLink(person: ActorPerson): Promise<{ card: SeenMessage; url: string }> {
  const asked = person.runs('/link', {}, { channel: 'welcome' });
  const card = await answerTo(person, asked, 'Link your Solana wallet');
  return { card, url: find(card, /http:\/\/127\.0\.0\.1:\d+\/link\?lang=[\w-]+#\w+/) };
}

export async function walletOf(person: ActorPerson) {
  const { address } = await person.wallet.look();
  return { address, sign: (input: object) => person.wallet.signs(input) };
}

export async function link(person: ActorPerson): Promise<void> {
  const { card, url } = await startLink(person);
  const { code } = await signOnLinkPage(url, await walletOf(person));
  await person.clicks('Enter code', { message: card.id });
  await answerTo(person, person.fills({ code }), 'Wallet linked');
}

/** `/buy` up to the payment link. */
export async function order(
  person: ActorPerson,
  pack = 'starter',
  currency = 'SOL',
): Promise<{ card: SeenMessage; url: string }> {
  const asked = person.runs('/buy', { pack, currency }, { channel: 'welcome' });
  const card = await answerTo(person, asked, 'Pay for');
  return { card, url: find(card, /solana:[^"`\\]+/) };
}
