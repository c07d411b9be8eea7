import { createHash } from 'node:crypto';
import { DiscordAPIError, type RawFile, type REST, Routes } from 'discord.js';
import type { Card } from './cards/card.js';

/** What the bot says outside an interaction, by channel and message id alone, so that it works after a restart. */
export type Messenger = {
  /** Replaces the whole message. `gone` when message, channel or right to see it no longer exist. */
  edit(channelId: string, messageId: string, card: Card): Promise<'edited' | 'gone'>;
  /**
   * Sends a message; repeating it with the same `key` within minutes gives the same message.
   * @param mention the one member who is pinged
   * @returns its id, or null when the channel is gone
   */
  send(
    channelId: string,
    card: Card,
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

function payload(card: Card): { body: object; files: RawFile[] } {
  const files = (card.files ?? []).map(({ name, attachment }) => ({ name, data: attachment }));
  const body = {
    content: card.content ?? '',
    embeds: card.embeds ?? [],
    components: card.components ?? [],
    attachments: files.map(({ name }, id) => ({ id, filename: name })),
    allowed_mentions: { parse: [] },
  };
  return { body, files };
}

export function createMessenger(rest: REST): Messenger {
  return {
    async edit(channelId, messageId, card) {
      const edited = await unlessGone(rest.patch(Routes.channelMessage(channelId, messageId), payload(card)));
      return edited === null ? 'gone' : 'edited';
    },
    async send(channelId, card, key, { mention, replyTo } = {}) {
      const { body, files } = payload(card);
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
