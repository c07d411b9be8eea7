import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { address, baseUnits, decimal, page, pageQuery, signature, time } from './shapes.js';

export const currency = z.enum(['SOL', 'USDC']);

export const credits = z.object({
  available: z.number().int().describe('credits free to spend'),
  held: z.number().int().describe('credits reserved by work under way'),
  lifetime_purchased: z.number().int(),
  updated_at: time,
});
export type Credits = z.infer<typeof credits>;

/** One line of the append-only ledger as its owner sees it. */
export const creditEntry = z.object({
  id: z.string(),
  kind: z.enum(['purchase', 'grant', 'hold', 'settle', 'release', 'revoke', 'refund']),
  credits: z.number().int().describe('change of the available balance'),
  balance: z.number().int().describe('available after it'),
  subject: z.string().nullable().describe('the intent or generation it belongs to'),
  note: z.string().nullable(),
  created_at: time,
});
export type CreditEntry = z.infer<typeof creditEntry>;

export const pack = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  credits: z.number().int().positive(),
  prices: z.array(z.object({ currency, amount: decimal, amount_base_units: baseUnits })),
});
export type Pack = z.infer<typeof pack>;

export const intentStatus = z.enum([
  'requires_payment',
  'processing',
  'partially_paid',
  'succeeded',
  'expired',
  'requires_review',
  'refunded',
  'canceled',
]);
export type IntentStatus = z.infer<typeof intentStatus>;

export const intentException = z.enum([
  'underpaid',
  'overpaid',
  'paid_late',
  'duplicate',
  'unmatched',
  'wrong_asset',
  'dropped',
]);

export const intentTransaction = z.object({
  signature: z.string(),
  payer: address.nullable(),
  amount_base_units: baseUnits,
  slot: z.number().int(),
  commitment: z.enum(['processed', 'confirmed', 'finalized']),
  confirmations: z
    .number()
    .int()
    .nullable()
    .optional()
    .describe('slots the network confirmed since its own, 0 to 31; null when final, or not counted yet'),
  mint: address.nullable().optional().describe('what was paid in, null for SOL'),
  standing: z
    .enum(['counts', 'wrong_asset', 'unmatched', 'accepted', 'returned', 'dropped'])
    .optional()
    .describe(
      'whether it counts towards the price, waits for a decision, was decided, or was credited and then dropped by a fork',
    ),
  returned_base_units: baseUnits
    .optional()
    .describe('of that, what was sent back; left out when nothing was'),
});

export const intent = z.object({
  id: z.string(),
  status: intentStatus,
  exception: intentException.nullable(),
  pack_id: z.string(),
  credits: z.number().int(),
  currency,
  amount: decimal,
  amount_base_units: baseUnits,
  recipient: address,
  mint: address.nullable().describe('token mint, null for SOL'),
  reference: address,
  memo: z.string().nullable(),
  label: z.string(),
  message: z.string(),
  network: z.string(),
  solana_pay_url: z.string(),
  pay_url: z.string().nullable().describe('an https page to pay on, where the service has one'),
  amount_received_base_units: baseUnits,
  transactions: z.array(intentTransaction),
  required_commitment: z.enum(['confirmed', 'finalized']),
  created_at: time,
  expires_at: time,
  settled_at: time.nullable(),
  receipt: z.object({ number: z.string(), signature: z.string(), credits: z.number().int() }).nullable(),
  last_checked_at: time.nullable().describe('when the chain was last read for it'),
  checked: z
    .object({ nodes: z.number().int(), at: time })
    .optional()
    .describe('only while confirming finds nothing conclusive: how many nodes were asked, and when'),
});
export type Intent = z.infer<typeof intent>;

const signedInErrors = ['unauthenticated', 'session_expired'] as const;

export const readCredits = defineEndpoint({
  id: 'readCredits',
  method: 'GET',
  path: '/api/users/credits',
  summary: 'The credit balance',
  auth: 'user',
  replies: { 200: credits },
  errors: signedInErrors,
});

export const listCreditEntries = defineEndpoint({
  id: 'listCreditEntries',
  method: 'GET',
  path: '/api/users/credits/entries',
  summary: 'The ledger of this user, newest first',
  auth: 'user',
  query: pageQuery,
  replies: { 200: page(creditEntry) },
  errors: signedInErrors,
});

export const listPacks = defineEndpoint({
  id: 'listPacks',
  method: 'GET',
  path: '/api/payments/credit-packs',
  summary: 'Credit packs and their prices',
  auth: 'none',
  query: z.object({ currency: currency.optional() }),
  replies: { 200: page(pack) },
  errors: [],
});

export const createIntent = defineEndpoint({
  id: 'createIntent',
  method: 'POST',
  path: '/api/payments/intents',
  summary: 'Start a purchase of one pack in one currency',
  auth: 'user',
  idempotent: true,
  body: z.object({ pack_id: z.string().max(60), currency }),
  replies: { 201: intent },
  errors: [...signedInErrors, 'not_found', 'idempotency_conflict', 'blocked', 'quota_exceeded'],
});

export const listIntents = defineEndpoint({
  id: 'listIntents',
  method: 'GET',
  path: '/api/payments/intents',
  summary: 'Purchases of this user, newest first',
  auth: 'user',
  query: pageQuery.extend({ status: intentStatus.optional() }),
  replies: { 200: page(intent) },
  errors: signedInErrors,
});

export const readIntent = defineEndpoint({
  id: 'readIntent',
  method: 'GET',
  path: '/api/payments/intents/{intent_id}',
  summary: 'One purchase',
  auth: 'user',
  replies: { 200: intent },
  errors: [...signedInErrors, 'not_found'],
});

export const confirmIntent = defineEndpoint({
  id: 'confirmIntent',
  method: 'POST',
  path: '/api/payments/intents/{intent_id}/confirm',
  summary: 'Look at the chain now; 202 while nothing conclusive is seen',
  auth: 'user',
  body: z.object({ signature: signature.optional() }),
  replies: { 200: intent, 202: intent },
  errors: [
    ...signedInErrors,
    'not_found',
    'payment_underpaid',
    'signature_already_used',
    'intent_canceled',
    'transaction_failed',
    'wrong_recipient',
    'wrong_asset',
    'rpc_unavailable',
  ],
});

export const addIntentPayer = defineEndpoint({
  id: 'addIntentPayer',
  method: 'POST',
  path: '/api/payments/intents/{intent_id}/payers',
  summary:
    'Said by another wallet of the buyer: what it pays without a reference, in the exact amount, is for this purchase; repeatable',
  auth: 'user',
  replies: { 204: null },
  errors: [...signedInErrors, 'not_found', 'quota_exceeded'],
});

export const cancelIntent = defineEndpoint({
  id: 'cancelIntent',
  method: 'POST',
  path: '/api/payments/intents/{intent_id}/cancel',
  summary: 'Give up a purchase nothing was paid for; repeatable',
  auth: 'user',
  replies: { 200: intent },
  errors: [...signedInErrors, 'not_found', 'invalid_request'],
});

export const grantEntitlement = defineEndpoint({
  id: 'grantEntitlement',
  method: 'POST',
  path: '/api/payments/entitlements',
  summary:
    'Credits bought inside Discord, vouched for by the bot; an entitlement counts once, however often it is told',
  auth: 'user',
  body: z.object({
    entitlement_id: z.string().regex(/^\d{1,20}$/, 'an id of Discord'),
    credits: z.number().int().min(1).max(1_000_000),
    proof: z.string().length(64).describe('HMAC-SHA256 by the secret that bot and service share'),
  }),
  replies: { 200: credits },
  errors: [...signedInErrors, 'not_found', 'forbidden'],
});

export const returnEntitlement = defineEndpoint({
  id: 'returnEntitlement',
  method: 'POST',
  path: '/api/payments/entitlements/{entitlement_id}/return',
  summary:
    'Discord returned the money, vouched for by the bot: the credits are taken back as far as they are not spent; repeatable',
  auth: 'none',
  body: z.object({
    proof: z.string().length(64).describe('HMAC-SHA256 by the secret that bot and service share'),
  }),
  replies: {
    200: z.object({
      address: address.nullable().describe('the wallet that had bought it; null when it was never credited'),
      credits: z.number().int().describe('what it had given'),
      owed: z.number().int().describe('of that, what was spent already: an operator decides about it'),
      returned_at: time,
    }),
  },
  errors: ['not_found', 'forbidden'],
});

export const paymentCase = z.object({
  id: z.string().describe('as `rigsmith review` takes it'),
  reason: z.enum(['overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'dropped', 'spent']),
  amount: z.string().describe('what is in question, with its unit'),
  payer: z.string().nullable(),
  intent_id: z.string().nullable(),
  signature: z.string().nullable().describe('null for what was bought inside Discord'),
  opened_at: time,
});
export type PaymentCase = z.infer<typeof paymentCase>;

export const listPaymentCases = defineEndpoint({
  id: 'listPaymentCases',
  method: 'POST',
  path: '/api/payments/cases',
  summary:
    'What of the money waits for a decision of the operator, oldest first; for the bot, which shows it to moderators',
  auth: 'none',
  body: z.object({
    asked_at: time,
    proof: z
      .string()
      .length(64)
      .describe('HMAC-SHA256 by the secret that bot and service share, good for five minutes'),
  }),
  replies: { 200: page(paymentCase) },
  errors: ['not_found', 'forbidden'],
});

const signatureText = z.string().max(100);
/** Helius: enhanced transactions have a `signature`, raw ones the transaction itself. */
const notified = z.union([
  z.object({ signature: signatureText }),
  z.object({ transaction: z.object({ signatures: z.array(signatureText).max(64) }) }),
]);

export const paymentWebhook = defineEndpoint({
  id: 'paymentWebhook',
  method: 'POST',
  path: '/api/payments/webhooks/{provider}',
  summary: 'A hint that signatures exist; the chain is read again, nothing in the body is believed',
  auth: 'none',
  body: z.union([
    z.array(notified).max(10_000),
    notified,
    z.object({ signatures: z.array(signatureText).max(10_000) }),
  ]),
  replies: { 202: null },
  errors: ['forbidden', 'not_found'],
});
