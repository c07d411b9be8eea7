import type { Style } from './core/style.js';

/** Only the end of an answer is told, without numbers: one `agent_complete` with the text. */

const id = (kind: string, n: number) => `${kind[0]}_${n.toString(36)}x`;
const iso = (at: number) => new Date(at).toISOString();
const states = { waiting: 'created', working: 'processing', done: 'finished', failed: 'failed' };

export const completions: Style = {
  name: 'completions',
  cookies: { access: 'jwt', refresh: 'jwt_refresh', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce) => `Sign in to Completions. Nonce: ${nonce}`,
  nonce: (nonce, message) => ({ nonce, messageToSign: message }),
  signedIn: ({ n, address }) => ({ ok: true, user: { id: id('u', n), address } }),
  refreshed: () => ({ ok: true }),
  credits: ({ credits }) => ({ ok: true, credits: { available: credits, reserved: 0 } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('p', n),
    name,
    credits,
    currencies: [{ code: 'SOL', price: String(lamports / 1e9) }],
  }),
  intent: ({ n, lamports, recipient, paidAt, createdAt }) => ({
    id: id('i', n),
    status: paidAt === null ? 'requires_payment' : 'succeeded',
    destination: recipient,
    amount: { value: String(lamports / 1e9), currency: 'SOL' },
    createdAt: iso(createdAt),
  }),
  pipeline: ({ n, name, takes }) => ({ id: id('p', n), name, input: takes[0], parameters: null }),
  generation: ({ n, state, createdAt }, fileUrl) => ({
    id: id('g', n),
    status: states[state],
    output: state === 'done' ? { model: { url: fileUrl, format: 'glb' } } : undefined,
    createdAt: iso(createdAt),
  }),
  conversation: ({ n, createdAt }) => ({ id: id('c', n), createdAt: iso(createdAt) }),
  message: ({ n, role, text, at }) => ({ id: id('m', n), type: role, message: text, createdAt: iso(at) }),
  one: (kind, value) => ({ ok: true, [kind]: value }),
  many: (kind, values) => ({ ok: true, [`${kind}s`]: values }),
  fail: (_, message) => ({ ok: false, message }),
  status: { createConversation: 201, createIntent: 201 },
  extras: { intent: true, generation: true },
  unconfirmed: { status: 402, message: 'Payment required' },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/out/${n}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: false,
    events: ({ kind, text }, conversationId) =>
      kind === 'complete' ? [{ type: 'agent_complete', conversationId, message: text }] : [],
  },
};
