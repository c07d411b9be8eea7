import type { Style } from './core/style.js';

/** Every `agent_response` carries the whole text so far; the last says `done: true`, and no `agent_complete` follows. */

const id = (_: string, n: number) => 900_000 + n;
const spaced = (at: number) => new Date(at).toISOString().replace('T', ' ').slice(0, 19);
const states = { waiting: 'new', working: 'in_progress', done: 'ready', failed: 'failed' };

export const snapshots: Style = {
  name: 'snapshots',
  cookies: { access: 'PHPSESSID', refresh: 'remember_web', attributes: 'path=/; samesite=lax' },
  accessMs: 900_000,
  id,
  textToSign: (nonce) => `Please sign this message to sign in: ${nonce}`,
  nonce: (nonce, message) => ({ data: { message, nonce } }),
  signedIn: ({ n, address }) => ({ data: { id: id('u', n), address } }),
  refreshed: ({ n }) => ({ data: { id: id('u', n) } }),
  credits: ({ credits }) => ({ data: { total: credits } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: id('p', n),
    attributes: { name, credits, price: lamports / 1e9, currency: 'SOL' },
  }),
  intent: ({ n, lamports, recipient, paidAt, createdAt }) => ({
    id: id('i', n),
    status: paidAt === null ? 'open' : 'complete',
    wallet_address: recipient,
    amount: lamports / 1e9,
    currency: 'SOL',
    created_at: spaced(createdAt),
  }),
  pipeline: ({ n, name, takes }) => ({ id: id('p', n), name, types: takes, parameters: [] }),
  generation: ({ n, state, createdAt }, fileUrl) => ({
    id: id('g', n),
    status: states[state],
    progress: state === 'done' ? 1 : 0.25,
    download_url: state === 'done' ? fileUrl : null,
    created_at: spaced(createdAt),
  }),
  conversation: ({ n, title, createdAt }) => ({
    id: id('c', n),
    subject: title,
    created_at: spaced(createdAt),
  }),
  message: ({ n, role, text, at }) => ({
    id: id('m', n),
    is_agent: role === 'agent',
    message: text,
    created_at: spaced(at),
  }),
  one: (_, data) => ({ data }),
  many: (_, data, { path }) => ({
    data,
    links: { first: `${path}?page=1`, next: null },
    meta: { current_page: 1, last_page: 1 },
  }),
  fail: (status, message) => (status === 422 ? { message, errors: { field: [message] } } : { message }),
  status: { createIntent: 201, generate: 201, createConversation: 201, postMessage: 201, logout: 204 },
  extras: { intent: true, generation: true, messages: true },
  unconfirmed: { status: 422, message: 'The payment was not found yet.' },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/storage/${n}.glb`,
  socket: {
    path: '/app/forge',
    needsSubscribe: false,
    events({ kind, text }, conversation_id) {
      if (kind === 'complete')
        return [{ event: 'agent_response', data: { conversation_id, text, done: true } }];
      if (kind === 'response')
        return [{ event: 'agent_response', data: { conversation_id, text, done: false } }];
      return [{ event: `agent_${kind}`, data: { conversation_id, text } }];
    },
  },
};
