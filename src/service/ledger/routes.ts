import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { isProven } from '../../contract/entitlement.js';
import {
  type CreditEntry,
  type Credits,
  grantEntitlement,
  listCreditEntries,
  readCredits,
} from '../../contract/payments.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import { readCursor, toPage } from '../page.js';
import type { Balance, Entry } from './ledger.js';

const viewBalance = ({ available, held, lifetimePurchased, updatedAt }: Balance): Credits => ({
  available,
  held,
  lifetime_purchased: lifetimePurchased,
  updated_at: iso(updatedAt),
});

const viewEntry = (entry: Entry): CreditEntry => ({
  id: String(entry.id),
  kind: entry.kind,
  credits: entry.availableChange,
  balance: entry.availableAfter,
  subject: entry.subject,
  note: entry.note,
  created_at: iso(entry.createdAt),
});

/** A user's own view of the ledger. */
export function createLedgerFeature({ ledger, config }: ServiceContext): Feature {
  return {
    routes: [
      route(grantEntitlement, async ({ user, body: { proof, ...bought } }) => {
        if (config.botSecret === undefined)
          throw new AppError('not_found', 'Nothing is sold inside Discord here.');
        if (!isProven(config.botSecret, { ...bought, user_id: user.id }, proof))
          throw new AppError('forbidden');
        const subject = `entitlement/${bought.entitlement_id}`;
        ledger.credit({ userId: user.id, credits: bought.credits, subject, note: 'Bought in Discord' });
        return { status: 200, body: viewBalance(ledger.readBalance(user.id)) };
      }),
      route(readCredits, async ({ user }) => ({
        status: 200,
        body: viewBalance(ledger.readBalance(user.id)),
      })),
      route(listCreditEntries, async ({ user, query }) => {
        const { limit } = query;
        const entries = ledger.listEntries(user.id, { before: readCursor(query.cursor), limit: limit + 1 });
        return { status: 200, body: toPage(entries, limit, ({ id }) => id, viewEntry) };
      }),
    ],
  };
}
