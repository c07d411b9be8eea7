import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp } from '../../src/app.js';
import { createLog } from '../../src/base/log.js';
import { readConfig } from '../../src/config.js';
import type { ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { type DialectServer, startDialect } from '../service/dialects/core/server.js';
import type { Style } from '../service/dialects/core/style.js';
import { environmentOfBot } from './bot-environment.js';
import { jumpingClock } from './clock.js';
import { t } from './copy.js';
import { ownBase } from './ports.js';
import { find, justBefore, type TestWorld, text, walletOf } from './world.js';

/** A bot in front of a foreign service, and what a person gets from it. */

/** The outcome of one attempt of a person, and the text they read. */
export type End = { how: 'good' | 'told' | 'silent'; says: string };
const good = (says: string): End => ({ how: 'good', says });
const told = (says: string): End => ({ how: 'told', says });

/** Runs a bot with one dialect, in a world without another bot. */
export async function withDialect<T>(
  world: TestWorld,
  style: Style,
  story: (server: DialectServer) => Promise<T>,
): Promise<T> {
  const rpcUrl = world.addresses.rpc ?? '';
  const { address: recipient } = createTestWallet({ rpcUrl, name: 'rigsmith treasury' });
  const server = await startDialect(style, { rpcUrl, recipient });
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-dialect-'));
  const own = { port: await ownBase(), dataDir, serviceUrl: server.url };
  const environment = {
    ...(await environmentOfBot(world.addresses, own)),
    SOLANA_NETWORK: 'localnet',
    ...(server.wsUrl && { SERVICE_WS_URL: server.wsUrl }),
  };
  const config = readConfig(environment, t);
  const log = createLog(process.env.TEST_LOG ?? 'silent');
  const bot = await startApp(
    config,
    { world: false, service: false, bot: true },
    { log, clock: jumpingClock(10) },
  );
  try {
    return await story(server);
  } finally {
    await bot.stop();
    await server.close();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const lookEveryMs = 20;
const patienceMs = Number(process.env.DIALECT_PATIENCE_MS ?? 30_000);

type Ends = { good: RegExp; told: RegExp };

/** Reads a channel until the bot's text has a good or a clear bad end. */
async function endIn(person: ActorPerson, channel: string, after: string, ends: Ends): Promise<End> {
  const deadline = Date.now() + patienceMs;
  for (;;) {
    const seen = (await person.messages(channel)).filter(isAnswer(after));
    const done = seen.find((message) => ends.good.test(text(message)));
    if (done) return good(text(done));
    const failed = seen.find((message) => !message.pending && ends.told.test(text(message)));
    if (failed) return told(text(failed));
    if (Date.now() > deadline)
      return { how: 'silent', says: seen.map((one) => (one.pending ? '(thinking)' : text(one))).join('\n') };
    await new Promise((resolve) => setTimeout(resolve, lookEveryMs));
  }
}

const isAnswer =
  (after: string) =>
  ({ id, author }: SeenMessage): boolean =>
    author.bot && BigInt(id) > BigInt(after);

/** Every card that refuses something contains one of these. */
const refused =
  /went wrong|did not work|didn't work|out of reach|not understood|answered unexpectedly|doesn't understand|cannot|can’t|can't|couldn|could not|Link your wallet|link your wallet|Not enough|refused/i;

const before = async (act: Promise<{ message_id?: string | null }>): Promise<string> => {
  const { message_id: id } = await act;
  return id ? justBefore({ id }) : '0';
};

/** `/link`, signing on the page, and the code. */
export async function links(person: ActorPerson): Promise<End> {
  const asked = person.runs('/link', {}, { channel: 'welcome' });
  const after = await before(asked);
  const begun = await endIn(person, 'welcome', after, { good: /Link your Solana wallet/, told: refused });
  if (begun.how !== 'good') return begun;
  const card = (await person.messages('welcome')).findLast(isAnswer(after))!;
  const signed = await signOnPage(find(card, /http:\/\/127\.0\.0\.1:\d+\/link\?lang=[\w-]+#\w+/), person);
  if (!('code' in signed)) return told(signed.problem);
  await person.clicks('Enter code', { message: card.id });
  const typed = await before(person.fills({ code: signed.code }));
  return endIn(person, 'welcome', typed, { good: /Wallet linked/, told: refused });
}

type Challenge = { nonce: string; message: string; sign_in_input?: object | null };

/** The page's script: it signs the fields a wallet knows, or the text unchanged. */
async function signOnPage(
  link: string,
  person: ActorPerson,
): Promise<{ code: string } | { problem: string }> {
  const { origin, hash } = new URL(link);
  let cookie = '';
  const post = async (act: string, body: object = {}) => {
    const response = await fetch(`${origin}/link/api/${act}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin, cookie },
      body: JSON.stringify({ token: hash.slice(1), ...body }),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';')[0] ?? cookie;
    const answer = (await response.json()) as Record<string, unknown>;
    if (!response.ok) throw new Error(String(answer.detail ?? `the page answered ${response.status}`));
    return answer;
  };
  try {
    const { address, sign } = await walletOf(person);
    await post('open');
    const asked = (await post('challenge', { address })) as Challenge;
    const input = asked.sign_in_input;
    const signature = input ? await sign(input) : await person.wallet.signs(asked.message);
    const encoding = input ? 'siws' : 'raw';
    const { code } = await post('prove', { address, nonce: asked.nonce, signature, encoding });
    return { code: String(code) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * `/buy`, paying on the chain, and the credits.
 * @param pastes the service counts a payment only by its signature, so the payer pastes it
 */
export async function buys(person: ActorPerson, pastes = false): Promise<End> {
  const after = await before(
    person.runs('/buy', { pack: 'Starter', currency: 'SOL' }, { channel: 'welcome' }),
  );
  const begun = await endIn(person, 'welcome', after, { good: /solana:\w+/, told: refused });
  if (begun.how !== 'good') return begun;
  const card = (await person.messages('welcome')).findLast(isAnswer(after))!;
  const { signature } = await person.wallet.pays(find(card, /solana:[^"`\\]+/));
  if (pastes) {
    const handIn = async () => {
      await person.clicks('Paid, but not seen?', { message: card.id });
      const answer = await before(person.fills({ signature }));
      return endIn(person, 'welcome', answer, { good: /credits arrived|We counted/, told: /Not seen yet/ });
    };
    // The card says to try again in a minute; the chain of the playground is faster.
    for (let tries = 0; tries < 5 && (await handIn()).how === 'told'; tries += 1)
      await new Promise((resolve) => setTimeout(resolve, 500));
  }
  return endIn(person, 'welcome', after, { good: /credits arrived/, told: refused });
}

export async function rigs(person: ActorPerson): Promise<End> {
  const after = await before(person.runs('/rig text', { prompt: 'a red fox' }, { channel: 'rigs' }));
  return endIn(person, 'rigs', after, {
    good: /Your character is ready/,
    told: new RegExp(`Couldn't make this one|Your rig failed|${refused.source}`, 'i'),
  });
}

/** `/talk start` and a second message in the thread. */
export async function talks(person: ActorPerson): Promise<End> {
  const asked = person.runs('/talk start', { message: 'Hello forge' }, { channel: 'agent' });
  const opened = await endIn(person, 'agent', await before(asked), {
    good: /Conversation started/,
    told: refused,
  });
  if (opened.how !== 'good') return opened;
  const thread = /<#(\d+)>/.exec(opened.says)?.[1] ?? '';
  const first = await answerIn(person, thread, '0', 'Hello forge');
  if (first.how !== 'good') return first;
  const { id } = await person.posts('and once more', { channel: thread });
  return answerIn(person, thread, id, 'and once more');
}

/** The whole answer, once, with the buttons of a finished one; or the reason why there is none. */
export const answerIn = (person: ActorPerson, thread: string, after: string, said: string): Promise<End> =>
  endIn(person, thread, after, {
    good: new RegExp(`^The forge heard you say: ${said} - and it agrees\\.[\\s\\S]*^Reply$`, 'm'),
    told: /^Try again$|anvil|Something went wrong/m,
  });

/** Messages of the bot that still say "thinking". */
export async function thinking(person: ActorPerson): Promise<string[]> {
  const seen = await Promise.all(['welcome', 'rigs', 'agent'].map((channel) => person.messages(channel)));
  return seen
    .flat()
    .filter(({ pending }) => pending)
    .map(({ id }) => id);
}
