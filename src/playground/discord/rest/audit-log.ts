import { Audit, toAuditEntry } from '../domain/audit-log.js';
import { toWebhook } from '../domain/webhooks.js';
import { Refusal } from '../failure.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { Guild } from '../state/model.js';
import type { JsonObject } from '../types.js';
import { toChannel, toUser } from '../wire/parts.js';
import type { Audited } from './audited.js';
import { guildOf } from './guard.js';
import { param, type Rest, type RestCall, type RestRoute } from './route.js';

/** The audit log, newest first unless `after` is given. */
export function auditLogRoutes({ state, auditLog }: Rest): RestRoute[] {
  const chosen = (guild: Guild, call: RestCall) => {
    const { user_id, action_type, before, after, limit = '50' } = call.query;
    const fitting = auditLog
      .entries(guild)
      .filter(
        ({ id, userId, action }) =>
          (user_id === undefined || userId === user_id) &&
          (action_type === undefined || action === Number(action_type)) &&
          (before === undefined || BigInt(id) < BigInt(before)) &&
          (after === undefined || BigInt(id) > BigInt(after)),
      );
    return (after === undefined ? fitting : fitting.reverse()).slice(0, Number(limit));
  };
  return [
    {
      method: 'GET',
      path: '/guilds/:guildId/audit-logs',
      query: {
        user_id: 'snowflake',
        action_type: [1, 1_000],
        before: 'snowflake',
        after: 'snowflake',
        limit: [1, 100],
      },
      handle(call) {
        const guild = guildOf(state, call);
        if (!has(permissionsInGuild(guild, call.app.botId), Permission.ViewAuditLog))
          throw new Refusal('missingPermissions');
        const entries = chosen(guild, call);
        const named = new Set(entries.flatMap(({ userId, targetId }) => [userId, targetId ?? '']));
        const found = <T>(kept: ReadonlyMap<string, T>): T[] =>
          [...named].flatMap((id) => kept.get(id) ?? []);
        return {
          audit_log_entries: entries.map(toAuditEntry),
          users: found(state.users)
            .filter(({ id }) => !state.webhooks.has(id))
            .map(toUser),
          webhooks: found(state.webhooks).map((webhook) => toWebhook(state, webhook, false)),
          threads: found(state.channels)
            .filter(({ thread }) => thread)
            .map((thread) => toChannel(state, thread)),
          integrations: [],
          guild_scheduled_events: [],
          application_commands: [],
          auto_moderation_rules: [],
        };
      },
    },
  ];
}

/** Changed fields with their old and new values. */
export function changesOf(before: JsonObject, after: JsonObject, keys: readonly string[]): JsonObject[] {
  return keys
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => ({ key, old_value: before[key] ?? null, new_value: after[key] ?? null }));
}

const CHANNEL_FIELDS = [
  'name',
  'topic',
  'nsfw',
  'rate_limit_per_user',
  'archived',
  'locked',
  'auto_archive_duration',
];

/** Audits a change of a channel or thread. */
export function auditChannelChange({ state }: Rest, call: RestCall): Audited {
  const channel = state.channels.get(param(call, 'channelId'));
  const look = (): JsonObject => {
    if (!channel) return {};
    const { thread_metadata = {}, ...fields } = toChannel(state, channel);
    return { ...fields, ...(thread_metadata as JsonObject) };
  };
  const before = look();
  return () =>
    channel
      ? {
          action: channel.thread ? Audit.ThreadUpdate : Audit.ChannelUpdate,
          targetId: channel.id,
          changes: changesOf(before, look(), CHANNEL_FIELDS),
        }
      : null;
}
