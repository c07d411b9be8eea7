import type { Clock } from '../../base/clock.js';
import type { Database, Params, TransactionOptions } from '../../base/db/database.js';
import type { Seal } from '../../base/seal.js';
import type { FindWebhook } from '../delivery/messenger.js';
import type { Served } from '../gateway/connection.js';
import { liveMembers, replaceMember } from '../gateway/membership.js';
import type { SealedColumn } from '../key-ring.js';
import type { Acknowledgement } from './acted.js';

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
  /** Null in direct messages. */
  guildId: string | null;
  memberId: string;
  acknowledged: Acknowledgement;
  /** The member was notified that the bot is stopping. */
  isInterrupted: boolean;
  createdAt: number;
};

export type KeptInteraction = Omit<Unanswered, 'isInterrupted' | 'createdAt'>;

/** Acknowledged interactions, until they are answered and their tokens expire. */
export type InteractionStore = {
  /**
   * On PostgreSQL it is durable, because the server may crash while the bot goes on. With SQLite both end together, and
   * after a power failure the reply would be too late anyway.
   */
  keep(interaction: KeptInteraction): Promise<void>;
  /** Removes the owner of an interaction that could not be answered, so that another process takes it over. Stores it if
   * it was not stored yet. */
  leave(interaction: KeptInteraction): Promise<void>;
  /** The message that will show the answer, so that it can be edited from now on. */
  answersIn(id: string, messageId: string): Promise<void>;
  /** @param messageId of a permanent reply; without one nothing is stored */
  answered(id: string, messageId: string | null): Promise<void>;
  interrupted(id: string): Promise<void>;
  /** Takes interactions of processes that ended, as far as they can still be answered, oldest first. */
  takeOver(isMine: (interaction: Unanswered) => boolean): Promise<Unanswered[]>;
  findWebhook: FindWebhook;
  /** Deletes interactions whose token has expired. */
  prune(): Promise<void>;
};

/** Interaction tokens are valid for 15 minutes; the last half minute is not used. */
const livesMs = 14.5 * 60_000;

const placeOf = (id: string): string => `interaction/${id}/sealed`;
export const sealedInteractions: SealedColumn = {
  table: 'interaction',
  key: ['id'],
  column: 'sealed',
  place: ({ id = '' }) => placeOf(id),
};

type Row = {
  id: string;
  guild_id: string | null;
  owner: string;
  member_id: string;
  acknowledged: Acknowledgement;
  state: string;
  sealed: Buffer;
  created_at: number;
};

const sql = {
  insert: `INSERT INTO interaction (id, guild_id, owner, member_id, acknowledged, state, sealed, created_at)
    VALUES (@id, @guildId, @owner, @memberId, @acknowledged, 'running', @sealed, @now)
    ON CONFLICT (id) DO NOTHING`,
  leave: `INSERT INTO interaction (id, guild_id, owner, member_id, acknowledged, state, sealed, created_at)
    VALUES (@id, @guildId, @owner, @memberId, @acknowledged, 'running', @sealed, @now)
    ON CONFLICT (id) DO UPDATE SET owner = excluded.owner WHERE interaction.state != 'answered'`,
  remove: 'DELETE FROM interaction WHERE id = @id',
  answersIn: 'UPDATE interaction SET message_id = @messageId WHERE id = @id',
  answer: "UPDATE interaction SET state = 'answered', message_id = @messageId WHERE id = @id",
  interrupt: "UPDATE interaction SET state = 'interrupted' WHERE id = @id",
  left: `SELECT * FROM interaction WHERE state != 'answered' AND created_at > @since
    AND owner NOT IN (${liveMembers}) ORDER BY created_at`,
  take: 'UPDATE interaction SET owner = @owner WHERE id = @id AND owner = @former',
  byMessage: `SELECT * FROM interaction WHERE message_id = @messageId AND created_at > @since
    ORDER BY created_at DESC LIMIT 1`,
  prune: 'DELETE FROM interaction WHERE created_at <= @until',
};

const nobody = '';
const lightly: TransactionOptions = { durable: false };

export function createInteractionStore(deps: {
  db: Database;
  seal: Seal;
  clock: Clock;
  served: Pick<Served, 'member'>;
}): InteractionStore {
  const { db, seal, clock, served } = deps;
  /** Without an owner while this process has no lease, so that any process can take it over. */
  const owner = () => served.member() ?? nobody;
  const open = ({ id, sealed }: Row): Kept => JSON.parse(seal.open(sealed, placeOf(id))) as Kept;
  const oldest = () => clock.now() - livesMs;
  const write = (text: string, params: Params, options = lightly): Promise<void> =>
    db.transaction(async (t) => void (await t.run(text, params)), options);
  const survivingServer: TransactionOptions = { durable: db.engine === 'postgres' };

  const take = ({ id, owner: former }: Row): Promise<boolean> =>
    db.transaction(async (t) => {
      await t.run(replaceMember, { member: former, now: clock.now() });
      return (await t.run(sql.take, { id, owner: owner(), former })) === 1;
    }, lightly);

  const rowOf = ({ id, guildId, memberId, acknowledged, ...kept }: KeptInteraction, of: string) => {
    const sealed = seal.seal(JSON.stringify(kept), placeOf(id));
    return { id, guildId, owner: of, memberId, acknowledged, sealed, now: clock.now() };
  };

  return {
    keep: (interaction) => write(sql.insert, rowOf(interaction, owner()), survivingServer),
    leave: (interaction) => write(sql.leave, rowOf(interaction, nobody), survivingServer),
    answersIn: (id, messageId) => write(sql.answersIn, { id, messageId }),
    answered: (id, messageId) =>
      messageId === null ? write(sql.remove, { id }) : write(sql.answer, { id, messageId }),
    interrupted: (id) => write(sql.interrupt, { id }),
    async takeOver(isMine) {
      const taken: Unanswered[] = [];
      for (const row of await db.all<Row>(sql.left, { since: oldest(), now: clock.now() })) {
        const left: Unanswered = {
          ...open(row),
          id: row.id,
          guildId: row.guild_id,
          memberId: row.member_id,
          acknowledged: row.acknowledged,
          isInterrupted: row.state === 'interrupted',
          createdAt: row.created_at,
        };
        if (row.owner !== owner() && isMine(left) && (await take(row))) taken.push(left);
      }
      return taken;
    },
    async findWebhook(messageId) {
      const row = await db.get<Row>(sql.byMessage, { messageId, since: oldest() });
      if (!row) return null;
      const { applicationId, token } = open(row);
      return { applicationId, token };
    },
    async prune() {
      await db.run(sql.prune, { until: oldest() });
    },
  };
}
