import type { ActorPerson, SeenMessage } from '../../../src/playground/actor/client.js';

/** What one person can read of the bot since a moment, in every channel, thread and direct message. */
export type Sight = {
  messages: SeenMessage[];
  /** Still "thinking". */
  pending: SeenMessage[];
  /** Messages for this person alone: direct messages, ephemeral answers, answers to their actions. */
  told: SeenMessage[];
};

/** Whether a message can be the answer to a command: those to other commands, such as a second rig, are not. */
export const answers = ({ interaction }: SeenMessage, command: string): boolean =>
  (interaction?.command ?? command) === command;

const after = (id: string | null, since: bigint): boolean => id !== null && BigInt(id) > since;

export async function look(person: ActorPerson, since: bigint): Promise<Sight> {
  // An ephemeral message is never a channel's last message, and commands are not used in threads here.
  const channels = (await person.channels()).filter(
    ({ kind, last_message_id }) => kind === 'text' || after(last_message_id, since),
  );
  const all = await Promise.all(channels.map(({ id }) => person.messages(id)));
  const messages = all.flat().filter(({ id, author }) => author.bot && after(id, since));
  const direct = new Set(channels.filter(({ kind }) => kind === 'dm').map(({ id }) => id));
  const isTheirs = ({ channel_id, ephemeral, interaction }: SeenMessage) =>
    ephemeral || direct.has(channel_id) || interaction?.member_name.toLowerCase() === person.name;
  return {
    messages,
    pending: messages.filter(({ pending }) => pending),
    told: messages.filter((message) => !message.pending && isTheirs(message)),
  };
}

/** A snowflake id of now: messages of later have greater ones. */
export const snowflakeNow = (): bigint => BigInt(Date.now() - 1_420_070_400_000) << 22n;
