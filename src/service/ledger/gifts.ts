import type { Transaction } from '../../base/db/database.js';
import { AppError, isAppError } from '../../base/errors.js';
import { newId } from '../../base/ids.js';
import { giveCredits } from '../../contract/gifts.js';
import { type Route, route, type ServiceContext } from '../feature.js';
import type { Ledger } from './ledger.js';

const findUser = 'SELECT id, address FROM "user" WHERE address = @address';

/** @throws AppError `insufficient_credits`, or `forbidden` for credits that were not paid for */
export async function refuseUngivable(
  t: Transaction,
  ledger: Pick<Ledger, 'readBalance' | 'readGivable'>,
  { userId, needed }: { userId: string; needed: number },
): Promise<void> {
  const { available } = await ledger.readBalance(t, userId);
  if (needed > available)
    throw new AppError('insufficient_credits', undefined, { context: { needed, available } });
  const givable = Math.max(0, await ledger.readGivable(t, userId));
  if (needed > givable)
    throw new AppError(
      'forbidden',
      `Only credits that were paid for can be given away. You can give up to ${givable}.`,
    );
}

/** Gifts between users. Free credits cannot be given, or new wallets would be a source of credits. */
export function giftRoute({
  db,
  ledger,
  limits,
  random,
}: Pick<ServiceContext, 'db' | 'ledger' | 'limits' | 'random'>): Route {
  const refuseBlocked = (t: Transaction, userId: string) =>
    limits.check(t, { userId, voucher: null }).catch((error) => {
      if (!isAppError(error, 'blocked')) throw error;
      throw new AppError('forbidden', 'This member is blocked, so nothing can be given to them.');
    });

  return route(giveCredits, async (call) => {
    const { user, body } = call;
    const asker = limits.askerOf(call);
    const id = newId('gft', random);
    return db.transaction(async (t) => {
      await limits.check(t, asker);
      const to = await t.get<{ id: string; address: string }>(findUser, { address: body.to });
      if (!to) throw new AppError('not_found', 'That wallet has never signed in here.');
      if (to.id === user.id) throw new AppError('forbidden', 'That is your own wallet.');
      await refuseBlocked(t, to.id);
      await refuseUngivable(t, ledger, { userId: user.id, needed: body.credits });
      const notes = { from: `to ${to.address}`, to: `from ${user.address}` };
      await ledger.give(t, { from: user.id, to: to.id, credits: body.credits, subject: id, notes });
      const { available } = await ledger.readBalance(t, user.id);
      const answer = { status: 201, body: { id, credits: body.credits, available } } as const;
      await call.remember(t, answer);
      return answer;
    });
  });
}
