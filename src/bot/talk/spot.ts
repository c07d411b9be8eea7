import type { Said } from './intake.js';
import type { Talk } from './talk.js';

/**
 * A conversation usually has a thread of its own, whose id names it. One in direct messages, or in a channel between
 * what others write, is named by its channel and its member. Such a name is not an id, so a request that would rename,
 * archive or delete the channel itself is refused by Discord.
 */
export const spotOf = (channelId: string, memberId: string): string => `${channelId}-${memberId}`;

export const hasOwnThread = (threadId: string): boolean => !threadId.includes('-');

/** Where the messages of a conversation are. */
export const channelIn = (threadId: string): string => threadId.split('-', 1)[0] ?? '';

/** Without a thread of its own, a conversation shares its channel with what others write there. */
export const isFor = (
  { threadId, memberId, guildId }: Pick<Talk, 'threadId' | 'memberId' | 'guildId'>,
  { authorId, text }: Pick<Said, 'authorId' | 'text'>,
  selfId: string,
): boolean =>
  hasOwnThread(threadId) || (authorId === memberId && (guildId === '' || text.includes(`<@${selfId}>`)));
