import type { Style } from './core/style.js';

/** Django REST framework: `count/next/previous/results`, `{ detail }`, decimals as text, everything behind a session. */

const stamp = (at: number) => new Date(at).toISOString().replace('Z', '123Z');
const sol = (lamports: number) => (lamports / 1e9).toFixed(9);
const states = { waiting: 'pending', working: 'started', done: 'success', failed: 'failure' };

export const django: Style = {
  name: 'django',
  cookies: { access: 'access', refresh: 'refresh', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 300_000,
  isClosed: true,
  id: (_, n) => n,
  textToSign: (nonce) => nonce,
  nonce: (nonce) => nonce,
  signedIn: ({ n, address }) => ({ pk: n, wallet: address }),
  refreshed: () => ({}),
  credits: ({ credits }) => ({ balance: credits }),
  pack: ({ n, name, credits, lamports }) => ({
    id: n,
    title: name,
    credits,
    prices: [{ currency: 'SOL', amount: sol(lamports) }],
  }),
  intent: ({ n, pack, lamports, recipient, paidAt, createdAt }) => ({
    id: n,
    pack: pack.n,
    state: paidAt === null ? 'awaiting_payment' : 'completed',
    currency: 'SOL',
    amount: sol(lamports),
    recipient,
    created: stamp(createdAt),
    modified: stamp(paidAt ?? createdAt),
  }),
  pipeline: ({ n, name, takes }) => ({ id: n, name, accepts: takes, parameters: [] }),
  generation: ({ n, prompt, state, createdAt }, fileUrl) => ({
    id: n,
    prompt,
    state: states[state],
    result: state === 'done' ? { glb: fileUrl } : null,
    created: stamp(createdAt),
  }),
  conversation: ({ n, title, createdAt }) => ({ id: n, title, created: stamp(createdAt) }),
  message: ({ n, role, text, at }) => ({ id: n, author: role, text, created: stamp(at) }),
  one: (_, value) => value,
  many: (_, results) => ({ count: results.length, next: null, previous: null, results }),
  fail: (status, message) =>
    status === 422 ? { non_field_errors: [message] } : { detail: message, code: `e${status}` },
  status: { createIntent: 201, generate: 201, createConversation: 201, postMessage: 201, logout: 204 },
  extras: { intent: true, generation: true, messages: true },
  unconfirmed: { status: 400, message: 'Transaction not found.' },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/media/rigs/${n}.glb`,
  socket: {
    path: '/ws/agent/',
    needsSubscribe: false,
    events: ({ kind, text, delta, seq }, conversation) => [
      kind === 'error'
        ? { type: 'agent_error', conversation, error: text }
        : { type: `agent_${kind}`, conversation, seq, text: kind === 'response' ? delta : text },
    ],
  },
};
