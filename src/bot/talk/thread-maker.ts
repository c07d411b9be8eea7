import {
  type APIThreadChannel,
  ChannelType,
  DiscordAPIError,
  type REST,
  type RESTGetAPIGuildThreadsResult,
  Routes,
} from 'discord.js';
import type { Clock } from '../../base/clock.js';
import { retryLost } from './lost.js';

export type WantedThread = {
  channelId: string;
  name: string;
  type: ChannelType.PublicThread | ChannelType.PrivateThread;
  autoArchiveMinutes: number;
  /** The message to attach the thread to, if it has none yet. */
  messageId?: string;
};

const threadExists = 160004;
/** After this many newer threads, a conversation is certainly stored. */
const mostGiven = 1_000;

const isCode = (error: unknown, code: number): boolean =>
  error instanceof DiscordAPIError && error.code === code;

/**
 * Creates exactly one thread even when a reply is lost. Discord has no nonce for threads, so after a lost reply the bot
 * finds a message's thread by the message, and any other by name among its own open threads without a conversation.
 * @returns a function that returns the new thread's id
 */
export function createThreadMaker(options: {
  rest: REST;
  selfId: () => string;
  isBound: (threadId: string) => Promise<boolean>;
  clock: Clock;
}) {
  const { rest, selfId, isBound, clock } = options;
  /** Threads created by this process whose conversations may not be stored yet. */
  const given = new Set<string>();
  /** Creates one thread at a time per channel, so that lookups by name are unambiguous. */
  const lanes = new Map<string, Promise<unknown>>();

  const isOurs = async ({ id, owner_id }: APIThreadChannel): Promise<boolean> =>
    owner_id === selfId() && !given.has(id) && !(await isBound(id));

  const threadOf = async (messageId: string): Promise<string | null> => {
    const thread = (await rest.get(Routes.channel(messageId))) as APIThreadChannel;
    return (await isOurs(thread)) ? thread.id : null;
  };

  const find = async ({ channelId, name, type }: WantedThread): Promise<string | null> => {
    const { guild_id } = (await rest.get(Routes.channel(channelId))) as { guild_id: string };
    const { threads } = (await rest.get(Routes.guildActiveThreads(guild_id))) as RESTGetAPIGuildThreadsResult;
    for (const thread of threads as APIThreadChannel[]) {
      const isAlike = thread.parent_id === channelId && thread.name === name && thread.type === type;
      if (isAlike && (await isOurs(thread))) return thread.id;
    }
    return null;
  };

  const postFree = async ({ channelId, name, type, autoArchiveMinutes }: WantedThread): Promise<string> => {
    const isPrivate = type === ChannelType.PrivateThread;
    const body = {
      name,
      auto_archive_duration: autoArchiveMinutes,
      type,
      ...(isPrivate && { invitable: false }),
    };
    return ((await rest.post(Routes.threads(channelId), { body })) as { id: string }).id;
  };

  /** The thread of a message; an unattached one when someone else already opened that. */
  const post = async (wanted: WantedThread): Promise<string> => {
    const { channelId, name, autoArchiveMinutes, messageId } = wanted;
    if (!messageId) return postFree(wanted);
    const body = { name, auto_archive_duration: autoArchiveMinutes };
    try {
      return ((await rest.post(Routes.threads(channelId, messageId), { body })) as { id: string }).id;
    } catch (error) {
      if (!isCode(error, threadExists)) throw error;
      return (await threadOf(messageId)) ?? postFree(wanted);
    }
  };

  const give = (id: string): string => {
    given.add(id);
    const [oldest] = given;
    if (given.size > mostGiven) given.delete(oldest!);
    return id;
  };

  const make = (wanted: WantedThread): Promise<string> =>
    retryLost(clock, async (failures) => {
      const found = failures > 0 ? await find(wanted) : null;
      return give(found ?? (await post(wanted)));
    });

  return (wanted: WantedThread): Promise<string> => {
    const { channelId } = wanted;
    const before = lanes.get(channelId) ?? Promise.resolve();
    const made = before.then(
      () => make(wanted),
      () => make(wanted),
    );
    lanes.set(channelId, made);
    const leave = () => {
      if (lanes.get(channelId) === made) lanes.delete(channelId);
    };
    made.then(leave, leave);
    return made;
  };
}
