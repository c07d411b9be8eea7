import { createHash } from 'node:crypto';
import { DiscordAPIError, MessageFlags, type RawFile, type REST, Routes } from 'discord.js';
import { isWords, type Post } from '../cards/card.js';
import { DeliveryRefused, meaningOf, refusalOf } from './refusal.js';

/** What the bot says outside an interaction, by channel and message id alone, so that it works after a restart. */
export type Messenger = {
  /**
   * Replaces the whole message. An archived thread is reopened first; where the channel refuses, the webhook of the
   * interaction that made the message is used while its token lives.
   * @returns `gone` when the message or its channel was deleted
   * @throws DeliveryRefused while Discord refuses the edit
   */
  edit(channelId: string, messageId: string, post: Post): Promise<'edited' | 'gone'>;
  /**
   * Replaces the answer of an interaction that only its member sees. Discord takes such edits for 15 minutes, with the
   * token of the interaction that answered last.
   * @returns `gone` when the token has ended or Discord refuses the edit for another reason that lasts
   */
  editPrivate(messageId: string, post: Post): Promise<'edited' | 'gone'>;
  /**
   * Sends a message; repeating it with the same `key` within minutes gives the same message.
   * @param options.mention the one member who is pinged
   * @returns its id, or null when the channel was deleted or refuses it
   */
  send(channelId: string, post: Post, key: string, options?: SendOptions): Promise<string | null>;
  /** As `send`. @throws DeliveryRefused where the channel refuses it, so that the outbox keeps it */
  deliver(channelId: string, post: Post, key: string, options?: SendOptions): Promise<string | null>;
  /** Deletes a message. @returns whether it is gone now */
  remove(channelId: string, messageId: string): Promise<boolean>;
};

export type SendOptions = { mention?: string; replyTo?: string };

/** The webhook of the interaction whose answer a message is; null once its token has expired. */
export type FindWebhook = (messageId: string) => Promise<{ applicationId: string; token: string } | null>;

/** Discord takes nonces of at most 25 characters. */
const nonceOf = (key: string): string => createHash('sha256').update(key).digest('base64url').slice(0, 25);

/** A card names everything it shows, so that an edit with it replaces the whole message. */
export function payloadOf(post: Post): { body: object; files: RawFile[] } {
  const shared = { components: post.components ?? [], allowed_mentions: { parse: [] } };
  if (isWords(post)) return { body: { ...shared, content: post.content }, files: [] };
  const files = post.files.map(({ name, attachment }) => ({ name, data: attachment }));
  const attachments = files.map(({ name }, id) => ({ id, filename: name }));
  return { body: { ...shared, flags: MessageFlags.IsComponentsV2, attachments }, files };
}

/** A retry will not help. Discord ends a token sometimes before its time. */
const isLasting = (error: unknown): boolean =>
  error instanceof DiscordAPIError &&
  error.status < 500 &&
  error.status !== 429 &&
  meaningOf(error) !== 'edited too often';

export function createMessenger(rest: REST, findWebhook: FindWebhook = async () => null): Messenger {
  /** @returns what keeps the thread closed; null when it is open again */
  const reopen = (threadId: string): Promise<ReturnType<typeof refusalOf>> =>
    rest.patch(Routes.channel(threadId), { body: { archived: false } }).then(
      () => null,
      (error) => {
        const refusal = refusalOf(error);
        if (refusal === null) throw error;
        return refusal;
      },
    );

  /** @returns null when the place was deleted @throws DeliveryRefused; a thread that refuses once it is open is locked */
  const attempt = async <T>(
    channelId: string,
    work: () => Promise<T>,
    isReopened = false,
  ): Promise<T | null> => {
    try {
      return await work();
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal === null) throw error;
      if (refusal === 'gone') return null;
      if (refusal !== 'archived') throw new DeliveryRefused(channelId, refusal, error);
      if (isReopened) throw new DeliveryRefused(channelId, 'locked', error);
      const closed = await reopen(channelId);
      if (closed !== null)
        throw new DeliveryRefused(channelId, closed === 'locked' ? 'locked' : 'archived', error);
      return attempt(channelId, work, true);
    }
  };

  const editByWebhook = async (messageId: string, post: Post): Promise<boolean> => {
    const webhook = await findWebhook(messageId);
    if (!webhook) return false;
    const route = Routes.webhookMessage(webhook.applicationId, webhook.token, '@original');
    return rest.patch(route, { ...payloadOf(post), auth: false }).then(
      () => true,
      () => false, // the refusal of the channel says more
    );
  };

  const editPrivate: Messenger['editPrivate'] = async (messageId, post) => {
    const webhook = await findWebhook(messageId);
    if (!webhook) return 'gone';
    const route = Routes.webhookMessage(webhook.applicationId, webhook.token, '@original');
    try {
      await rest.patch(route, { ...payloadOf(post), auth: false });
      return 'edited';
    } catch (error) {
      if (isLasting(error)) return 'gone';
      throw error;
    }
  };

  const deliver: Messenger['deliver'] = async (channelId, post, key, { mention, replyTo } = {}) => {
    const { body, files } = payloadOf(post);
    const extra = {
      nonce: nonceOf(key),
      enforce_nonce: true,
      allowed_mentions: { parse: [], users: mention ? [mention] : [] },
      ...(replyTo && { message_reference: { message_id: replyTo, fail_if_not_exists: false } }),
    };
    const sent = await attempt(channelId, () =>
      rest.post(Routes.channelMessages(channelId), { body: { ...body, ...extra }, files }),
    );
    return sent === null ? null : (sent as { id: string }).id;
  };

  return {
    deliver,
    editPrivate,
    async edit(channelId, messageId, post) {
      try {
        const edit = () => rest.patch(Routes.channelMessage(channelId, messageId), payloadOf(post));
        return (await attempt(channelId, edit)) === null ? 'gone' : 'edited';
      } catch (error) {
        if (error instanceof DeliveryRefused && (await editByWebhook(messageId, post))) return 'edited';
        throw error;
      }
    },
    send: (...message) =>
      deliver(...message).catch((error) => {
        if (error instanceof DeliveryRefused) return null;
        throw error;
      }),
    remove: (channelId, messageId) =>
      rest.delete(Routes.channelMessage(channelId, messageId)).then(
        () => true,
        (error) => {
          const refusal = refusalOf(error);
          if (refusal === null) throw error;
          return refusal === 'gone';
        },
      ),
  };
}
