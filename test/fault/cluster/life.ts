import { setTimeout as sleep } from 'node:timers/promises';
import type { ActorPerson, SeenMessage } from '../../../src/playground/actor/client.js';
import { readableText } from '../../../src/playground/actor/component.js';
import { signOnLinkPage } from '../../../src/playground/stories/link-page.js';
import type { Dice } from '../schedule/dice.js';
import type { Place } from './town.js';

/** What a person did, to be judged in the end. */
export type Diary = {
  paid: { card: string; reference: string }[];
  rigs: number;
  talks: string[];
  posts: number;
  /** Acts that Discord or a dead process refused, and what the person saw. */
  failed: string[];
  /** Acts without an end. Discord ends every act in seconds, so each is a fault of the local world. */
  endless: string[];
};

export type Person = { name: string; actor: ActorPerson; place: Place; diary: Diary };

const answerMs = 20_000;
/** Longer than an act with its answer takes on a machine that is busy. */
const actMs = 120_000;

/** Waits for the answer to an act, which is a message of that id. @throws Error that names what it shows instead */
async function cardOf(
  { actor }: Person,
  act: Promise<{ message_id?: string | null }>,
  says: RegExp,
  channel: string,
): Promise<SeenMessage> {
  const { message_id: id } = await act;
  if (!id) throw new Error('nothing answered');
  return actor.sees(says, { after: String(BigInt(id) - 1n), timeoutMs: answerMs }).catch(async () => {
    const shown = (await actor.messages(channel)).find((message) => message.id === id);
    throw new Error(`the answer shows ${shown ? brief(shown) : 'nothing'}`);
  });
}

/** A message in a few words, without what differs between two of its kind. */
const brief = (message: SeenMessage): string =>
  message.pending ? 'thinking' : withoutNumbers(readableText(message));
const withoutNumbers = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .replace(/\d+/g, '#')
    .replace(/req_\w+/g, 'req')
    .slice(0, 140);

const firstOf = (message: SeenMessage, pattern: RegExp): string => {
  const [found] = JSON.stringify(message).match(pattern) ?? [];
  if (found === undefined) throw new Error(`a card has no ${pattern}`);
  return found;
};

/** `/link` through the page, until it worked. */
export async function link(person: Person): Promise<void> {
  const { actor, place } = person;
  for (let tries = 0; ; tries += 1) {
    try {
      const asked = actor.runs('/link', {}, { channel: place.welcome });
      const card = await cardOf(person, asked, /Link your Solana wallet/, place.welcome);
      const { address } = await actor.wallet.look();
      const wallet = { address, sign: (input: object) => actor.wallet.signs(input) };
      const url = firstOf(card, /http:\/\/127\.0\.0\.1:\d+\/link\?lang=[\w-]+#\w+/);
      const { code } = await signOnLinkPage(url, wallet);
      await actor.clicks('Enter code', { message: card.id, channel: place.welcome });
      await cardOf(person, actor.fills({ code }), /Wallet linked/, place.welcome);
      return;
    } catch (error) {
      if (tries === 5) throw error;
      await sleep(1_000);
    }
  }
}

async function buy(person: Person): Promise<void> {
  const { actor, place, diary } = person;
  const asked = actor.runs('/buy', { pack: 'starter', currency: 'SOL' }, { channel: place.welcome });
  const card = await cardOf(person, asked, /Pay for/, place.welcome);
  const url = firstOf(card, /solana:[^"`\\]+/);
  await actor.wallet.pays(url);
  diary.paid.push({ card: card.id, reference: new URL(url).searchParams.get('reference') ?? '' });
}

async function makeRig(person: Person): Promise<void> {
  const { actor, place, diary } = person;
  await actor.runs('/rig text', { prompt: 'a yellow duck', detail: 'low' }, { channel: place.rigs });
  diary.rigs += 1;
}

const sayings = ['What can you do?', 'How many credits do I have?', 'What does a rig cost?', 'Tell me more'];

async function talk(person: Person, dice: Dice): Promise<void> {
  const { actor, place, diary } = person;
  const thread = diary.talks.at(-1);
  const message = dice.pick(sayings);
  if (thread !== undefined && dice.chance(0.7)) {
    await actor.posts(message, { channel: thread });
    diary.posts += 1;
    return;
  }
  const asked = actor.runs('/talk start', { message }, { channel: place.agent });
  const card = await cardOf(person, asked, /Conversation started/, place.agent);
  diary.talks.push(firstOf(card, /<#\d+>/).slice(2, -1));
}

/** Waits for an act, at most two minutes. @returns whether it ended */
async function endsInTime(act: Promise<void>): Promise<boolean> {
  const over = new AbortController();
  const late = sleep(actMs, false, { signal: over.signal }).catch(() => true);
  return Promise.race([act.then(() => true), late]).finally(() => over.abort());
}

/** Buys, rigs and talks until `isOver`; what fails because a process is dead is tried again, as people do. */
export async function live(
  person: Person,
  options: { dice: Dice; paceMs: number; rigShare: number; isOver: () => boolean },
): Promise<void> {
  const { dice, paceMs, rigShare, isOver } = options;
  while (!isOver()) {
    await sleep(dice.int(2 * paceMs));
    if (isOver()) return;
    const [name, act] = dice.chance(rigShare)
      ? (['rig', () => makeRig(person)] as const)
      : dice.chance(0.5)
        ? (['buy', () => buy(person)] as const)
        : (['talk', () => talk(person, dice)] as const);
    const hasEnded = await endsInTime(act()).catch((error: Error) => {
      person.diary.failed.push(`${name}: ${withoutNumbers(error.message)}`);
      return true;
    });
    if (!hasEnded) person.diary.endless.push(`${name}, begun ${new Date(Date.now() - actMs).toISOString()}`);
  }
}

/** The unfinished cards and answers on a person's screen, in sentences. */
export async function unfinished(person: Person): Promise<string[]> {
  const { actor, place, diary, name } = person;
  const found: string[] = [];
  const [welcome, rigs] = [await actor.messages(place.welcome), await actor.messages(place.rigs)];
  for (const { card } of diary.paid) {
    const shown = welcome.find(({ id }) => id === card);
    if (!shown || !/credits arrived/.test(readableText(shown)))
      found.push(`${name}: the card ${card} was paid and does not say so`);
  }
  const own = [...welcome, ...rigs].filter(({ interaction }) => interaction?.member_name === name);
  for (const message of own)
    if (message.pending || /In the queue|Making your character/.test(readableText(message)))
      found.push(
        `${name}: the card ${message.id} of /${message.interaction?.command} is unfinished: ${message.pending ? 'thinking' : readableText(message).slice(0, 60)}`,
      );
  for (const thread of diary.talks) {
    const messages = await actor.messages(thread);
    const last = messages.filter(({ author }) => author.bot).at(-1);
    if (last && /thinking|\bStop\b/.test(readableText(last)))
      found.push(`${name}: the thread ${thread} still waits for its answer`);
  }
  return found;
}
