import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { entryKind } from './gifts.js';
import { address, baseUnits, decimal, page, pageQuery, signature, time } from './shapes.js';

export const currency = z.enum(['SOL', 'USDC']);

export const credits = z.object({
  available: z.number().int().describe('credits free to spend'),
  held: z.number().int().describe('credits reserved by running work'),
  lifetime_purchased: z.number().int(),
  updated_at: time,
});
export type Credits = z.infer<typeof credits>;

/** One entry of the append-only ledger, for its owner. */
export const creditEntry = z.object({
  id: z.string(),
  kind: entryKind,
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
    .describe('slots confirmed since its own slot, 0 to 31; null when final or not counted yet'),
  mint: address.nullable().optional().describe('token mint, null for SOL'),
  standing: z
    .enum(['counts', 'wrong_asset', 'unmatched', 'accepted', 'returned', 'dropped'])
    .optional()
    .describe(
      'whether it counts towards the price, waits for a decision, was decided, or was credited and then dropped by a fork',
    ),
  returned_base_units: baseUnits
    .optional()
    .describe('part of it that was refunded; omitted when nothing was'),
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
  pay_url: z.string().nullable().describe('https payment page, if the service has one'),
  amount_received_base_units: baseUnits,
  transactions: z.array(intentTransaction),
  required_commitment: z.enum(['confirmed', 'finalized']),
  created_at: time,
  expires_at: time,
  settled_at: time.nullable(),
  receipt: z.object({ number: z.string(), signature: z.string(), credits: z.number().int() }).nullable(),
  last_checked_at: time.nullable().describe('when the chain was last read for it'),
  checked: z
    .object({
      nodes: z.number().int(),
      at: time,
      failed: z.string().optional().describe('signature of the newest transaction, if it failed'),
    })
    .optional()
    .describe('only while confirmation is inconclusive: number of nodes asked, when, and what failed'),
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
  vouched: true,
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
  summary: 'Check the chain now; 202 while the result is inconclusive',
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
    'Register another wallet of the buyer: its payments of the exact amount without a reference count for this purchase; idempotent',
  auth: 'user',
  replies: { 204: null },
  errors: [...signedInErrors, 'not_found', 'quota_exceeded'],
});

export const cancelIntent = defineEndpoint({
  id: 'cancelIntent',
  method: 'POST',
  path: '/api/payments/intents/{intent_id}/cancel',
  summary: 'Cancel an unpaid purchase; idempotent',
  auth: 'user',
  replies: { 200: intent },
  errors: [...signedInErrors, 'not_found', 'invalid_request'],
});

/** Helius: enhanced transactions have a `signature`, raw ones the transaction itself. */
const notified = z.union([
  z.object({ signature: z.string().max(100) }),
  z.object({ transaction: z.object({ signatures: z.array(z.string().max(100)).max(64) }) }),
]);

export const paymentWebhook = defineEndpoint({
  id: 'paymentWebhook',
  method: 'POST',
  path: '/api/payments/webhooks/{provider}',
  summary: 'A hint that new transactions exist; the chain is read again and the body is not trusted',
  auth: 'none',
  body: z.union([
    z.array(notified).max(10_000),
    notified,
    z.object({ signatures: z.array(z.string().max(100)).max(10_000) }),
  ]),
  replies: { 202: null },
  errors: ['forbidden', 'not_found'],
});
