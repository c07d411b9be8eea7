import { listQuotas, type QuotaRule, type QuotaUse, readQuotaUse, setQuota } from '../../contract/limits.js';
import type { Presence } from '../gateway/presence.js';
import { type Act, asActor, checkModerator, createRecorded, type Look } from './acting.js';
import type { AskOperator } from './operator.js';
import type { AuditStore } from './store.js';

/** The limit that a moderator sets. `most` null removes it. */
export type NewRule = Omit<QuotaRule, 'most'> & { most: number | null };

/** Quotas of a server. */
export function createQuotaFlow(deps: {
  audit: AuditStore;
  ask: AskOperator;
  presence: Pick<Presence, 'rolesOf'>;
}) {
  const { audit, ask, presence } = deps;
  const recorded = createRecorded(audit);
  return {
    async set(act: Omit<Act, 'isBot' | 'memberId'>, rule: NewRule): Promise<QuotaRule[]> {
      checkModerator(act);
      const detail = [rule.scope, rule.subject, rule.unit, rule.period, rule.most ?? '-'].join(' ');
      const memberId = rule.scope === 'member' ? rule.subject : '';
      return recorded({ ...act, memberId }, { action: 'quota', detail }, async () => ({
        outcome: 'done',
        result: (await ask(setQuota, { ...asActor(act), ...rule })).data,
      }));
    },

    async list(look: Omit<Look, 'memberId'>): Promise<QuotaRule[]> {
      checkModerator(look);
      return (await ask(listQuotas, { server: look.guildId, actor: look.moderatorId })).data;
    },

    /** A member's own quotas. */
    async own(memberId: string, guildId: string): Promise<QuotaUse[]> {
      const groups = [...((await presence.rolesOf(guildId, memberId)) ?? [])];
      return (await ask(readQuotaUse, { server: guildId, actor: memberId, person: memberId, groups })).data;
    },
  };
}
