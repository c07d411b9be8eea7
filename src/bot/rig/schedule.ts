import type { Clock } from '../../base/clock.js';
import type { Database } from '../../base/db/database.js';
import type { ReadRig, RigJob, RigRow } from './rows.js';

/** Which rigs are in progress, and when the service is asked about each. */
export type RigSchedule = {
  due(limit: number): Promise<RigJob[]>;
  checkAgainAt(id: string, at: number): Promise<void>;
  /** Makes a member's unfinished rigs due now. */
  resumeMember(memberId: string): Promise<void>;
  hasOpen(memberId: string): Promise<boolean>;
  /** Stops following rigs whose wallet is gone. */
  detachWallet(memberId: string): Promise<void>;
};

const sql = {
  due: 'SELECT * FROM rig_job WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit',
  later: 'UPDATE rig_job SET next_check_at = @at WHERE id = @id AND next_check_at IS NOT NULL',
  resume: 'UPDATE rig_job SET next_check_at = @now WHERE member_id = @memberId AND next_check_at IS NOT NULL',
  open: `SELECT 1 AS found FROM rig_job WHERE member_id = @memberId AND state IN ('queued', 'running')
    AND next_check_at IS NOT NULL LIMIT 1`,
  detach: 'UPDATE rig_job SET next_check_at = NULL WHERE member_id = @memberId',
};

export function createRigSchedule(deps: { db: Database; clock: Clock; read: ReadRig }): RigSchedule {
  const { db, clock, read } = deps;
  return {
    due: async (limit) => (await db.all<RigRow>(sql.due, { now: clock.now(), limit })).map(read),
    async checkAgainAt(id, at) {
      await db.run(sql.later, { id, at });
    },
    async resumeMember(memberId) {
      await db.run(sql.resume, { memberId, now: clock.now() });
    },
    hasOpen: async (memberId) => (await db.get(sql.open, { memberId })) !== undefined,
    async detachWallet(memberId) {
      await db.run(sql.detach, { memberId });
    },
  };
}
