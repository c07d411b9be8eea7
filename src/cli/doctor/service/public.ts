import { randomBytes } from 'node:crypto';
import { newReference } from '../../../chain/pay-url.js';
import { createNonce } from '../../../contract/auth.js';
import { listPacks, readCredits } from '../../../contract/payments.js';
import { listPipelines } from '../../../contract/pipelines.js';
import { type ServiceCheck, Skipped, Unfit, withNotes } from './check.js';
import type { Visitor } from './visitor.js';

/** Checks that need no session. */
export const publicChecks = (visitor: Visitor): ServiceCheck[] => [
  {
    name: 'Text to sign',
    without: { missing: 'Members cannot link a wallet. POST /api/auth/nonce must return a text to sign.' },
    async look() {
      const body = { address: newReference(randomBytes) };
      const { value, notes } = await visitor.ask(createNonce, { body });
      return withNotes(`${value.message.length} characters, readable`, notes);
    },
  },
  {
    name: 'Sessions',
    without: {
      missing: 'The bot never notices that a session ended. Answer requests without a session with 401.',
    },
    async look() {
      const { outcome, status } = await visitor.tryOut(readCredits, {});
      if (status === 401) return 'credits answer 401 without one';
      throw new Unfit(
        outcome === 'unreachable' ? 'cannot be reached' : `credits answer ${status} without one`,
      );
    },
  },
  packsCheck(visitor),
  pipelinesCheck(visitor),
];

const openTo = async (visitor: Visitor, endpoint: typeof listPacks | typeof listPipelines): Promise<void> => {
  const { status } = await visitor.tryOut(endpoint, {});
  if (status === 401) throw new Skipped('needs a session; --wallet-test checks it');
};

export const packsCheck = (visitor: Visitor): ServiceCheck => ({
  name: 'Credit packs',
  without: {
    missing: 'Members cannot buy credits. Give the amount and unit of every price, such as amount_lamports.',
  },
  async look() {
    await openTo(visitor, listPacks);
    const { value, notes } = await visitor.ask(listPacks, {});
    const packs = value.data;
    if (packs.every(({ prices }) => prices.length === 0))
      throw new Unfit(withNotes(`${packs.length}, none with a readable price`, notes));
    const priced = packs.map(({ name, prices }) => {
      const all = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ');
      return `${name} ${all || 'without a readable price'}`;
    });
    return withNotes(priced.join(', '), notes);
  },
});

export const pipelinesCheck = (visitor: Visitor): ServiceCheck => ({
  name: 'Pipelines',
  without: {
    degraded: '/pipelines and the options of /rig are empty; rigs are made with defaults.',
  },
  async look() {
    await openTo(visitor, listPipelines);
    const { value, notes } = await visitor.ask(listPipelines, {});
    return withNotes(value.data.map(({ name }) => name).join(', ') || 'none', notes);
  },
});
