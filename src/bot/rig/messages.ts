import { type Database, write } from '../../base/store.js';
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

export function createRigMessages(deps: { db: Database; outbox: Pick<OutboxStore, 'put'> }): RigMessages {
  const { db, outbox } = deps;
  const insert = db.prepare(
    'INSERT INTO rig_copy (rig_id, channel_id, message_id, locale) VALUES (@id, @channelId, @messageId, @locale)',
  );
  const isDeleted = db
    .prepare<{ id: string }, number>('SELECT 1 FROM rig_job WHERE id = @id AND deleted_at IS NOT NULL')
    .pluck();
  const copies = db.prepare<{ id: string }, RigCopy>(
    'SELECT channel_id AS channelId, message_id AS messageId, locale FROM rig_copy WHERE rig_id = @id',
  );
  const pinged = db.prepare('UPDATE rig_job SET owes_ping = 0 WHERE id = @id');

  return {
    async addCopy(id, { channelId, messageId, locale }) {
      write(db, () => {
        insert.run({ id, channelId, messageId, locale });
        if (isDeleted.get({ id }) === 1) outbox.put('rig', id);
      });
    },
    copiesOf: async (id) => copies.all({ id }),
    async pinged(id) {
      write(db, () => pinged.run({ id }));
    },
  };
}
