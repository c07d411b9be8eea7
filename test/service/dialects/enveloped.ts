import type { Style } from './core/style.js';

/** A Go team: events as `{ event, payload }` with `seq` as text, replies under `data`, times in whole seconds. */

const id = (kind: string, n: number) => `${kind}-${n}`;
const time = (at: number) => new Date(at).toISOString().replace(/\.\d+Z/, 'Z');
const states = { waiting: 'accepted', working: 'processing', done: 'done', failed: 'failed' };

export const enveloped: Style = {
  name: 'enveloped',
  cookies: { access: 'sid', refresh: 'rid', attributes: 'Path=/api; SameSite=Lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce, address) => `forge.example\n${address}\n${nonce}`,
  nonce: (nonce, text) => ({ data: { nonce, sign_message: text } }),
  signedIn: ({ n, address, credits }) => ({ data: { id: id('usr', n), address, credits: `${credits}` } }),
  refreshed: () => ({ data: null }),
  credits: ({ credits }) => ({ data: { amount: credits, currency: 'credits' } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('pack', n),
    label: name,
    credit_amount: credits,
    price: { lamports: String(lamports) },
  }),
  intent: ({ n, pack, lamports, recipient, paidAt, createdAt, expiresAt }) => ({
    id: id('intent', n),
    pack_id: id('pack', pack.n),
    status: paidAt === null ? 'awaiting_transfer' : 'settled',
    pay_to: recipient,
    price: { lamports: String(lamports) },
    created_at: time(createdAt),
    expires_at: time(expiresAt),
  }),
  pipeline: ({ n, name, takes }) => ({
    id: id('pipeline', n),
    label: name,
    inputs: takes,
    parameters: [{ key: 'pose', label: 'Pose', options: ['a', 't'] }],
  }),
  generation: ({ n, state, prompt, createdAt, endedAt }, uri) => ({
    id: id('generation', n),
    state: states[state],
    prompt,
    files: state === 'done' ? [{ kind: 'glb', uri }] : null,
    created_at: time(createdAt),
    completed_at: endedAt && time(endedAt),
  }),
  conversation: ({ n, title, createdAt }) => ({
    id: id('conversation', n),
    title,
    created_at: time(createdAt),
  }),
  message: ({ n, role, text, at }) => ({
    id: id('message', n),
    role,
    parts: [{ type: 'text', text }],
    created_at: time(at),
  }),
  one: (_, data) => ({ data }),
  many: (_, items) => ({ data: { items, next_page_token: '' } }),
  fail: (status, message) => ({ error: { status, message } }),
  status: { createIntent: 201, generate: 202, createConversation: 201, postMessage: 202, logout: 204 },
  extras: { intent: true, generation: true, messages: true },
  unconfirmed: { status: 202, message: null },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/v/${n}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    subscription: ({ type, conversation_id }) => (type === 'subscribe' ? String(conversation_id) : null),
    subscribed: (conversation_id) => ({ event: 'subscribed', payload: { conversation_id } }),
    unknown: { reply: { event: 'error', payload: { message: 'unknown event' } } },
    events: ({ kind, seq, answer, text, delta }, conversation_id) => [
      {
        event: `agent_${kind}`,
        payload: {
          seq: String(seq),
          conversation_id,
          message_id: id('message', answer),
          ...(kind === 'error' ? { message: text } : { text: kind === 'response' ? delta : text }),
        },
      },
    ],
  },
};
