import { randomBytes } from 'node:crypto';
import { newReference } from '../../../chain/pay-url.js';
import { createNonce } from '../../../contract/auth.js';
import { listPacks, readCredits } from '../../../contract/payments.js';
import { listPipelines } from '../../../contract/pipelines.js';
import type { Translate } from '../../../copy/translate.js';
import { type ServiceCheck, Skipped, Unfit, withNotes } from './check.js';
import type { Visitor } from './visitor.js';

/** Checks that need no session. */
export const publicChecks = (visitor: Visitor, t: Translate): ServiceCheck[] => [
  {
    name: t('cli.service.text.name'),
    without: { missing: t('cli.service.text.missing') },
    async look() {
      const body = { address: newReference(randomBytes) };
      const { value, notes } = await visitor.ask(createNonce, { body });
      return withNotes(t('cli.service.text.ok', { count: String(value.message.length) }), notes, t);
    },
  },
  {
    name: t('cli.service.sessions.name'),
    without: { missing: t('cli.service.sessions.missing') },
    async look() {
      const { outcome, status } = await visitor.tryOut(readCredits, {});
      if (status === 401) return t('cli.service.sessions.answers', { status: '401' });
      throw new Unfit(
        outcome === 'unreachable'
          ? t('cli.service.outcome.unreachable')
          : t('cli.service.sessions.answers', { status: String(status) }),
      );
    },
  },
  packsCheck(visitor, t),
  pipelinesCheck(visitor, t),
];

const openTo = async (
  visitor: Visitor,
  endpoint: typeof listPacks | typeof listPipelines,
  t: Translate,
): Promise<void> => {
  const { status } = await visitor.tryOut(endpoint, {});
  if (status === 401) throw new Skipped(t('cli.service.session_needed'));
};

export const packsCheck = (visitor: Visitor, t: Translate): ServiceCheck => ({
  name: t('cli.service.packs.name'),
  without: { missing: t('cli.service.packs.missing') },
  async look() {
    await openTo(visitor, listPacks, t);
    const { value, notes } = await visitor.ask(listPacks, {});
    const packs = value.data;
    if (packs.every(({ prices }) => prices.length === 0))
      throw new Unfit(withNotes(t('cli.service.packs.unpriced', { count: String(packs.length) }), notes, t));
    const priced = packs.map(({ name, prices }) => {
      const all = prices.map(({ amount, currency }) => `${amount} ${currency}`);
      return all.length > 0 ? `${name} ${t.list(all, 'or')}` : t('cli.service.packs.no_price', { name });
    });
    return withNotes(priced.join(', '), notes, t);
  },
});

export const pipelinesCheck = (visitor: Visitor, t: Translate): ServiceCheck => ({
  name: t('cli.service.pipelines.name'),
  without: { degraded: t('cli.service.pipelines.degraded') },
  async look() {
    await openTo(visitor, listPipelines, t);
    const { value, notes } = await visitor.ask(listPipelines, {});
    return withNotes(value.data.map(({ name }) => name).join(', ') || t('cli.service.none'), notes, t);
  },
});
