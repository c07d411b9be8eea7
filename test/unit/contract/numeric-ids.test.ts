import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Endpoint } from '../../../src/contract/endpoint.js';
import { endpoints } from '../../../src/contract/endpoints.js';
import { fromProblem } from '../../../src/contract/failure.js';
import { readFrames, readReply } from '../../../src/contract/read/index.js';
import { asked, merchant, reference, signature } from './shapes.js';

/**
 * A service whose rows are numbered writes their ids as JSON numbers. Everything else in these bodies is in our own
 * dialect, so they mean the same as with ids in text.
 */

const time = '2026-03-01T12:00:00.000Z';
const page = (...data: object[]) => ({ data, has_more: true, next_cursor: 31 });

const user = { id: 1, address: merchant, created_at: time };
const generation = {
  id: 11,
  type: 'text',
  pipeline_id: 3,
  status: 'succeeded',
  stage: null,
  progress: 100,
  queue_position: null,
  eta_seconds: null,
  input: { prompt: 'a fox', images: 0, seed: 5, parameters: { style_id: 4 } },
  output: {
    files: [{ format: 'glb', url: 'https://files.example/a.glb', bytes: 9, sha256: 'ab' }],
    preview_url: null,
    turntable_url: null,
    rig: null,
    mesh: null,
    animations: ['walk'],
    validation: null,
    seed: 5,
    unknown_words: [],
    notes: [],
  },
  credits: { held: 0, consumed: 10, refunded: 0 },
  error: null,
  created_at: time,
  started_at: time,
  finished_at: time,
};
const pipeline = {
  id: 3,
  name: 'Clay',
  description: 'Fast',
  inputs: ['text'],
  skeletons: ['biped'],
  output_formats: ['glb'],
  credit_cost: 10,
  estimated_seconds: 4,
};
const intent = {
  id: 21,
  status: 'requires_payment',
  exception: null,
  pack_id: 2,
  credits: 100,
  currency: 'SOL',
  amount: '0.02',
  amount_base_units: '20000000',
  recipient: merchant,
  mint: null,
  reference,
  memo: null,
  label: 'Rigs',
  message: '100 credits',
  network: 'devnet',
  solana_pay_url: `solana:${merchant}?amount=0.02&reference=${reference}`,
  pay_url: null,
  amount_received_base_units: '0',
  transactions: [],
  required_commitment: 'finalized',
  created_at: time,
  expires_at: time,
  settled_at: null,
  receipt: null,
  last_checked_at: null,
};
const conversation = {
  id: 5,
  agent_id: 1,
  status: 'idle',
  title: null,
  last_seq: 4,
  created_at: time,
};
const message = {
  id: 51,
  conversation_id: 5,
  run_id: 8,
  role: 'user',
  content: 'Hello',
  attachments: [{ name: 'a.png', url: null, content_type: null, upload_id: 6 }],
  client_message_id: 12,
  seq: 4,
  created_at: time,
};
const run = { id: 8, conversation_id: 5, status: 'completed', created_at: time, finished_at: time };
const proposal = {
  id: 71,
  conversation_id: 5,
  run_id: 8,
  kind: 'top_up',
  status: 'accepted',
  title: '100 credits',
  generation: null,
  top_up: { pack_id: 2, pack_name: 'Small', credits: 100, prices: [{ currency: 'SOL', amount: '0.02' }] },
  generation_id: 11,
  created_at: time,
  expires_at: time,
};
const session = { id: 9, created_at: time, last_used_at: time, expires_at: time, current: true };
const entry = {
  id: 41,
  kind: 'purchase',
  credits: 100,
  balance: 100,
  subject: 21,
  note: null,
  created_at: time,
};
const pack = {
  id: 2,
  name: 'Small',
  description: '',
  credits: 100,
  prices: [{ currency: 'SOL', amount: '0.02', amount_base_units: '20000000' }],
};
const paymentCase = {
  id: 4,
  reason: 'overpaid',
  amount: '1 SOL',
  payer: null,
  intent_id: 21,
  signature,
  opened_at: time,
};

/** A reply of each endpoint whose replies hold ids. */
const replies: Readonly<Record<string, object>> = {
  signInWithWallet: { user, session: { expires_at: time, refresh_expires_at: time } },
  refreshSession: { user, session: { expires_at: time, refresh_expires_at: time } },
  listSessions: page(session),
  readUser: user,
  listCreditEntries: page(entry),
  giveCredits: { id: 8, credits: 5, available: 10 },
  giveToPool: { id: 8, credits: 5, available: 10, pool: 5 },
  listPacks: page(pack),
  createIntent: intent,
  listIntents: page(intent),
  readIntent: intent,
  confirmIntent: intent,
  cancelIntent: intent,
  listPaymentCases: page(paymentCase),
  listPipelines: page({ ...pipeline, parameters: [] }),
  readPipeline: { ...pipeline, parameters: [] },
  quoteRig: {
    quote: 'q',
    pipeline_id: 4,
    credits: 10,
    available: 30,
    queue_ahead: 0,
    eta_seconds: 4,
    expires_at: time,
  },
  textToRig: generation,
  imageToRig: generation,
  multiImageToRig: generation,
  generate: generation,
  listGenerations: page(generation),
  readGeneration: generation,
  cancelGeneration: generation,
  repeatGeneration: generation,
  showClip: generation,
  createUpload: { upload_id: 6, bytes: 9, expires_at: time },
  createConversation: conversation,
  postMessage: { message, run },
  regenerateAnswer: { message, run },
  continueAnswer: { message, run },
  cancelRun: run,
  chooseVersion: { message, continued: [message], number: 1, versions: 2 },
  branchConversation: conversation,
  listConversations: page(conversation),
  readConversation: conversation,
  renameConversation: conversation,
  closeConversation: conversation,
  reopenConversation: conversation,
  listMessages: page(message),
  listProposals: page(proposal),
  readProposal: proposal,
  acceptProposal: { proposal, generation },
  dismissProposal: proposal,
  readMember: {
    sees: 'balance',
    accounts: [{ user_id: 1, address: merchant, credits: null }],
    entries: [],
    purchases: [],
    rigs: [{ id: 11, status: 'succeeded', credits: 5, is_refunded: false, created_at: time }],
    counts: null,
    block: null,
    quotas: [],
    grants: null,
  },
};

const event = { id: 61, seq: 4, conversation_id: 5, run_id: 8, created_at: time };
const frames: readonly object[] = [
  {
    ...event,
    type: 'agent_response',
    data: { message_id: 51, delta: 'Hi', text_offset: 0, is_final: false },
  },
  { ...event, type: 'agent_proposal', data: proposal },
  {
    ...event,
    type: 'agent_complete',
    data: { message_id: 51, text: 'Hi', finish_reason: 'stop', attachments: [], usage: { credits: 0 } },
  },
  { type: 'subscribed', conversation_id: 5, from_seq: 1, replayed: 0, gap: false },
  { type: 'authenticated', session: 's1', user_id: 1, expires_at: time },
  { type: 'generation_progress', user_id: 1, generation },
  { type: 'intent_updated', user_id: 1, intent },
];

/** The same body with its ids as text; parameters of a pipeline are values and stay as they are. */
const withTextIds = (value: unknown, name = ''): unknown => {
  if (Array.isArray(value)) return value.map((one) => withTextIds(one));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, key === 'parameters' ? one : withTextIds(one, key)]),
    );
  const isId = /(^|_)id$|^(subject|next_cursor)$/.test(name);
  return isId && typeof value === 'number' ? String(value) : value;
};

const holdsIds = ({ replies: schemas }: Endpoint): boolean =>
  Object.values(schemas).some(
    (schema) => schema !== null && /"(\w+_)?id":/.test(JSON.stringify(z.toJSONSchema(schema as z.ZodType))),
  );

describe('a service that writes ids as numbers', () => {
  it('is tried at every endpoint whose replies hold ids', () => {
    const named = (endpoints as readonly Endpoint[]).filter(holdsIds).map(({ id }) => id);
    expect(Object.keys(replies)).toEqual(named);
  });

  it.each(Object.entries(replies))('is understood at %s', (id, body) => {
    const endpoint = (endpoints as readonly Endpoint[]).find((one) => one.id === id)!;
    const status = Number(Object.keys(endpoint.replies)[0]);
    const inText = readReply(endpoint, status, withTextIds(body), asked());
    expect(inText.notes).toEqual([]);
    const { value, notes } = readReply(endpoint, status, body, asked());
    expect(value).toEqual(inText.value);
    expect(notes).not.toEqual([]);
  });

  it.each(frames)('is understood on the socket: $type', (frame) => {
    expect(readFrames(JSON.stringify(frame))).toEqual(readFrames(JSON.stringify(withTextIds(frame))));
    expect(readFrames(JSON.stringify(frame))).toMatchObject([{ kind: 'frame' }]);
  });

  it('has its errors read with the number of the request', () => {
    const body = {
      type: 'urn:rigsmith:problem:insufficient_credits',
      code: 'insufficient_credits',
      detail: 'You need 10 credits.',
      request_id: 12,
      needed: 10,
      available: 4,
    };
    expect(fromProblem(402, body)).toMatchObject({
      code: 'insufficient_credits',
      requestId: '12',
      context: { needed: 10, available: 4 },
    });
  });

  it.each([
    ['a nonce as a number', { nonce: 8_301, message: 'Sign 8301' }, '8301', 'Sign 8301'],
    ['only a number to sign', { nonce: 8_301 }, '8301', '8301'],
    ['a bare number', 8_301, '8301', '8301'],
    ['JSON:API', { data: { type: 'nonces', id: 8_301 } }, '8301', '8301'],
  ])('asks for a signature with %s', (_, body, nonce, text) => {
    const endpoint = (endpoints as readonly Endpoint[]).find(({ id }) => id === 'createNonce')!;
    expect(readReply(endpoint, 200, body, asked()).value).toMatchObject({ nonce, message: text });
  });

  it('may list its pipelines by number alone', () => {
    const endpoint = (endpoints as readonly Endpoint[]).find(({ id }) => id === 'listPipelines')!;
    expect(readReply(endpoint, 200, [3, 4], asked()).value).toMatchObject({
      data: [{ id: '3' }, { id: '4' }],
    });
  });

  it('has no number taken for text where the text is an amount', () => {
    const endpoint = (endpoints as readonly Endpoint[]).find(({ id }) => id === 'listPaymentCases')!;
    const body = page({ ...paymentCase, amount: 1 });
    expect(() => readReply(endpoint, 200, body, asked())).toThrow("doesn't understand");
  });
});
