import type { Clock } from '../../base/clock.js';
import { type Database, write } from '../../base/store.js';
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

export function createRigSchedule(deps: { db: Database; clock: Clock; read: ReadRig }): RigSchedule {
  const { db, clock, read } = deps;
  const due = db.prepare<{ now: number; limit: number }, RigRow>(
    'SELECT * FROM rig_job WHERE next_check_at <= @now ORDER BY next_check_at LIMIT @limit',
  );
  const later = db.prepare(
    'UPDATE rig_job SET next_check_at = @at WHERE id = @id AND next_check_at IS NOT NULL',
  );
  const resume = db.prepare(
    'UPDATE rig_job SET next_check_at = @now WHERE member_id = @memberId AND next_check_at IS NOT NULL',
  );
  const open = db
    .prepare<{ memberId: string }, number>(
      `SELECT 1 FROM rig_job WHERE member_id = @memberId AND state IN ('queued', 'running')
         AND next_check_at IS NOT NULL LIMIT 1`,
    )
    .pluck();
  const detach = db.prepare('UPDATE rig_job SET next_check_at = NULL WHERE member_id = @memberId');

  return {
    due: async (limit) => due.all({ now: clock.now(), limit }).map(read),
    async checkAgainAt(id, at) {
      write(db, () => later.run({ id, at }));
    },
    async resumeMember(memberId) {
      write(db, () => resume.run({ memberId, now: clock.now() }));
    },
    hasOpen: async (memberId) => open.get({ memberId }) === 1,
    async detachWallet(memberId) {
      write(db, () => detach.run({ memberId }));
    },
  };
}
