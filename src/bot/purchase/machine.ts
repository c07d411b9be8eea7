import { defineMachine } from '../../base/machine.js';
import type { IntentStatus } from '../../contract/payments.js';

const undecided: readonly IntentStatus[] = [
  'requires_payment',
  'processing',
  'partially_paid',
  'expired',
  'canceled',
  'requires_review',
  'succeeded',
  'refunded',
];

/**
 * The service's intent as the bot follows it. The service decides; the bot only knows what cannot be undone: what is
 * credited can only be looked into or given back. Everything else money can still move, also after a refund.
 */
export const purchaseMachine = defineMachine({
  requires_payment: undecided,
  processing: undecided,
  partially_paid: undecided,
  expired: undecided,
  canceled: undecided,
  requires_review: undecided,
  succeeded: ['requires_review', 'refunded'],
  refunded: undecided,
} satisfies Record<IntentStatus, readonly IntentStatus[]>);
