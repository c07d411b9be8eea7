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
 * Status changes of a purchase that the bot accepts from the service. A credited purchase can only be reviewed or
 * refunded; every other status can still change when money arrives, also after a refund.
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
