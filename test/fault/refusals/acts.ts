import { ActorError, type ActorPerson, type SeenMessage } from '../../../src/playground/actor/client.js';
import { readableText } from '../../../src/playground/actor/component.js';
import { signOnLinkPage } from '../../../src/playground/stories/link-page.js';
import { drawFigure } from '../../../src/playground/stories/tour.js';
import { answers, look } from './sight.js';
import type { RefusingWorld } from './world.js';

/** Something a member does that ends in a card. */
export type Act = {
  name: string;
  /** As Discord names it above the answer. */
  command: string;
  person(world: RefusingWorld): ActorPerson;
  /** Before the fault. */
  prepare?(person: ActorPerson): Promise<unknown>;
  /** Begins it. Resolves false when Discord itself told the member that the application did not respond. */
  begin(person: ActorPerson): Promise<boolean>;
  /** Goes on with it where there is something to do; called again and again. */
  advance?(person: ActorPerson, messages: SeenMessage[], done: Map<string, string>): Promise<void>;
  /** What one of the member's messages says when all went well. */
  right: RegExp;
  /** Its name in messages that do not answer it. */
  named: RegExp;
  /** Its card while it is pending, which announces no failure. */
  underway: RegExp;
  /** Whether such a card is wrong once it is over. */
  goesStale?: boolean;
  /** It is too late for it in ten minutes, so it is not played where they are jumped over. */
  isBrief?: boolean;
};

/** False when Discord itself said that the application did not respond. */
const tolerant = async (act: Promise<unknown>): Promise<boolean> => {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof ActorError) return false;
    throw error;
  }
};

const run = (person: ActorPerson, command: string, options: Record<string, string>, channel: string) =>
  tolerant(person.runs(command, options, { channel }));

async function rigDrawing(person: ActorPerson): Promise<boolean> {
  const image = { name: 'figure.png', bytes: await drawFigure(), contentType: 'image/png' };
  const how = { channel: 'rigs', attachments: { image } };
  return tolerant(person.runs('/rig image', { detail: 'low' }, how));
}

const payLink = /solana:[^"`\\\s]+/;

const linkUrl = /http:\/\/127\.0\.0\.1:\d+\/link\?lang=[\w-]+#\w+/;

/** Signs on the page and types the code; a press that Discord lost is made again. */
async function finishLink(person: ActorPerson, messages: SeenMessage[], done: Map<string, string>) {
  for (const message of messages) {
    const url = JSON.stringify(message).match(linkUrl)?.[0];
    if (!url) continue;
    const { address } = await person.wallet.look();
    const wallet = { address, sign: (input: object) => person.wallet.signs(input) };
    const code = done.get(url) ?? (await signOnLinkPage(url, wallet)).code;
    done.set(url, code);
    if (await tolerant(person.clicks('Enter code', { message: message.id })))
      await tolerant(person.fills({ code }));
  }
}

export const acts: readonly Act[] = [
  {
    name: 'link',
    command: 'link',
    person: ({ newcomer }) => newcomer,
    prepare: (person) => run(person, '/unlink', {}, 'welcome'),
    begin: (person) => run(person, '/link', {}, 'welcome'),
    advance: finishLink,
    right: /Wallet linked/i,
    named: /\blink|wallet/i,
    underway: /Link your Solana wallet/,
    isBrief: true,
  },
  {
    name: 'purchase',
    command: 'buy',
    person: ({ buyer }) => buyer,
    begin: (person) => run(person, '/buy', { pack: 'starter', currency: 'SOL' }, 'welcome'),
    async advance(person, messages, done) {
      for (const message of messages) {
        const url = JSON.stringify(message).match(payLink)?.[0];
        if (!url || done.has(url)) continue;
        done.set(url, '');
        await person.wallet.pays(url);
      }
    },
    right: /credits arrived/i,
    named: /purchase|payment|\/buy/i,
    underway: /Pay for /,
    goesStale: true,
  },
  {
    name: 'rig',
    command: 'rig text',
    person: ({ maker }) => maker,
    begin: (person) => run(person, '/rig text', { prompt: 'a white rabbit', detail: 'low' }, 'rigs'),
    right: /character is ready/i,
    named: /\brig\b|character/i,
    underway: /In the queue|Making your character/,
    goesStale: true,
  },
  {
    name: 'drawing',
    command: 'rig image',
    person: ({ talker }) => talker,
    begin: rigDrawing,
    right: /character is ready/i,
    named: /\brig\b|character/i,
    underway: /In the queue|Making your character/,
    goesStale: true,
  },
  {
    name: 'moderation',
    command: 'mod credits',
    person: ({ maker }) => maker,
    begin: (person) => run(person, '/mod credits', { member: 'mia' }, 'mods'),
    right: /Credits of mia/i,
    named: /moderator/i,
    underway: /(?!)/,
  },
  {
    name: 'talk',
    command: 'talk start',
    person: ({ talker }) => talker,
    begin: (person) => run(person, '/talk start', { message: 'What can you do?' }, 'agent'),
    right: /^Reply$/m,
    named: /talk|answer|thread/i,
    underway: /thinking/i,
  },
];

/** Pending notices go below the answer to the next command. */
export const tryCredits = (person: ActorPerson): Promise<boolean> => run(person, '/credits', {}, 'welcome');

/** Whether the member can read how it went. */
export async function isRight(act: Act, person: ActorPerson, since: bigint): Promise<boolean> {
  const { messages } = await look(person, since);
  return messages.some(
    (message) => answers(message, act.command) && !message.pending && act.right.test(readableText(message)),
  );
}

/** How members learn of failed actions and refused cards. */
const failureWords =
  /can.t|cannot|could ?n.t|could not|did not|didn.t|missing|permission|not allowed|try again|not able|unable|went wrong|refused|was deleted/i;

/** A message for that member that says what could not be done or shown, and of what: an answer to it, or its name. */
export async function isTold(act: Act, person: ActorPerson, since: bigint): Promise<boolean> {
  const { told } = await look(person, since);
  return told.some((message) => {
    const words = readableText(message);
    const { interaction } = message;
    const answersIt = interaction !== null && (interaction.command ?? act.command) === act.command;
    // The result may come below another answer, where the card can no longer be edited.
    const isNews = failureWords.test(words) || act.right.test(words);
    return isNews && !act.underway.test(words) && (answersIt || act.named.test(words));
  });
}

/**
 * Cards that still wait although the work has ended. A private card whose token has ended stays as it is; its member
 * must have been told otherwise.
 */
export async function staleCards(act: Act, person: ActorPerson, since: bigint): Promise<string[]> {
  if (!act.goesStale) return [];
  const { messages, told } = await look(person, since);
  const isToldLater = (id: string) =>
    told.some((message) => BigInt(message.id) > BigInt(id) && act.right.test(readableText(message)));
  const cards = messages.filter((message) => answers(message, act.command));
  return cards
    .filter(({ ephemeral, id }) => !ephemeral || !isToldLater(id))
    .map(readableText)
    .filter((words) => act.underway.test(words));
}
