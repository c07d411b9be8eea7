import { iso } from '../../base/clock.js';
import { type CreditEntry, type Credits, listCreditEntries, readCredits } from '../../contract/payments.js';
import { type Feature, route, type ServiceContext } from '../feature.js';
import { readCursor, toPage } from '../page.js';
import { giftRoute } from './gifts.js';
import type { Balance, Entry } from './ledger.js';

/** A balance is kept between requests, and to write its time as text costs more than to find it. */
const views = new WeakMap<Balance, Credits>();

export function viewBalance(balance: Balance): Credits {
  const known = views.get(balance);
  if (known) return known;
  const { available, held, lifetimePurchased, updatedAt } = balance;
  const view = Object.freeze({
    available,
    held,
    lifetime_purchased: lifetimePurchased,
    updated_at: iso(updatedAt),
  });
  views.set(balance, view);
  return view;
}

export const viewEntry = (entry: Entry): CreditEntry => ({
  id: String(entry.id),
  kind: entry.kind,
  credits: entry.availableChange,
  balance: entry.availableAfter,
  subject: entry.subject,
  note: entry.note,
  created_at: iso(entry.createdAt),
});

/** A user's view of the ledger. */
export function createLedgerFeature(context: ServiceContext): Feature {
  const { db, ledger } = context;
  return {
    routes: [
      giftRoute(context),
      route(readCredits, async ({ user }) => ({
        status: 200,
        body: viewBalance(await ledger.readBalance(db, user.id)),
      })),
      route(listCreditEntries, async ({ user, query }) => {
        const { limit } = query;
        const page = { before: readCursor(query.cursor), limit: limit + 1 };
        const entries = await ledger.listEntries(db, user.id, page);
        return { status: 200, body: toPage(entries, limit, ({ id }) => id, viewEntry) };
      }),
    ],
  };
}
