import { AppError, isAppError } from '../../base/errors.js';
import { readCredits } from '../../contract/payments.js';
import { giveToPool, readPool } from '../../contract/pool.js';
import { reason } from '../../copy/reason.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import type { AskOperator } from './operator.js';
import type { AuditStore } from './store.js';

/** The pool of a server: credits that members give to it, for rigs of its members. */
export function createPoolFlow(deps: {
  sessions: Pick<Sessions, 'serviceOf' | 'walletOf'>;
  ask: AskOperator;
  audit: Pick<AuditStore, 'begin' | 'end'>;
}) {
  const { sessions, ask, audit } = deps;

  const unsupported = () => new AppError('not_found', reason('pool.error.unsupported'));
  const availableIn = async (server: string, actor: string): Promise<number> =>
    (await ask(readPool, { server, actor })).available;

  return {
    /** The credits of a server's pool; null where they cannot be read, because the settings are shown without them. */
    read: (server: string, actor: string): Promise<number | null> =>
      availableIn(server, actor).catch(() => null),

    /** Checks a gift before its giver confirms it, and tells what they have. @throws AppError */
    async check(giver: Member, { guildId }: Place, credits: number): Promise<number> {
      if (!(await sessions.walletOf(giver.id))) throw new AppError('unauthenticated');
      await availableIn(guildId, giver.id).catch((error) => {
        throw isAppError(error, 'not_found') ? unsupported() : error;
      });
      const { available } = (await sessions.serviceOf(giver.id).call(readCredits, {})).body;
      if (credits > available)
        throw new AppError('insufficient_credits', undefined, { context: { needed: credits, available } });
      return available;
    },

    /** Gives the credits, once for each key. The log channel of the server is told. */
    async give(giver: Member, place: Place, credits: number, key: string) {
      const act = `pool/${key}`;
      const entry = {
        actorId: giver.id,
        action: 'pool',
        targetId: '',
        guildId: place.guildId,
        credits,
      } as const;
      await audit.begin(entry, act);
      try {
        const service = sessions.serviceOf(giver.id, undefined, place);
        const { body } = await service.call(giveToPool, { body: { credits }, idempotencyKey: act });
        await audit.end(act, 'done');
        return { left: body.available, pool: body.pool };
      } catch (error) {
        if (isAppError(error)) await audit.end(act, error.code);
        if (isAppError(error, 'not_found') && error.serviceDetail === undefined) throw unsupported();
        throw error;
      }
    },
  };
}
export type PoolFlow = ReturnType<typeof createPoolFlow>;
