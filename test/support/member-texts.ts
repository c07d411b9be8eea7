import type { ActorPerson, SeenCommand, SeenMessage, SeenModal } from '../../src/playground/actor/client.js';
import { readableText } from '../../src/playground/actor/component.js';

/** Everything a member reads from the bot, also texts that are replaced later, and what of it is not translated. */

/** A text with the message, form or command it is in. */
export type ReadText = { where: string; text: string };

type Json = unknown;

const textKeys: ReadonlySet<string> = new Set(['content', 'label', 'placeholder', 'description', 'title']);

/** Every text in a tree of components. */
function textsIn(node: Json): string[] {
  if (Array.isArray(node)) return node.flatMap(textsIn);
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    textKeys.has(key) && typeof value === 'string' ? [value] : textsIn(value),
  );
}

/** The agent writes plain messages in the language of the service; only the small print below is the bot's. */
const ownLines = (content: string): string[] => content.split('\n').filter((line) => line.startsWith('-# '));

/** Discord writes these itself. */
const byDiscord: ReadonlySet<SeenMessage['kind']> = new Set(['system', 'thread-created', 'thread-starter']);

/** Besides answers, only pings and repeated messages of members are plain text; they begin with a mention. */
const isAddressed = ({ content }: SeenMessage): boolean => content.startsWith('<@');

export function textsOf(message: SeenMessage): ReadText[] {
  if (!message.author.bot || byDiscord.has(message.kind)) return [];
  const isAnswer = !message.components_v2 && !isAddressed(message);
  const content = isAnswer ? ownLines(message.content) : [message.content];
  const where = readableText(message).split('\n')[0] ?? '';
  return [...content, ...textsIn(message.components), ...textsIn(message.embeds)]
    .filter((text) => text !== '')
    .map((text) => ({ where, text }));
}

const textsOfModal = (modal: SeenModal): ReadText[] =>
  [modal.title, ...textsIn(modal.fields), ...textsIn(modal.components)].map((text) => ({
    where: modal.title,
    text,
  }));

const textsOfCommand = (command: SeenCommand): ReadText[] => {
  const choices = command.options.flatMap((option) => option.choices.map(({ name }) => name));
  const descriptions = command.options.map(({ description }) => description);
  return [command.description, ...descriptions, ...choices].map((text) => ({
    where: `/${command.name}`,
    text,
  }));
};

/** A change in the local Discord, as its stream of events tells a person about it. */
type SeenChange = { type: string; message?: SeenMessage; modal?: SeenModal };

async function* changesIn(body: ReadableStream<Uint8Array>): AsyncGenerator<SeenChange> {
  let rest = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    const events = `${rest}${piece}`.split('\n\n');
    rest = events.pop() ?? '';
    for (const event of events) if (event.startsWith('data: ')) yield JSON.parse(event.slice(6));
  }
}

/**
 * Reads every version of each message and form of a person, also one that is replaced at once.
 * @param locale the language of the person
 * @returns the texts read until `stop`
 */
export async function readAlong(
  web: string,
  person: ActorPerson,
  locale: string,
): Promise<{ stop(): Promise<ReadText[]> }> {
  const found = new Map<string, ReadText>();
  const note = (texts: ReadText[]) => {
    for (const one of texts) found.set(`${one.where}\n${one.text}`, one);
  };
  const { body } = await fetch(`${web}/actor/events?member=${person.name}&contents=true`);
  if (!body) throw new Error('the local Discord sends no events');
  let isStopping = false;
  const follow = async () => {
    for await (const { type, message, modal } of changesIn(body)) {
      if (message) note(textsOf(message));
      if (modal) note(textsOfModal(modal));
      if (type === 'member' && isStopping) return;
    }
  };
  const followed = follow();
  return {
    async stop() {
      isStopping = true;
      await person.speaks(locale); // a change after all others, so that they have been read
      await followed;
      for (const { id } of await person.channels()) note((await person.messages(id)).flatMap(textsOf));
      note((await person.commands()).flatMap(textsOfCommand));
      return [...found.values()];
    },
  };
}

/** Parts of a text that are the same in every language. */
const neutral: readonly RegExp[] = [
  /```[\s\S]*?```/g,
  /`[^`]*`/g,
  /<[^>\s]*>/g,
  /https?:\/\/\S+/g,
  /[\w-]+\.(glb|png|webp|md|json|csv|txt)\b/gi,
  /(?<![\w/])\/[a-z][a-z-]*/g,
  /\b[a-z]{2,5}_[0-9a-z]{6,}\b/g, // ids
  /\b\w{4}…\w{4}\b/g, // short addresses
  /\bR-\d{6}\b/g,
];

const plainWord = /(?<!\p{L})[A-Za-z]{2,}(?!\p{L})/u;

/**
 * Whether a text has words that are neither from a pseudo-locale nor data.
 * @param data texts of members and of the service, the longest first
 */
export function hasHardCodedWords(text: string, data: readonly string[]): boolean {
  const unescaped = text.replace(/\\(?=\W)/g, '');
  const own = neutral.reduce((rest, pattern) => rest.replace(pattern, ' '), unescaped);
  return plainWord.test(data.reduce((rest, known) => rest.replaceAll(known, ' '), own));
}
