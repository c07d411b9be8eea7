import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { type Channel, ChannelType, type Message, type Webhook } from '../state/model.js';
import { channelOf, messageOf, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import type { JsonBody } from '../validation/faults.js';
import { toUser } from '../wire/parts.js';
import type { BodyReader, UploadedFile } from './body.js';
import { readAppliedTags } from './guild-channels.js';
import type { Messages } from './messages.js';
import type { GuildThreads } from './threads.js';

const PER_CHANNEL = 15;
const COLOR = '#5865f2';

type Sent = { body: JsonBody; uploads: readonly UploadedFile[]; threadId: string | undefined };

/** Incoming webhooks of channels. Anyone with the token can post under any name. */
export type Webhooks = {
  create(channel: Channel, app: { id: string; botId: string }, name: string): Webhook;
  change(webhook: Webhook, change: { name?: string; channelId?: string }): void;
  remove(webhook: Webhook): void;
  /** Throws 10015 for an unknown webhook and 50027 for a wrong token. */
  find(id: string, token?: string): Webhook;
  in(channelId: string): Webhook[];
  execute(webhook: Webhook, sent: Sent): Message;
  message(webhook: Webhook, messageId: string, threadId: string | undefined): Message;
  edit(webhook: Webhook, messageId: string, sent: Sent): Message;
};

type Deps = { state: State; hub: EventHub; messages: Messages; threads: GuildThreads; bodies: BodyReader };

export function createWebhooks({ state, hub, messages, threads, bodies }: Deps): Webhooks {
  const announceUpdate = (channelId: string): void =>
    hub.dispatch({
      name: 'WEBHOOKS_UPDATE',
      intents: GatewayIntent.GuildWebhooks,
      channelId,
      payload: () => ({ guild_id: channelOf(state, channelId).guildId, channel_id: channelId }),
    });
  const inChannel = (channelId: string): Webhook[] =>
    [...state.webhooks.values()].filter((webhook) => webhook.channelId === channelId);

  /** The webhook's channel, or a thread of it. */
  const placeOf = ({ channelId }: Webhook, threadId: string | undefined): Channel => {
    const place = state.channels.get(threadId ?? channelId);
    if (!place || (threadId !== undefined && place.parentId !== channelId))
      throw new Refusal('unknownChannel');
    return place;
  };
  /** A forum accepts messages only in threads; `thread_name` starts one. */
  const needName = (place: Channel, { thread_name }: JsonBody): void => {
    const isForum = place.type === ChannelType.Forum;
    if (isForum && typeof thread_name !== 'string') throw new Refusal('forumWithoutThread');
    if (!isForum && thread_name != null) throw new Refusal('threadNameOutsideForum');
  };
  const startPost = (
    webhook: Webhook,
    forum: Channel,
    id: string,
    { thread_name, applied_tags }: JsonBody,
  ): void => {
    const appliedTags = readAppliedTags(forum, applied_tags);
    const post = threads.start(forum, webhook.id, { name: String(thread_name), id, appliedTags });
    post.thread!.memberIds.delete(webhook.id);
  };
  const message: Webhooks['message'] = (webhook, messageId, threadId) => {
    const found = messageOf(state, placeOf(webhook, threadId).id, messageId);
    if (found.webhook?.id !== webhook.id) throw new Refusal('unknownMessage');
    return found;
  };

  return {
    create(channel, app, name) {
      if (inChannel(channel.id).length >= PER_CHANNEL) throw new Refusal('tooManyWebhooks');
      const id = state.nextId();
      const token = `${state.secretOf('webhook', id)}${state.secretOf('webhook token', id)}`.slice(0, 68);
      const webhook = { id, token, channelId: channel.id, name, applicationId: app.id, creatorId: app.botId };
      state.webhooks.set(id, webhook);
      const author = {
        id,
        username: name,
        displayName: name,
        bot: true,
        avatarColor: COLOR,
        locale: 'en-US',
      };
      state.users.set(id, author);
      announceUpdate(channel.id);
      return webhook;
    },
    change(webhook, { name, channelId }) {
      const before = webhook.channelId;
      Object.assign(webhook, { name: name ?? webhook.name, channelId: channelId ?? before });
      Object.assign(state.users.get(webhook.id)!, { username: webhook.name, displayName: webhook.name });
      for (const place of new Set([before, webhook.channelId])) announceUpdate(place);
    },
    remove(webhook) {
      state.webhooks.delete(webhook.id);
      announceUpdate(webhook.channelId);
    },
    find(id, token) {
      const webhook = state.webhooks.get(id);
      if (!webhook) throw new Refusal('unknownWebhook');
      if (token !== undefined && webhook.token !== token) throw new Refusal('invalidWebhookToken');
      return webhook;
    },
    in: inChannel,
    execute(webhook, { body, uploads, threadId }) {
      const place = placeOf(webhook, threadId);
      needName(place, body);
      const id = state.nextId();
      const isPost = place.type === ChannelType.Forum;
      const channelId = isPost ? id : place.id;
      const { guildId } = place;
      const context = { channelId, guildId, authorId: webhook.id, uploads, mayMentionEveryone: true };
      const fields = bodies.forNew(body, context);
      if (isPost) startPost(webhook, place, id, body);
      const username = typeof body.username === 'string' ? body.username : webhook.name;
      return messages.create({
        ...fields,
        id,
        channelId,
        authorId: webhook.id,
        applicationId: webhook.applicationId,
        webhook: { id: webhook.id, username },
      });
    },
    message,
    edit(webhook, messageId, { body, uploads, threadId }) {
      const edited = message(webhook, messageId, threadId);
      const { id: channelId, guildId, thread } = channelOf(state, edited.channelId);
      if (thread?.archived) throw new Refusal('archivedThread');
      const context = { channelId, guildId, authorId: webhook.id, uploads };
      return messages.edit(edited, bodies.forEdit(edited, body, context));
    },
  };
}

/** @param withToken true for the application that created it */
export function toWebhook(state: State, webhook: Webhook, withToken: boolean): JsonObject {
  const { id, channelId, name, applicationId, creatorId, token } = webhook;
  return {
    id,
    type: 1,
    name,
    avatar: null,
    channel_id: channelId,
    guild_id: state.channels.get(channelId)?.guildId ?? null,
    application_id: applicationId,
    user: toUser(state.users.get(creatorId)!),
    ...(withToken ? { token, url: `https://discord.com/api/webhooks/${id}/${token}` } : {}),
  };
}
