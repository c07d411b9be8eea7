import { AppError, isAppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import type { AuditAction, AuditStore } from './store.js';

/** A moderator and the member they look up, in a server. */
export type Look = {
  moderatorId: string;
  isModerator: boolean;
  memberId: string;
  guildId: string;
};

/** What a moderator does about a member. `key` is the interaction: repeated, it counts once. */
export type Act = Look & { isBot: boolean; key: string; reason: string };

/** Servers can change who sees a command in Discord, so the permission is checked again here. */
export const checkModerator = ({ isModerator }: Pick<Look, 'isModerator'>): void => {
  if (!isModerator) throw new AppError('forbidden', reason('moderation.error.not_moderator'));
};

/** The moderator and the act, as the service names them. */
export const asActor = ({ guildId, moderatorId, key, reason: why }: Omit<Act, 'isBot' | 'memberId'>) => ({
  server: guildId,
  actor: moderatorId,
  key,
  reason: why,
});

type Recorded = Omit<Act, 'isBot' | 'isModerator'>;

/** Records an act, does it, and records how it ended. After a crash, the same interaction does it again, once. */
export const createRecorded =
  (audit: Pick<AuditStore, 'begin' | 'end'>) =>
  async <T>(
    { moderatorId: actorId, memberId: targetId, guildId, reason: why, key }: Recorded,
    about: { action: AuditAction; credits?: number; detail?: string },
    work: () => Promise<{ outcome: string; result: T }>,
  ): Promise<T> => {
    await audit.begin({ actorId, targetId, guildId, reason: why, ...about }, key);
    const { outcome, result } = await work().catch(async (error) => {
      // Without an answer it may have happened; the row stays open until the moderator repeats it.
      if (isAppError(error) && error.status < 500) await audit.end(key, error.code);
      throw error;
    });
    await audit.end(key, outcome);
    return result;
  };
