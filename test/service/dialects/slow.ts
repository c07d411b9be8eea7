import type { Style } from './core/style.js';

/** Everything posted is only accepted (202), generations are listed in pages of one, oldest first, and read by no other way. */

const id = (kind: string, n: number) => `${kind.toUpperCase()}-${n}`;
const iso = (at: number) => new Date(at).toISOString();
const states = { waiting: 'submitted', working: 'in-progress', done: 'succeeded', failed: 'failed' };
const pageSize = 1;

export const slow: Style = {
  name: 'slow',
  cookies: { access: 'slow_a', refresh: 'slow_r', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce) => `Slow Forge: ${nonce}`,
  nonce: (nonce, message) => ({ nonce, message }),
  signedIn: ({ address }) => ({ address, status: 'accepted' }),
  refreshed: () => ({ status: 'accepted' }),
  credits: ({ credits }) => ({ remaining: credits }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('pack', n),
    name,
    credits,
    price: String(lamports / 1e9),
    currency: 'SOL',
  }),
  intent: ({ n, lamports, recipient, paidAt, expiresAt }) => ({
    id: id('intent', n),
    status: paidAt === null ? 'processing' : 'completed',
    recipient,
    amount: String(lamports / 1e9),
    currency: 'SOL',
    expires_at: iso(expiresAt),
  }),
  pipeline: ({ n, name, takes }) => ({ id: id('pipeline', n), name, inputs: takes, parameters: [] }),
  generation: ({ n, prompt, state, createdAt }, fileUrl) => ({
    id: id('generation', n),
    prompt,
    status: states[state],
    output_url: state === 'done' ? fileUrl : null,
    created_at: iso(createdAt),
  }),
  conversation: ({ n, title }) => ({ id: id('conversation', n), title }),
  message: ({ n, role, text, at }) => ({ id: id('message', n), role, content: text, created_at: iso(at) }),
  one: (_, value) => value,
  many(kind, values, { ask, path }) {
    if (kind !== 'generation') return { data: values };
    const oldestFirst = [...values].reverse();
    const page = Number(ask.query.get('page') ?? 1);
    const last = Math.max(1, Math.ceil(oldestFirst.length / pageSize));
    return {
      data: oldestFirst.slice((page - 1) * pageSize, page * pageSize),
      page,
      pages: last,
      next: page < last ? `${path}?page=${page + 1}` : null,
    };
  },
  fail: (_, message) => ({ message }),
  status: {
    nonce: 202,
    wallet: 202,
    refresh: 202,
    createIntent: 202,
    confirmIntent: 202,
    generate: 202,
    createConversation: 202,
    postMessage: 202,
  },
  extras: { messages: true },
  unconfirmed: { status: 202, message: null },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/d/${n}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: false,
    events: ({ kind, text, seq }, conversation_id) =>
      kind === 'response'
        ? []
        : [{ type: `agent_${kind}`, conversation_id, seq, data: { text, finish_reason: 'eos' } }],
  },
};
