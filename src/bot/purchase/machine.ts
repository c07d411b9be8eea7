import { defineMachine } from '../../base/machine.js';
import type { IntentStatus } from '../../contract/payments.js';

/** The service's intent as the bot follows it. `expired` is never final for money: late funds still count. */
export const purchaseMachine = defineMachine({
  requires_payment: ['processing', 'partially_paid', 'succeeded', 'expired', 'requires_review', 'canceled'],
  processing: ['requires_payment', 'partially_paid', 'succeeded', 'expired', 'requires_review'],
  partially_paid: ['processing', 'succeeded', 'expired', 'requires_review'],
  expired: ['processing', 'partially_paid', 'succeeded', 'requires_review'],
  requires_review: ['succeeded', 'refunded'],
  canceled: ['processing', 'requires_review', 'succeeded'],
  succeeded: ['requires_review', 'refunded'],
  refunded: [],
} satisfies Record<IntentStatus, readonly IntentStatus[]>);
