import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { has, Permission } from '../permission.js';
import { permissionsInGuild } from '../state/access.js';
import type { AuditEntry } from '../state/model.js';
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

/** Keeps the last 1,000 audit log entries. */
export type AuditLog = {
  record(entry: Omit<AuditEntry, 'id'>): void;
  /** Newest first. */
  entries(): AuditEntry[];
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
    record(fields) {
      const entry = { ...fields, id: state.nextId() };
      state.auditLog.set(entry.id, entry);
      for (const oldest of state.auditLog.keys()) {
        if (state.auditLog.size <= KEPT) break;
        state.auditLog.delete(oldest);
      }
      hub.dispatch({
        name: 'GUILD_AUDIT_LOG_ENTRY_CREATE',
        intents: GatewayIntent.GuildModeration,
        reaches: ({ botId }) => has(permissionsInGuild(state, botId), Permission.ViewAuditLog),
        payload: () => ({ ...toAuditEntry(entry), guild_id: state.guild.id }),
      });
    },
    entries: () => [...state.auditLog.values()].reverse(),
  };
}
