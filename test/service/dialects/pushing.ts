import type { Style } from './core/style.js';

/** A socket for one member: pushes at once without a subscription and closes on any frame it does not know. */

const id = (kind: string, n: number) => `${kind.slice(0, 3)}-${n}`;
const iso = (at: number) => new Date(at).toISOString();
const states = { waiting: 'pending', working: 'processing', done: 'success', failed: 'failed' };

export const pushing: Style = {
  name: 'pushing',
  cookies: { access: 'at', refresh: 'rt', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce) => nonce,
  nonce: (nonce) => ({ value: nonce }),
  signedIn: ({ n, address }) => ({ account: { id: id('usr', n), address } }),
  refreshed: () => ({}),
  credits: ({ credits }) => ({ credit_balance: credits }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('pack', n),
    name,
    credits,
    price_in_lamports: lamports,
  }),
  intent: ({ n, lamports, recipient, paidAt, createdAt }) => ({
    id: id('intent', n),
    status: paidAt === null ? 'waiting_for_payment' : 'done',
    treasury: recipient,
    lamports,
    created_at: iso(createdAt),
  }),
  pipeline: ({ n, name, takes }) => ({
    id: id('pipeline', n),
    name,
    modes: takes.map((take) => (take === 'text' ? 'text-to-rig' : 'image-to-rig')),
    parameters: [],
  }),
  generation: ({ n, state, prompt }, fileUrl) => ({
    id: id('generation', n),
    status: states[state],
    prompt,
    result_url: state === 'done' ? fileUrl : null,
  }),
  conversation: ({ n, createdAt }) => ({ id: id('conversation', n), created_at: iso(createdAt) }),
  message: ({ n, role, text, at }) => ({ id: id('message', n), role, text, created_at: iso(at) }),
  one: (_, value) => value,
  many: (kind, values) => ({ [`${kind}s`]: values }),
  fail: (status, message) => ({ status, title: message }),
  status: { createConversation: 201, createIntent: 201, generate: 202, postMessage: 202, logout: 204 },
  extras: { generation: true, messages: true },
  unconfirmed: { status: 202, message: null },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/r/${n}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: false,
    unknown: { close: 1008 },
    events: ({ kind, text, delta, answer }, conversation_id) => [
      kind === 'error'
        ? { type: 'agent_error', conversation_id, reason: text }
        : {
            type: `agent_${kind}`,
            conversation_id,
            message: { id: id('message', answer), content: kind === 'response' ? delta : text },
          },
    ],
  },
};
