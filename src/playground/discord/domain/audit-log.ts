import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { AuditEntry, Guild } from '../state/model.js';
import type { State } from '../state/state.js';
import type { JsonObject } from '../types.js';

/** @see https://discord.com/developers/docs/resources/audit-log#audit-log-entry-object-audit-log-events */
export const Audit = {
  ChannelCreate: 10,
  ChannelUpdate: 11,
  ChannelDelete: 12,
  OverwriteCreate: 13,
  OverwriteDelete: 15,
  MemberKick: 20,
  MemberBan: 22,
  MemberUnban: 23,
  MemberUpdate: 24,
  MemberRoles: 25,
  WebhookCreate: 50,
  WebhookUpdate: 51,
  WebhookDelete: 52,
  MessageDelete: 72,
  MessageBulkDelete: 73,
  MessagePin: 74,
  MessageUnpin: 75,
  ThreadCreate: 110,
  ThreadUpdate: 111,
  ThreadDelete: 112,
} as const;

const KEPT = 1_000;

/** Keeps the last 1,000 audit log entries of each guild. */
export type AuditLog = {
  record(guild: Guild, entry: Omit<AuditEntry, 'id'>): void;
  /** Newest first. */
  entries(guild: Guild): AuditEntry[];
};

export const toAuditEntry = ({
  id,
  action,
  userId,
  targetId,
  changes,
  options,
  reason,
}: AuditEntry): JsonObject => ({
  id,
  action_type: action,
  user_id: userId,
  target_id: targetId,
  ...(changes && changes.length > 0 ? { changes } : {}),
  ...(options ? { options } : {}),
  ...(reason ? { reason } : {}),
});

export function createAuditLog({ state, hub }: { state: State; hub: EventHub }): AuditLog {
  return {
    record(guild, fields) {
      const entry = { ...fields, id: state.nextId() };
      guild.auditLog.set(entry.id, entry);
      for (const oldest of guild.auditLog.keys()) {
        if (guild.auditLog.size <= KEPT) break;
        guild.auditLog.delete(oldest);
      }
      hub.dispatch({
        name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
        intents: GatewayIntent.GuildModeration,
        guildId: guild.id,
        reaches: ({ botId }) => has(permissionsInGuild(guild, botId), Permission.ViewAuditLog),
        payload: () => ({ ...toAuditEntry(entry), guild_id: guild.id }),
      });
    },
    entries: (guild) => [...guild.auditLog.values()].reverse(),
  };
}
