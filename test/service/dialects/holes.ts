import type { Style } from './core/style.js';

/** Fractional credits, `seq` that counts in sevens, other names for how an answer ends, times in epoch milliseconds. */

const id = (kind: string, n: number) => `${kind}/${n}`.replace('/', '.');
const states = { waiting: 'scheduled', working: 'active', done: 'completed', failed: 'errored' };

export const holes: Style = {
  name: 'holes',
  cookies: { access: '__Forge-A', refresh: '__Forge-R', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce) => `holes.example sign-in\n\nnonce=${nonce}`,
  nonce: (nonce, message) => ({ nonce, message, expiresAt: Date.now() + 600_000 }),
  signedIn: ({ n, address, createdAt }) => ({ id: id('user', n), address, createdAt }),
  refreshed: ({ n }) => ({ id: id('user', n) }),
  credits: ({ credits }) => ({ available: credits + 0.75, spent: 0.25 }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('pack', n),
    name,
    credits: credits + 0.5,
    price: { sol: String(lamports / 1e9), usd: '3.10' },
  }),
  intent: ({ n, lamports, recipient, paidAt, createdAt, expiresAt }) => ({
    id: id('intent', n),
    status: paidAt === null ? 'initiated' : 'finalized',
    receiver: recipient,
    amount_in_sol: String(lamports / 1e9),
    createdAt,
    expiresAt,
    paidAt,
  }),
  pipeline: ({ n, name, takes }) => ({
    id: id('pipeline', n),
    name,
    inputs: takes.map((take) => ({ type: take })),
    cost: 9.5,
    parameters: [{ name: 'size', type: 'number', default: 1.5, min: 0.5, max: 3 }],
  }),
  generation: ({ n, state, createdAt, endedAt }, href) => ({
    id: id('generation', n),
    status: states[state],
    progress: state === 'done' ? 100 : 33.3,
    outputs: state === 'done' ? { rig: { href, mime: 'model/gltf-binary' } } : null,
    cost: 9.5,
    createdAt,
    endedAt,
  }),
  conversation: ({ n, title, createdAt, messages }) => ({
    id: id('conversation', n),
    title,
    createdAt,
    messageCount: messages.length,
  }),
  message: ({ n, role, text, at }) => ({ id: id('message', n), role, content: text, createdAt: at }),
  one: (_, value) => value,
  many: (_, records) => ({ records, hasMore: false }),
  fail: (status, message) => ({ code: status, error: 'error', error_description: message }),
  status: { createConversation: 201, createIntent: 201, generate: 202, postMessage: 202, logout: 204 },
  extras: { me: true, intent: true, generation: true, messages: true },
  unconfirmed: { status: 202, message: null },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/blob/${n}.glb`,
  seqStep: 7,
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    subscription: ({ type, conversation_id }) => (type === 'subscribe' ? String(conversation_id) : null),
    events: ({ kind, seq, answer, text, delta, at }, conversation_id) => [
      {
        type: `agent_${kind}`,
        seq,
        conversation_id,
        timestamp: at,
        data: {
          message_id: id('message', answer),
          ...(kind === 'response' && { delta }),
          ...(kind === 'complete' && { text, stop_reason: 'end_turn', usage: { credits: 0.25 } }),
          ...(kind === 'progress' && { status: text }),
          ...(kind === 'error' && { error: { message: text } }),
        },
      },
    ],
  },
};
