import {
  type APIMessage,
  type APIThreadChannel,
  DiscordAPIError,
  MessageFlags,
  type RawFile,
  type REST,
  Routes,
} from 'discord.js';
import type { CardFile, Words } from '../cards/card.js';
import { type ErrorMeaning, meaningOf } from '../delivery/refusal.js';
import { channelIn } from './spot.js';

/** One message of an answer with its files. */
export type ChannelPost = Words & { files?: CardFile[] };

/**
 * Why Discord refused a request. `deleted`: the message is gone; `stale`: it is old and was edited too often; `gone`: the
 * thread is gone; `archived`; `locked`: only moderators may write or reopen it; `denied`: the bot lacks the permission to
 * write there; `rejected`: the content.
 */
export type ChannelRefusal = 'deleted' | 'stale' | 'gone' | 'archived' | 'locked' | 'denied' | 'rejected';

/** Requests to the thread of an answer. Errors other than refusals are thrown and can be retried. */
export type Channel = {
  /** @param nonce at most 25 characters; while Discord remembers it, a repeat returns the same message */
  post(threadId: string, said: ChannelPost, nonce: string): Promise<{ id: string } | ChannelRefusal>;
  edit(threadId: string, messageId: string, said: ChannelPost): Promise<'edited' | ChannelRefusal>;
  remove(threadId: string, messageId: string): Promise<'removed' | ChannelRefusal>;
  /** Removes the buttons of a message and nothing else. */
  strip(threadId: string, messageId: string): Promise<'edited' | ChannelRefusal>;
  /** Unarchives the thread. */
  open(threadId: string): Promise<'opened' | ChannelRefusal>;
  /** Messages by bots after a message, oldest first, at most 100. */
  listAfter(threadId: string, messageId: string): Promise<{ id: string; content: string }[]>;
};

const refusals: Readonly<Record<ErrorMeaning, ChannelRefusal>> = {
  'channel deleted': 'gone',
  'message deleted': 'deleted',
  'edited too often': 'stale',
  hidden: 'denied',
  forbidden: 'denied',
  archived: 'archived',
  locked: 'locked',
};

/** Refused for its content (50035, server filters), so a retry would fail too; unlike a 429 or 5xx. */
function refusalOf(error: unknown): ChannelRefusal {
  if (!(error instanceof DiscordAPIError) || error.status === 429 || error.status === 401) throw error;
  const meaning = meaningOf(error);
  if (meaning === null && error.status >= 500) throw error;
  return meaning === null ? 'rejected' : refusals[meaning];
}

function payload({ content, components = [], files }: ChannelPost): { body: object; files: RawFile[] } {
  const body = { content, components, allowed_mentions: { parse: [] } };
  if (!files) return { body, files: [] };
  const attachments = files.map(({ name }, id) => ({ id, filename: name }));
  return {
    body: { ...body, attachments },
    files: files.map(({ name, attachment }) => ({ name, data: attachment })),
  };
}

export function createChannel(rest: REST): Channel {
  const unlessRefused = <T>(work: Promise<T>): Promise<T | ChannelRefusal> => work.catch(refusalOf);
  return {
    post(threadId, said, nonce) {
      const { body, files } = payload(said);
      const flags = MessageFlags.SuppressEmbeds; // no previews of links, which a user may have prompted the agent to post
      const sent = rest.post(Routes.channelMessages(channelIn(threadId)), {
        body: { ...body, flags, nonce, enforce_nonce: true },
        files,
      });
      return unlessRefused(sent.then((message) => ({ id: (message as APIMessage).id })));
    },
    edit: (threadId, messageId, said) =>
      unlessRefused(
        rest
          .patch(Routes.channelMessage(channelIn(threadId), messageId), payload(said))
          .then(() => 'edited' as const),
      ),
    remove: (threadId, messageId) =>
      unlessRefused(
        rest.delete(Routes.channelMessage(channelIn(threadId), messageId)).then(() => 'removed' as const),
      ),
    strip: (threadId, messageId) =>
      unlessRefused(
        rest
          .patch(Routes.channelMessage(channelIn(threadId), messageId), { body: { components: [] } })
          .then(() => 'edited' as const),
      ),
    async open(threadId) {
      const path = Routes.channel(threadId);
      const opened = await unlessRefused(
        rest.patch(path, { body: { archived: false } }).then(() => 'opened' as const),
      );
      if (opened === 'opened' || opened === 'gone' || opened === 'locked') return opened;
      const thread = (await rest.get(path).catch(() => null)) as APIThreadChannel | null;
      return thread?.thread_metadata?.locked ? 'locked' : opened;
    },
    async listAfter(threadId, messageId) {
      const query = new URLSearchParams({ after: messageId, limit: '100' });
      const messages = (await rest.get(Routes.channelMessages(channelIn(threadId)), {
        query,
      })) as APIMessage[];
      return messages
        .filter(({ author }) => author.bot)
        .map(({ id, content }) => ({ id, content }))
        .reverse();
    },
  };
}
