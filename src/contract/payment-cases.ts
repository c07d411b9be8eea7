import { z } from 'zod';
import { defineEndpoint } from './endpoint.js';
import { person, signed } from './operator.js';
import { page, time } from './shapes.js';

export const paymentCase = z.object({
  id: z.string().describe('as `rigsmith review` takes it'),
  reason: z.enum(['overpaid', 'duplicate', 'unmatched', 'wrong_asset', 'dropped', 'spent']),
  amount: z.string().describe('amount in question, with its unit'),
  payer: z.string().nullable(),
  intent_id: z.string().nullable(),
  signature: z.string().nullable().describe('null for purchases inside Discord'),
  opened_at: time,
});
export type PaymentCase = z.infer<typeof paymentCase>;

export const listPaymentCases = defineEndpoint({
  id: 'listPaymentCases',
  method: 'POST',
  path: '/api/payments/cases',
  summary: 'Payments that await an operator decision, oldest first; the bot shows them to moderators',
  auth: 'none',
  body: z.object({
    asked_at: time,
    proof: z
      .string()
      .length(64)
      .describe('HMAC-SHA256 with the secret shared by bot and service, valid for five minutes'),
  }),
  replies: { 200: page(paymentCase) },
  errors: ['not_found', 'forbidden'],
});

export const decidePaymentCase = defineEndpoint({
  id: 'decidePaymentCase',
  method: 'POST',
  path: '/api/payments/cases/decide',
  summary: 'Decide a payment case as one of the operators; the first decision counts; only for the bot',
  auth: 'none',
  body: z.object({
    ...signed,
    actor: person.describe('the operator'),
    case_id: z.string().max(64),
    decision: z.enum(['credit', 'refund', 'revoke', 'waive']).describe('as the verbs of `rigsmith review`'),
    intent_id: z.string().max(64).nullable().describe('for money without a purchase: the one to credit'),
    signature: z.string().max(100).nullable().describe('the transaction that sent the money back'),
    note: z.string().max(300).nullable(),
  }),
  replies: { 200: z.object({ decided: z.literal(true) }) },
  errors: [
    'not_found',
    'forbidden',
    'insufficient_credits',
    'signature_already_used',
    'transaction_failed',
    'wrong_recipient',
    'rpc_unavailable',
  ],
});
