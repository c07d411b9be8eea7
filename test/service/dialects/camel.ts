import type { Style } from './core/style.js';

/** A JavaScript team with Express: camelCase, `{ success, data }` around everything, UUIDs, 200 throughout. */

const uuid = (n: number) => `6f1c0de0-0000-4000-8000-${String(n).padStart(12, '0')}`;
const iso = (at: number) => new Date(at).toISOString();
const states = { waiting: 'QUEUED', working: 'IN_PROGRESS', done: 'SUCCEEDED', failed: 'FAILED' };

export const camel: Style = {
  name: 'camel',
  cookies: { access: 'accessToken', refresh: 'refreshToken', attributes: 'Path=/; SameSite=None' },
  accessMs: 3_000,
  id: (_, n) => uuid(n),
  textToSign: (nonce) => `Welcome to Forge!\n\nSign this message to log in. It costs nothing.\n\n${nonce}`,
  nonce: (nonce, message) => ({ success: true, data: { nonce, message } }),
  signedIn: ({ n, address, credits, createdAt }) => ({
    success: true,
    data: {
      user: { id: uuid(n), walletAddress: address, creditBalance: credits, createdAt: iso(createdAt) },
    },
  }),
  refreshed: () => ({ success: true }),
  credits: ({ credits }) => ({ success: true, data: { creditBalance: credits } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: uuid(n),
    name,
    credits,
    priceSol: lamports / 1e9,
    isPopular: n === 1,
  }),
  intent: ({ n, pack, lamports, recipient, paidAt, expiresAt, createdAt }) => ({
    id: uuid(n),
    packId: uuid(pack.n),
    status: paidAt === null ? 'PENDING' : 'CONFIRMED',
    amountSol: lamports / 1e9,
    amountLamports: lamports,
    recipientAddress: recipient,
    expiresAt: iso(expiresAt),
    createdAt: iso(createdAt),
  }),
  pipeline: ({ n, key, name, takes }) => ({
    id: uuid(n),
    key,
    displayName: name,
    inputTypes: takes.map((take) => (take === 'images' ? 'multiImage' : take)),
    parameters: { quality: { type: 'string', enum: ['draft', 'fine'], default: 'draft' } },
  }),
  generation: ({ n, prompt, state, createdAt, endedAt }, fileUrl) => ({
    id: uuid(n),
    status: states[state],
    progress: state === 'done' ? 100 : 20,
    prompt,
    modelUrls: state === 'done' ? { glb: fileUrl } : {},
    createdAt: iso(createdAt),
    finishedAt: endedAt && iso(endedAt),
  }),
  conversation: ({ n, title, createdAt }) => ({ id: uuid(n), title, createdAt: iso(createdAt) }),
  message: ({ n, role, text, at }, conversation) => ({
    id: uuid(n),
    conversationId: uuid(conversation.n),
    sender: role,
    content: text,
    createdAt: iso(at),
  }),
  one: (_, data) => ({ success: true, data }),
  many: (_, data) => ({ success: true, data }),
  fail: (status, message) => ({ success: false, error: { code: status, message } }),
  extras: { generation: true, messages: true },
  unconfirmed: { status: 200, message: null },
  postPath: '/messages',
  fileUrl: (_, n) => `/files/${n}.glb`,
  socket: {
    path: '/ws',
    needsSubscribe: true,
    subscription: ({ type, conversationId, conversation_id }) =>
      type === 'subscribe' ? String(conversationId ?? conversation_id) : null,
    unknown: { reply: { type: 'error', data: { message: 'Unknown message type' } } },
    events: ({ kind, answer, text, delta, at }, conversationId) => [
      {
        type: `agent_${kind}`,
        conversationId,
        timestamp: at,
        data:
          kind === 'error'
            ? { message: text }
            : { messageId: uuid(answer), content: kind === 'response' ? delta : text },
      },
    ],
  },
};
