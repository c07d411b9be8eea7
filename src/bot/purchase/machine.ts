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
 * The service's intent as the bot follows it. The service decides; the bot only knows what cannot be undone:
 * `expired` and `canceled` are never final for money, and what is credited can only be looked into or given back.
 */
export const purchaseMachine = defineMachine({
  requires_payment: undecided,
  processing: undecided,
  partially_paid: undecided,
  expired: undecided,
  canceled: undecided,
  requires_review: undecided,
  succeeded: ['requires_review', 'refunded'],
  refunded: [],
} satisfies Record<IntentStatus, readonly IntentStatus[]>);
