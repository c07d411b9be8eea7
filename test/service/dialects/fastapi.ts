import type { Style } from './core/style.js';

/** FastAPI: `{ detail }`, 422 with locations, ids named after their resource, no list of messages, no reading of one intent. */

const naive = (at: number) => new Date(at).toISOString().replace('Z', '');
const hex = (n: number) => n.toString(16).padStart(24, '0');
const states = { waiting: 'queued', working: 'running', done: 'complete', failed: 'error' };

export const fastapi: Style = {
  name: 'fastapi',
  cookies: { access: 'fastapi_access', refresh: 'fastapi_refresh', attributes: 'Path=/; SameSite=strict' },
  accessMs: 2_000,
  id: (_, n) => hex(n),
  textToSign: (nonce) => nonce,
  nonce: (nonce) => ({ nonce }),
  signedIn: ({ n }) => ({ user_id: hex(n), detail: 'signed in' }),
  refreshed: () => ({ detail: 'refreshed' }),
  credits: ({ credits }) => ({ credits }),
  pack: ({ n, name, credits, lamports }) => ({
    pack_id: hex(n),
    name,
    credits,
    prices: { SOL: lamports / 1e9 },
  }),
  intent: ({ n, lamports, recipient, paidAt, expiresAt }) => ({
    intent_id: hex(n),
    status: paidAt === null ? 'created' : 'confirmed',
    payment: { address: recipient, amount: lamports, unit: 'lamports' },
    expires_at: naive(expiresAt),
  }),
  pipeline: ({ n, key, name, takes }) => ({
    pipeline_id: hex(n),
    slug: key,
    name,
    modalities: takes,
    parameters: {
      type: 'object',
      properties: { detail: { type: 'string', title: 'Detail', default: 'low' } },
    },
  }),
  generation: ({ n, state, prompt, createdAt }, url) => ({
    generation_id: hex(n),
    status: states[state],
    input: { prompt },
    outputs: state === 'done' ? [{ type: 'model/gltf-binary', url }] : [],
    created_at: naive(createdAt),
  }),
  conversation: ({ n, createdAt, messages }) => ({
    conversation_id: hex(n),
    created_at: naive(createdAt),
    messages: messages.map(({ role, text }) => ({ role, content: text })),
  }),
  message: ({ n, role, text }) => ({ message_id: hex(n), role, content: text }),
  one: (_, value) => value,
  many: (kind, values) => ({ [kind === 'pack' ? 'packs' : 'items']: values, total: values.length }),
  fail: (status, message) =>
    status === 422
      ? { detail: [{ loc: ['body', message.split(' ')[0]], msg: message, type: 'missing' }] }
      : { detail: message },
  status: { createIntent: 201, generate: 202, createConversation: 201, postMessage: 202 },
  extras: { intent: 405, generation: true, messages: 404 },
  unconfirmed: { status: 425, message: 'transaction not visible yet' },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/static/${hex(n)}.glb`,
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    subscription: ({ conversation_id }) => (conversation_id ? String(conversation_id) : null),
    unknown: { reply: { detail: 'field required: conversation_id' } },
    events: ({ kind, text, delta, seq }, conversation_id) => [
      {
        type: `agent_${kind}`,
        conversation_id,
        seq,
        data: kind === 'error' ? { detail: text } : { content: kind === 'response' ? delta : text },
      },
    ],
  },
};
