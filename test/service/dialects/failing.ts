import { camel } from './camel.js';
import type { Style } from './core/style.js';

/** Answers fail with an `agent_error` that has nothing but a message; rigs fail without any code. */

const states = { waiting: 'queued', working: 'running', done: 'done', failed: 'failed' };

export const failing: Style = {
  ...camel,
  name: 'failing',
  accessMs: 900_000,
  id: (kind, n) => `${kind}:${n}`,
  nonce: (nonce, text) => ({ nonce, text }),
  signedIn: ({ address }) => ({ address }),
  refreshed: () => ({}),
  credits: ({ credits }) => ({ credits }),
  pack: ({ n, name, credits, lamports }) => ({
    id: `pack:${n}`,
    name,
    credits,
    price_sol: String(lamports / 1e9),
  }),
  intent: ({ n, lamports, recipient, paidAt }) => ({
    id: `intent:${n}`,
    status: paidAt === null ? 'unpaid' : 'paid',
    recipient,
    amount_sol: String(lamports / 1e9),
  }),
  pipeline: ({ n, name, takes }) => ({ id: `pipeline:${n}`, name, inputs: takes, parameters: [] }),
  generation: ({ n, state }) => ({
    id: `generation:${n}`,
    status: states[state],
    ...(state === 'failed' && { error: 'The kiln cracked' }),
  }),
  conversation: ({ n, title }) => ({ id: `conversation:${n}`, title }),
  message: ({ n, role, text }) => ({ id: `message:${n}`, role, content: text }),
  one: (_, value) => value,
  many: (_, values) => ({ list: values }),
  fail: (_, message) => ({ message }),
  status: { createIntent: 201, generate: 201, createConversation: 201, postMessage: 202 },
  extras: { intent: true, generation: true, messages: true },
  unconfirmed: { status: 202, message: null },
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    subscription: ({ conversation_id }) => (conversation_id ? String(conversation_id) : null),
    events: ({ kind, text }, conversation_id) =>
      kind === 'error'
        ? [{ type: 'agent_error', conversation_id, message: text }]
        : [{ type: `agent_${kind}`, conversation_id, data: { text } }],
  },
  rigsFail: true,
  answersFail: true,
};
