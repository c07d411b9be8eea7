import type { Database } from '../../base/db/database.js';
import type { OutboxStore } from '../delivery/outbox.js';

/** A message that shows a rig in addition to its card. */
export type RigCopy = { channelId: string; messageId: string; locale: string | null };

/** Messages about a rig besides its card: copies in other channels, and the ping when it is done. */
export type RigMessages = {
  addCopy(id: string, copy: RigCopy): Promise<void>;
  copiesOf(id: string): Promise<RigCopy[]>;
  /** The ping was sent. */
  pinged(id: string): Promise<void>;
};

const sql = {
  insert:
    'INSERT INTO rig_copy (rig_id, channel_id, message_id, locale) VALUES (@id, @channelId, @messageId, @locale)',
  isDeleted: 'SELECT 1 AS found FROM rig_job WHERE id = @id AND deleted_at IS NOT NULL',
  copies: 'SELECT channel_id AS channelId, message_id AS messageId, locale FROM rig_copy WHERE rig_id = @id',
  pinged: 'UPDATE rig_job SET owes_ping = 0 WHERE id = @id',
};

export function createRigMessages(deps: { db: Database; outbox: Pick<OutboxStore, 'put'> }): RigMessages {
  const { db, outbox } = deps;
  return {
    addCopy: (id, { channelId, messageId, locale }) =>
      db.transaction(async (t) => {
        await t.run(sql.insert, { id, channelId, messageId, locale });
        if (await t.get(sql.isDeleted, { id })) await outbox.put(t, 'rig', id);
      }),
    copiesOf: (id) => db.all(sql.copies, { id }),
    async pinged(id) {
      await db.run(sql.pinged, { id });
    },
  };
}
