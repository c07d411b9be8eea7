import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import { type Cell, tableOf } from '../csv.js';
import type { AuditRow, AuditStore } from './store.js';

const shown = 12;
/** Rows of a file. */
const most = 5_000;

/** Who reads the log of which server. */
type Reader = { isModerator: boolean; guildId: string };

const columns: Readonly<Record<string, (row: AuditRow) => Cell>> = {
  time: ({ at }) => iso(at),
  moderator: ({ actorId }) => actorId,
  action: ({ action }) => action,
  member: ({ targetId }) => targetId,
  credits: ({ credits }) => credits,
  reason: ({ reason }) => reason,
  detail: ({ detail }) => detail,
  outcome: ({ outcome }) => outcome,
};

/** What the moderators of a server did, for themselves. */
export function createAuditFlow({ audit }: { audit: Pick<AuditStore, 'list'> }) {
  const check = ({ isModerator }: Reader): void => {
    if (!isModerator) throw new AppError('forbidden', reason('moderation.error.not_moderator'));
  };
  return {
    /** @param before the last id of the page before; undefined for the newest */
    async read(reader: Reader, before?: number): Promise<{ rows: AuditRow[]; next: number | null }> {
      check(reader);
      const page = { limit: shown + 1, ...(before !== undefined && { before }) };
      const rows = await audit.list(reader.guildId, page);
      const last = rows[shown - 1];
      return { rows: rows.slice(0, shown), next: rows.length > shown && last ? last.id : null };
    },
    /** The newest rows as CSV. */
    async file(reader: Reader): Promise<{ content: string; rows: number }> {
      check(reader);
      const rows = await audit.list(reader.guildId, { limit: most });
      return { content: tableOf(columns, rows), rows: rows.length };
    },
  };
}
