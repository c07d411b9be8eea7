import type { ActorFile, ActorPerson, SeenMessage } from '../../src/playground/actor/client.js';
import { answerTo, find, text } from './world.js';

/** `/talk start`. @returns the thread's id */
export async function startTalk(
  person: ActorPerson,
  message: string,
  options: Record<string, boolean | string> = {},
  attachments: Record<string, ActorFile> = {},
): Promise<string> {
  const how = { channel: 'agent', attachments };
  const opened = await answerTo(
    person,
    person.runs('/talk start', { message, ...options }, how),
    'Conversation started',
  );
  return find(opened, /<#\d+>/).slice(2, -1);
}

/** The finished answer: the one that offers Reply. */
export const answer = (person: ActorPerson, thread: string, after = '0'): Promise<SeenMessage> =>
  person.sees(/^Reply$/m, { channel: thread, after });

/** The agent's answers from this one on, without the bot's remarks in small print. */
export const answersFrom = async (
  person: ActorPerson,
  thread: string,
  first: SeenMessage,
): Promise<string[]> =>
  (await person.messages(thread))
    .filter(
      ({ author, id, content }) =>
        author.bot && BigInt(id) >= BigInt(first.id) && content !== '' && !content.startsWith('-# '),
    )
    .map(text);

/** The messages of a thread, as a person reads them. */
export const saidIn = async (person: ActorPerson, thread: string): Promise<string[]> =>
  (await person.messages(thread)).map(text);
