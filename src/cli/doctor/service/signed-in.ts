import type { Clock } from '../../../base/clock.js';
import { createNonce, logout, refreshSession, signInWithWallet } from '../../../contract/auth.js';
import { readCredits } from '../../../contract/payments.js';
import { listGenerations, textToRig } from '../../../contract/rig.js';
import { type ServiceCheck, Unfit, withNotes } from './check.js';
import { packsCheck, pipelinesCheck } from './public.js';
import { purchaseChecks } from './purchase.js';
import type { Visitor } from './visitor.js';

export type Visit = {
  visitor: Visitor;
  wallet: { address: string; sign(text: string): string };
  url: string;
  wsUrl?: string;
  clock: Clock;
};

export const signInCheck = ({ visitor, wallet }: Visit): ServiceCheck => ({
  name: 'Sign-in',
  without: { missing: 'Members cannot link a wallet.' },
  async look() {
    const { address } = wallet;
    const { value, notes } = await visitor.ask(createNonce, { body: { address } });
    const { message, nonce } = value;
    const body = { address, nonce, signature: wallet.sign(message), encoding: 'raw' } as const;
    await visitor.ask(signInWithWallet, { body });
    return withNotes(`${visitor.cookies()} cookies`, notes);
  },
});

/** Checks that need a session, in the order of a member's first visit. */
export const memberChecks = ({ visitor }: Visit): ServiceCheck[] => [
  refreshCheck(visitor),
  {
    name: 'Credits',
    without: { missing: 'The bot cannot show the balance.' },
    async look() {
      const { value, notes } = await visitor.ask(readCredits, {});
      return withNotes(`${value.available}`, notes);
    },
  },
  packsCheck(visitor),
  ...purchaseChecks(visitor),
  pipelinesCheck(visitor),
  ...rigChecks(visitor),
];

const refreshCheck = (visitor: Visitor): ServiceCheck => ({
  name: 'Refresh',
  without: { missing: 'Members are logged out when the access cookie expires.' },
  async look() {
    await visitor.ask(refreshSession, {});
    const { status } = await visitor.tryOut(readCredits, {});
    if (status === 401) throw new Unfit('succeeds, but the session is rejected afterwards');
    return 'the session still works';
  },
});

const rigChecks = (visitor: Visitor): ServiceCheck[] => [
  {
    name: 'Making a rig',
    without: { missing: 'Members cannot make a rig.' },
    async look() {
      const body = { prompt: 'a small test figure' };
      const { outcome, status } = await visitor.tryOut(textToRig, { body });
      if (outcome === 'fits' || outcome === 'fits_with_notes') return 'started';
      if (outcome === 'refused' && status < 500) return `refused with ${status}: a new wallet has no credits`;
      throw new Unfit(outcome === 'refused' ? `answers ${status}` : outcome.replaceAll('_', ' '));
    },
  },
  {
    name: 'List of rigs',
    without: { missing: 'The bot cannot see when a rig is done, unless it can read the rig by its id.' },
    async look() {
      const { value, notes } = await visitor.ask(listGenerations, {});
      return withNotes(`${value.data.length}`, notes);
    },
  },
];

export const logoutCheck = ({ visitor }: Visit): ServiceCheck => ({
  name: 'Logout',
  without: { degraded: '/unlink ends the session only in the bot.' },
  async look() {
    await visitor.tryOut(logout, {});
    const { status } = await visitor.tryOut(readCredits, {});
    if (status !== 401) throw new Unfit(`the session still works (${status})`);
    return 'ends the session';
  },
});
