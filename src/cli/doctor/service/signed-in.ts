import type { Clock } from '../../../base/clock.js';
import { createNonce, logout, refreshSession, signInWithWallet } from '../../../contract/auth.js';
import { readCredits } from '../../../contract/payments.js';
import { listGenerations, textToRig } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
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
  t: Translate;
};

export const signInCheck = ({ visitor, wallet, t }: Visit): ServiceCheck => ({
  name: t('cli.service.sign_in.name'),
  without: { missing: t('cli.service.sign_in.missing') },
  async look() {
    const { address } = wallet;
    const { value, notes } = await visitor.ask(createNonce, { body: { address } });
    const { message, nonce } = value;
    const body = { address, nonce, signature: wallet.sign(message), encoding: 'raw' } as const;
    await visitor.ask(signInWithWallet, { body });
    return withNotes(t('cli.service.sign_in.ok', { count: visitor.cookies() }), notes, t);
  },
});

/** Checks that need a session, in the order of a member's first visit. */
export const memberChecks = ({ visitor, t }: Visit): ServiceCheck[] => [
  refreshCheck(visitor, t),
  {
    name: t('cli.service.credits.name'),
    without: { missing: t('cli.service.credits.missing') },
    async look() {
      const { value, notes } = await visitor.ask(readCredits, {});
      return withNotes(`${value.available}`, notes, t);
    },
  },
  packsCheck(visitor, t),
  ...purchaseChecks(visitor, t),
  pipelinesCheck(visitor, t),
  ...rigChecks(visitor, t),
];

const refreshCheck = (visitor: Visitor, t: Translate): ServiceCheck => ({
  name: t('cli.service.refresh.name'),
  without: { missing: t('cli.service.refresh.missing') },
  async look() {
    await visitor.ask(refreshSession, {});
    const { status } = await visitor.tryOut(readCredits, {});
    if (status === 401) throw new Unfit(t('cli.service.refresh.rejected'));
    return t('cli.service.refresh.ok');
  },
});

const rigChecks = (visitor: Visitor, t: Translate): ServiceCheck[] => [
  {
    name: t('cli.service.rig.name'),
    without: { missing: t('cli.service.rig.missing') },
    async look() {
      const body = { prompt: 'a small test figure' };
      const { outcome, status } = await visitor.tryOut(textToRig, { body });
      if (outcome === 'fits' || outcome === 'fits_with_notes') return t('cli.service.rig.ok');
      if (outcome !== 'refused') throw new Unfit(t(`cli.service.outcome.${outcome}`));
      if (status < 500) return t('cli.service.rig.no_credits', { status: String(status) });
      throw new Unfit(t('cli.service.answers', { status: String(status) }));
    },
  },
  {
    name: t('cli.service.rigs.name'),
    without: { missing: t('cli.service.rigs.missing') },
    async look() {
      const { value, notes } = await visitor.ask(listGenerations, {});
      return withNotes(`${value.data.length}`, notes, t);
    },
  },
];

export const logoutCheck = ({ visitor, t }: Visit): ServiceCheck => ({
  name: t('cli.service.logout.name'),
  without: { degraded: t('cli.service.logout.degraded') },
  async look() {
    await visitor.tryOut(logout, {});
    const { status } = await visitor.tryOut(readCredits, {});
    if (status !== 401) throw new Unfit(t('cli.service.logout.works', { status: String(status) }));
    return t('cli.service.logout.ok');
  },
});
