import {
  CreateForumThreadRequestSchema,
  CreateTextThreadWithMessageRequestSchema,
  CreateTextThreadWithoutMessageRequestSchema,
} from 'discord-api-spec/zod';
import { Audit } from '../domain/audit-log.js';
import { isGuildChannel, readAppliedTags } from '../domain/guild-channels.js';
import { mayInvite } from '../domain/thread-members.js';
import type { ThreadFields } from '../domain/threads.js';
import { Refusal } from '../failure.js';
import { Permission } from '../permission.js';
import { may } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import { guildOfChannel } from '../state/state.js';
import type { JsonBody } from '../validation/faults.js';
import { toChannel, toMemberWithUser, toThreadMember } from '../wire/parts.js';
import { need, needMembersIntent, seenChannel, seenMessage, threadOf } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

export function threadRoutes(rest: Rest): RestRoute[] {
  const { state, threads } = rest;
  const parentOf = (call: RestCall): Channel => {
    const parent = seenChannel(state, call.app.botId, param(call, 'channelId'));
    if (!isGuildChannel(parent)) throw new Refusal('wrongChannelType');
    return parent;
  };
  return [
    {
      method: 'POST',
      path: '/channels/:channelId/messages/:messageId/threads',
      body: CreateTextThreadWithMessageRequestSchema,
      status: 201,
      audit: () => (result) => ({ action: Audit.ThreadCreate, targetId: (result as { id: string }).id }),
      handle(call) {
        const parent = parentOf(call);
        need(state, parent, call.app.botId, Permission.CreatePublicThreads);
        const message = seenMessage(state, parent, param(call, 'messageId'));
        const thread = threads.startFrom(
          message,
          call.app.botId,
          readFields(call.body, ChannelType.PublicThread),
        );
        return toChannel(state, thread, call.app.botId);
      },
    },
    {
      method: 'POST',
      path: '/channels/:channelId/threads',
      body: (call) =>
        parentOf(call).type === ChannelType.Forum
          ? CreateForumThreadRequestSchema
          : CreateTextThreadWithoutMessageRequestSchema,
      status: 201,
      audit: () => (result) => ({ action: Audit.ThreadCreate, targetId: (result as { id: string }).id }),
      handle(call) {
        const parent = parentOf(call);
        if (parent.type === ChannelType.Forum) return startPost(rest, call, parent);
        const fields = readFields(call.body, ChannelType.PrivateThread);
        const permission = fields.isPrivate
          ? Permission.CreatePrivateThreads
          : Permission.CreatePublicThreads;
        need(state, parent, call.app.botId, permission);
        return toChannel(state, threads.start(parent, call.app.botId, fields), call.app.botId);
      },
    },
    ...memberRoutes(rest),
  ];
}

/** Creates a forum post: a thread and its first message with the same id. */
function startPost({ state, threads, messages, bodies, wire }: Rest, call: RestCall, forum: Channel) {
  const { botId } = call.app;
  need(state, forum, botId, Permission.SendMessages);
  const { message, applied_tags } = call.body as JsonBody;
  const appliedTags = readAppliedTags(forum, applied_tags);
  const id = state.nextId();
  const fields = bodies.forNew(message, {
    channelId: id,
    guildId: forum.guildId,
    authorId: botId,
    uploads: call.uploads,
    at: ['message'],
    mayMentionEveryone: may(state, forum, botId, Permission.MentionEveryone),
  });
  const thread = threads.start(forum, botId, {
    ...readFields(call.body, ChannelType.PublicThread),
    id,
    appliedTags,
  });
  const first = messages.create({ ...fields, id, channelId: id, authorId: botId });
  return { ...toChannel(state, thread, botId), message: wire.toMessage(first) };
}

function memberRoutes({ state, threads }: Rest): RestRoute[] {
  const base = '/channels/:channelId/thread-members';
  const open = (call: RestCall): Channel => {
    const thread = threadOf(state, call.app.botId, param(call, 'channelId'));
    if (thread.thread!.archived) throw new Refusal('archivedThread');
    return thread;
  };
  const subject = (call: RestCall): string => {
    const userId = param(call, 'userId');
    return userId === '@me' ? call.app.botId : userId;
  };
  const withMember = (thread: Channel, userId: string, call: RestCall) => ({
    ...toThreadMember(thread.id, userId, thread.thread!.memberIds.get(userId)!),
    ...(call.query.with_member === 'true'
      ? { member: toMemberWithUser(state, guildOfChannel(state, thread)!.members.get(userId)!) }
      : {}),
  });
  return [
    {
      method: 'GET',
      path: base,
      query: { with_member: 'boolean', after: 'snowflake', limit: [1, 100] },
      handle(call) {
        needMembersIntent(call);
        const thread = threadOf(state, call.app.botId, param(call, 'channelId'));
        return [...thread.thread!.memberIds.keys()].map((userId) => withMember(thread, userId, call));
      },
    },
    {
      method: 'GET',
      path: `${base}/:userId`,
      query: { with_member: 'boolean' },
      handle(call) {
        const thread = threadOf(state, call.app.botId, param(call, 'channelId'));
        if (!thread.thread!.memberIds.has(subject(call))) throw new Refusal('unknownMember');
        return withMember(thread, subject(call), call);
      },
    },
    {
      method: 'PUT',
      path: `${base}/:userId`,
      handle(call) {
        const thread = open(call);
        if (!guildOfChannel(state, thread)?.members.has(subject(call))) throw new Refusal('unknownMember');
        const { botId } = call.app;
        if (subject(call) !== botId && !mayInvite(state, thread, botId)) {
          throw new Refusal('missingPermissions');
        }
        need(state, thread, botId, Permission.SendMessagesInThreads);
        threads.join(thread, subject(call), botId);
      },
    },
    {
      method: 'DELETE',
      path: `${base}/:userId`,
      handle(call) {
        const thread = open(call);
        const userId = subject(call);
        const owns = thread.type === ChannelType.PrivateThread && thread.thread!.ownerId === call.app.botId;
        if (userId !== call.app.botId && !owns) need(state, thread, call.app.botId, Permission.ManageThreads);
        threads.leave(thread, userId, call.app.botId);
      },
    },
  ];
}

/**
 * Reads the fields of a validated body.
 * @param usual default thread type
 */
function readFields(value: unknown, usual: number): ThreadFields {
  const { name, auto_archive_duration, invitable, rate_limit_per_user, ...others } = value as JsonBody;
  return {
    name: String(name),
    isPrivate: (others.type ?? usual) === ChannelType.PrivateThread,
    ...(typeof auto_archive_duration === 'number' ? { autoArchiveMinutes: auto_archive_duration } : {}),
    ...(typeof invitable === 'boolean' ? { invitable } : {}),
    ...(typeof rate_limit_per_user === 'number' ? { slowmodeSeconds: rate_limit_per_user } : {}),
  };
}
