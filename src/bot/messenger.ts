import { createHash } from 'node:crypto';
import { DiscordAPIError, MessageFlags, type RawFile, type REST, Routes } from 'discord.js';
import { isWords, type Post } from './cards/card.js';

/** What the bot says outside an interaction, by channel and message id alone, so that it works after a restart. */
export type Messenger = {
  /** Replaces the whole message. `gone` when message, channel or right to see it no longer exist. */
  edit(channelId: string, messageId: string, post: Post): Promise<'edited' | 'gone'>;
  /**
   * Sends a message; repeating it with the same `key` within minutes gives the same message.
   * @param mention the one member who is pinged
   * @returns its id, or null when the channel is gone
   */
  send(
    channelId: string,
    post: Post,
    key: string,
    options?: { mention?: string; replyTo?: string },
  ): Promise<string | null>;
};

/** Unknown channel, unknown message, missing access, missing permissions, archived thread. */
const goneCodes: ReadonlySet<number | string> = new Set([10003, 10008, 50001, 50013, 50083]);

async function unlessGone<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof DiscordAPIError && goneCodes.has(error.code)) return null;
    throw error;
  }
}

/** Discord takes nonces of at most 25 characters. */
const nonceOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 25);

/** A card names everything it shows, so that an edit with it replaces the whole message. */
function payload(post: Post): { body: object; files: RawFile[] } {
  const shared = { components: post.components ?? [], allowed_mentions: { parse: [] } };
  if (isWords(post)) return { body: { ...shared, content: post.content }, files: [] };
  const files = post.files.map(({ name, attachment }) => ({ name, data: attachment }));
  const attachments = files.map(({ name }, id) => ({ id, filename: name }));
  return { body: { ...shared, flags: MessageFlags.IsComponentsV2, attachments }, files };
}

export function createMessenger(rest: REST): Messenger {
  return {
    async edit(channelId, messageId, post) {
      const edited = await unlessGone(rest.patch(Routes.channelMessage(channelId, messageId), payload(post)));
      return edited === null ? 'gone' : 'edited';
    },
    async send(channelId, post, key, { mention, replyTo } = {}) {
      const { body, files } = payload(post);
      const extra = {
        nonce: nonceOf(key),
        enforce_nonce: true,
        allowed_mentions: { parse: [], users: mention ? [mention] : [] },
        ...(replyTo && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
      };
      const sent = await unlessGone(
        rest.post(Routes.channelMessages(channelId), { body: { ...body, ...extra }, files }),
      );
      return sent === null ? null : (sent as { id: string }).id;
    },
  };
}
