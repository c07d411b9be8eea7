import { completions } from './completions.js';
import type { Style } from './core/style.js';

/** Money as decimal SOL whose unit is named beside it. */

export const decimals: Style = {
  ...completions,
  name: 'decimals',
  nonce: (nonce, text) => ({ result: { nonce, message: text } }),
  signedIn: ({ address }) => ({ result: { address } }),
  refreshed: () => ({ result: true }),
  credits: ({ credits }) => ({ result: { credits: `${credits}.00` } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: `pk${n}`,
    name,
    amount: credits,
    price: { value: lamports / 1e9, unit: 'SOL' },
  }),
  intent: ({ n, lamports, recipient, paidAt }) => ({
    id: `in${n}`,
    state: paidAt === null ? 'new' : 'paid',
    payment: {
      to: recipient,
      value: (lamports / 1e9).toFixed(3),
      unit: 'SOL',
      memo: null,
    },
  }),
  id: (kind, n) => `${kind === 'pack' ? 'pk' : kind === 'intent' ? 'in' : kind}${n}`,
  pipeline: ({ n, name }) => ({ id: `pipeline${n}`, name }),
  generation: ({ n, state }, fileUrl) => ({
    id: `generation${n}`,
    state: state === 'done' ? 'succeeded' : 'running',
    percent: state === 'done' ? 100 : 50,
    downloads: state === 'done' ? { glb: { url: fileUrl, size: 900 } } : {},
  }),
  conversation: ({ n }) => ({ id: `conversation${n}` }),
  message: ({ n, role, text }) => ({ id: `message${n}`, sender: { type: role }, text }),
  one: (_, result) => ({ result }),
  many: (_, result) => ({ result }),
  fail: (status, message) => ({ errors: [{ status: String(status), detail: message }] }),
  extras: { messages: true },
  unconfirmed: { status: 200, message: null },
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    subscription: ({ type, conversation_id }) => (type === 'subscribe' ? String(conversation_id) : null),
    events({ kind, text, delta, seq }, conversation_id) {
      const content = kind === 'response' ? delta : text;
      return [{ type: `agent_${kind}`, data: { conversation_id, seq, content, role: 'agent' } }];
    },
  },
};
