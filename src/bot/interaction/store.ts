import type { Clock } from '../../base/clock.js';
import type { Seal } from '../../base/seal.js';
import { type Database, write } from '../../base/store.js';
import type { FindWebhook } from '../delivery/messenger.js';
import type { SealedColumn } from '../key-ring.js';
import type { Acknowledgement } from './acted.js';
import { createGroupCommit } from './group-commit.js';

/** The data another process needs to answer an interaction. */
export type Kept = {
  applicationId: string;
  token: string;
  /** The command to repeat: `/rig text`; null for a button. */
  command: string | null;
  /** The raw interaction, if the action is idempotent. */
  payload?: unknown;
};

export type Unanswered = Kept & {
  id: string;
  memberId: string;
  acknowledged: Acknowledgement;
  /** The member was notified that the bot is stopping. */
  isInterrupted: boolean;
  createdAt: number;
};

/** Acknowledged interactions, until they are answered and their tokens expire. */
export type InteractionStore = {
  /** Group commit without fsync: after a power failure, the reply would be too late anyway. */
  keep(interaction: Omit<Unanswered, 'isInterrupted' | 'createdAt'>): Promise<void>;
  /** The message that will show the answer, so that it can be edited from now on. */
  answersIn(id: string, messageId: string): Promise<void>;
  /** @param messageId of a permanent reply; without one nothing is stored */
  answered(id: string, messageId: string | null): Promise<void>;
  interrupted(id: string): Promise<void>;
  /** Interactions of an earlier process that can still be answered, oldest first. */
  unanswered(): Promise<Unanswered[]>;
  findWebhook: FindWebhook;
  /** Deletes interactions whose token has expired. */
  prune(): Promise<void>;
  /** Commits pending writes. */
  flush(): void;
};

/** Interaction tokens are valid for 15 minutes; the last half minute is not used. */
const livesMs = 14.5 * 60_000;
const groupMs = 10;

const placeOf = (id: string): string => `interaction/${id}/sealed`;
export const sealedInteractions: SealedColumn = {
  table: 'interaction',
  column: 'sealed',
  place: ({ id = '' }) => placeOf(id),
};

type Row = {
  id: string;
  member_id: string;
  acknowledged: Acknowledgement;
  state: string;
  sealed: Buffer;
  created_at: number;
};

export function createInteractionStore(deps: { db: Database; seal: Seal; clock: Clock }): InteractionStore {
  const { db, seal, clock } = deps;
  const group = createGroupCommit(db, groupMs);
  const insert = db.prepare(
    `INSERT INTO interaction (id, member_id, acknowledged, state, sealed, created_at)
     VALUES (@id, @memberId, @acknowledged, 'running', @sealed, @now) ON CONFLICT DO NOTHING`,
  );
  const remove = db.prepare('DELETE FROM interaction WHERE id = @id');
  const answersIn = db.prepare<{ id: string; messageId: string }>(
    'UPDATE interaction SET message_id = @messageId WHERE id = @id',
  );
  const answer = db.prepare(
    "UPDATE interaction SET state = 'answered', message_id = @messageId WHERE id = @id",
  );
  const interrupt = db.prepare("UPDATE interaction SET state = 'interrupted' WHERE id = @id");
  const left = db.prepare<{ since: number }, Row>(
    "SELECT * FROM interaction WHERE state != 'answered' AND created_at > @since ORDER BY created_at",
  );
  const byMessage = db.prepare<{ messageId: string; since: number }, Row>(
    `SELECT * FROM interaction WHERE message_id = @messageId AND created_at > @since
     ORDER BY created_at DESC LIMIT 1`,
  );
  const prune = db.prepare('DELETE FROM interaction WHERE created_at <= @until');

  const open = ({ id, sealed }: Row): Kept => JSON.parse(seal.open(sealed, placeOf(id))) as Kept;
  const oldest = () => clock.now() - livesMs;

  return {
    keep({ id, memberId, acknowledged, ...kept }) {
      const now = clock.now();
      return group.add(() => {
        const sealed = seal.seal(JSON.stringify(kept), placeOf(id));
        insert.run({ id, memberId, acknowledged, sealed, now });
      });
    },
    answersIn: (id, messageId) => group.add(() => void answersIn.run({ id, messageId })),
    answered: (id, messageId) =>
      group.add(() => void (messageId === null ? remove.run({ id }) : answer.run({ id, messageId }))),
    interrupted: (id) => group.add(() => void interrupt.run({ id })),
    unanswered: async () =>
      left.all({ since: oldest() }).map((row) => ({
        ...open(row),
        id: row.id,
        memberId: row.member_id,
        acknowledged: row.acknowledged,
        isInterrupted: row.state === 'interrupted',
        createdAt: row.created_at,
      })),
    async findWebhook(messageId) {
      const row = byMessage.get({ messageId, since: oldest() });
      if (!row) return null;
      const { applicationId, token } = open(row);
      return { applicationId, token };
    },
    async prune() {
      write(db, () => void prune.run({ until: oldest() }));
    },
    flush: group.flush,
  };
}
