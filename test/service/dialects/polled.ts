import type { Style } from './core/style.js';

/** No WebSocket and no list of messages: an answer appears in its conversation, with the messages embedded. */

const iso = (at: number) => new Date(at).toISOString();
const states = { waiting: 'waiting', working: 'working', done: 'done', failed: 'failed' };

export const polled: Style = {
  name: 'polled',
  cookies: { access: 'session', refresh: 'session_refresh', attributes: 'Path=/' },
  accessMs: 4_000,
  id: (kind, n) => `${kind}_${n}`,
  textToSign: (nonce) => `Log in to Polled.\nCode: ${nonce}`,
  nonce: (nonce, message) => ({ nonce, message, expires_in: 600 }),
  signedIn: ({ n, address }) => ({ id: `user_${n}`, address }),
  refreshed: ({ n }) => ({ id: `user_${n}` }),
  credits: ({ credits }) => ({ balance: credits }),
  pack: ({ n, name, credits, lamports }) => ({
    id: `pack_${n}`,
    name,
    credits,
    price: { amount: String(lamports / 1e9), currency: 'SOL' },
  }),
  intent: ({ n, lamports, recipient, paidAt, expiresAt }) => ({
    id: `intent_${n}`,
    status: paidAt === null ? 'pending' : 'success',
    address: recipient,
    amount: String(lamports / 1e9),
    currency: 'SOL',
    expires_at: iso(expiresAt),
  }),
  pipeline: ({ n, name, takes }) => ({ id: `pipeline_${n}`, name, supports: takes, params: [] }),
  generation: ({ n, state }, fileUrl) => ({
    id: `generation_${n}`,
    status: states[state],
    ...(state === 'done' && { asset: { glb_url: fileUrl } }),
  }),
  conversation: ({ n, title, messages, isBusy }) => ({
    id: `conversation_${n}`,
    title,
    status: isBusy ? 'busy' : 'idle',
    messages: messages.map((one) => ({
      id: `message_${one.n}`,
      role: one.role === 'agent' ? 'assistant' : 'user',
      content: one.text,
      created_at: iso(one.at),
    })),
  }),
  message: ({ n, role, text, at }) => ({ id: `message_${n}`, role, content: text, created_at: iso(at) }),
  one: (_, value) => value,
  many: (_, items) => ({ items }),
  fail: (_, message) => ({ error: message }),
  status: { createConversation: 201, createIntent: 201, generate: 202 },
  extras: { generation: true },
  unconfirmed: { status: 202, message: null },
  postPath: '',
  fileUrl: (base, n) => `${base}/assets/${n}.glb`,
  socket: null,
};
