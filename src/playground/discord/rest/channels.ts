import {
  UpdateGuildChannelRequestPartialSchema,
  UpdateThreadRequestPartialSchema,
} from 'discord-api-spec/zod';
import { Audit } from '../domain/audit-log.js';
import { readAppliedTags, readTags } from '../domain/guild-channels.js';
import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import { Permission } from '../permission.js';
import { may } from '../state/access.js';
import { type Channel, ChannelType } from '../state/model.js';
import { guildOfChannel } from '../state/state.js';
import type { JsonBody } from '../validation/faults.js';
import { toChannel, toMemberWithUser } from '../wire/parts.js';
import { auditChannelChange } from './audit-log.js';
import { need, needToSend, seenChannel } from './guard.js';
import { readOverwrite } from './overwrites.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** Anyone who may write in an unlocked thread may reopen it. */
const onlyReopens = ({ archived, locked }: NonNullable<Channel['thread']>, body: JsonBody): boolean =>
  archived && !locked && body.archived === false && Object.keys(body).length === 1;

export function channelRoutes(rest: Rest): RestRoute[] {
  const { state, hub, threads } = rest;
  const channelOf = (call: RestCall): Channel => seenChannel(state, call.app.botId, param(call, 'channelId'));

  const changeThread = (call: RestCall, channel: Channel): void => {
    const body = call.body as JsonBody;
    const { botId } = call.app;
    const thread = channel.thread!;
    const manages = may(state, channel, botId, Permission.ManageThreads);
    if (body.locked !== undefined && !manages) throw new Refusal('missingPermissions');
    if (onlyReopens(thread, body)) need(state, channel, botId, Permission.SendMessagesInThreads);
    else if (thread.ownerId !== botId && !manages) throw new Refusal('missingPermissions');
    else if (thread.locked && !manages) throw new Refusal('lockedThread');
    if (thread.archived && body.archived !== false) throw new Refusal('archivedThread');
    if (thread.archived && body.archived === false && !threads.hasRoom(channel.guildId))
      throw new Refusal('tooManyThreads');
    const apply = () => {
      if (typeof body.name === 'string') channel.name = body.name;
      if (typeof body.rate_limit_per_user === 'number') channel.slowmodeSeconds = body.rate_limit_per_user;
      if (typeof body.auto_archive_duration === 'number')
        thread.autoArchiveMinutes = body.auto_archive_duration;
      if (typeof body.invitable === 'boolean') thread.invitable = body.invitable;
      if (Array.isArray(body.applied_tags))
        channel.appliedTags = readAppliedTags(state.channels.get(channel.parentId!), body.applied_tags);
      if (typeof body.locked === 'boolean') thread.locked = body.locked;
      if (typeof body.archived !== 'boolean' || body.archived === thread.archived) return;
      thread.archived = body.archived;
      thread.archivedAt = state.clock.now();
    };
    threads.change(channel, apply, botId);
  };

  const changeText = (call: RestCall, channel: Channel): void => {
    need(state, channel, call.app.botId, Permission.ManageChannels);
    const body = call.body as JsonBody;
    const overwrites = body.permission_overwrites as JsonBody[] | null | undefined;
    if (overwrites) need(state, channel, call.app.botId, Permission.ManageRoles);
    threads.change(channel, () => {
      if (typeof body.name === 'string') channel.name = body.name;
      if (typeof body.nsfw === 'boolean') channel.nsfw = body.nsfw;
      if (Array.isArray(body.available_tags)) channel.tags = readTags(state, body.available_tags);
      if (overwrites) channel.overwrites = overwrites.map(readOverwrite);
      if (body.topic !== undefined) channel.topic = (body.topic as string | null) || null;
      if (typeof body.rate_limit_per_user === 'number') channel.slowmodeSeconds = body.rate_limit_per_user;
    });
  };

  return [
    {
      method: 'GET',
      path: '/channels/:channelId',
      handle: (call) => toChannel(state, channelOf(call), call.app.botId),
    },
    {
      method: 'PATCH',
      path: '/channels/:channelId',
      body: (call) =>
        channelOf(call).thread ? UpdateThreadRequestPartialSchema : UpdateGuildChannelRequestPartialSchema,
      audit: (call) => auditChannelChange(rest, call),
      handle(call) {
        const channel = channelOf(call);
        if (channel.type === ChannelType.Dm) throw new Refusal('wrongChannelType');
        if (channel.thread) changeThread(call, channel);
        else changeText(call, channel);
        return toChannel(state, channel, call.app.botId);
      },
    },
    {
      method: 'DELETE',
      path: '/channels/:channelId',
      audit(call) {
        const { id, type, thread } = channelOf(call);
        if (type === ChannelType.Dm) return () => null;
        return () => ({ action: thread ? Audit.ThreadDelete : Audit.ChannelDelete, targetId: id });
      },
      handle(call) {
        const channel = channelOf(call);
        const gone = toChannel(state, channel, call.app.botId);
        if (channel.type === ChannelType.Dm) return gone;
        need(
          state,
          channel,
          call.app.botId,
          channel.thread ? Permission.ManageThreads : Permission.ManageChannels,
        );
        threads.remove(channel);
        return gone;
      },
    },
    {
      method: 'POST',
      path: '/channels/:channelId/typing',
      handle(call) {
        const channel = channelOf(call);
        const { botId } = call.app;
        needToSend(state, channel, botId, false);
        const guild = guildOfChannel(state, channel);
        hub.announce({ type: 'typing', channelId: channel.id, memberId: botId });
        hub.dispatch({
          name: 'TYPING_START',
          intents: guild ? GatewayIntent.GuildMessageTyping : GatewayIntent.DirectMessageTyping,
          channelId: channel.id,
          payload: () => ({
            channel_id: channel.id,
            user_id: botId,
            timestamp: Math.floor(state.clock.now() / 1000),
            ...(guild
              ? { guild_id: guild.id, member: toMemberWithUser(state, guild.members.get(botId)!) }
              : {}),
          }),
        });
      },
    },
  ];
}
