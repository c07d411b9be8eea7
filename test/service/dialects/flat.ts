import type { Style } from './core/style.js';

/** A minimalist: bare values and arrays, text where text will do, 200 for everything, nothing after confirming. */

export const flat: Style = {
  name: 'flat',
  cookies: { access: 'a', refresh: 'r', attributes: 'Path=/' },
  accessMs: 60_000,
  id: (kind, n) => `${kind[0]}${n}`,
  plainText: true,
  textToSign: (nonce) => `forge login ${nonce}`,
  nonce: (_, text) => text,
  signedIn: ({ address }) => ({ address }),
  refreshed: () => ({}),
  credits: ({ credits }) => credits,
  pack: ({ n, name, credits, lamports }) => ({ id: `p${n}`, name, credits, sol: lamports / 1e9 }),
  intent: ({ n, lamports, recipient, paidAt }) => ({
    id: `i${n}`,
    to: recipient,
    lamports,
    paid: paidAt !== null,
  }),
  pipeline: ({ n, name }) => ({ id: `p${n}`, name }),
  generation: ({ n, state }, url) => ({ id: `g${n}`, status: state, ...(state === 'done' && { url }) }),
  conversation: ({ n }) => ({ id: `c${n}` }),
  message: ({ n, role, text }) => ({ id: `m${n}`, from: role, text }),
  one: (_, value) => value,
  many: (_, values) => values,
  fail: (_, message) => message,
  status: { confirmIntent: 204 },
  extras: { messages: true },
  unconfirmed: { status: 404, message: 'not paid yet' },
  postPath: '',
  fileUrl: (_, n) => `/${n}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: false,
    events: ({ kind, text, delta }, conversation) => [
      { event: `agent_${kind}`, conversation, text: kind === 'response' ? delta : text },
    ],
  },
};
