import type { Style } from './core/style.js';

/** A Rails team: every reply under its resource's name, numbers as ids, local times, an ActionCable-like socket. */

const berlin = (at: number) => new Date(at + 7_200_000).toISOString().replace('Z', '+02:00');
const roots: Record<string, string> = { account: 'user', pack: 'credit_pack', intent: 'payment_intent' };
const rootOf = (kind: string) => roots[kind] ?? kind;
const states = { waiting: 'pending', working: 'processing', done: 'completed', failed: 'failed' };

export const rails: Style = {
  name: 'rails',
  cookies: { access: '_forge_session', refresh: '_forge_remember', attributes: 'Path=/; SameSite=Lax' },
  accessMs: 900_000,
  id: (_, n) => n,
  textToSign: (nonce, address) => `Forge wants ${address} to sign in.\n\nNonce: ${nonce}`,
  nonce: (value, message) => ({ nonce: { value, message, created_at: berlin(Date.now()) } }),
  signedIn: ({ n, address, credits, createdAt }) => ({
    user: { id: n, wallet_address: address, credits, created_at: berlin(createdAt) },
  }),
  refreshed: ({ n }) => ({ user: { id: n } }),
  credits: ({ credits }) => ({ user: { credits } }),
  pack: ({ n, name, credits, lamports }) => ({
    id: n,
    name,
    credits,
    price_lamports: lamports,
    currency: 'SOL',
    created_at: berlin(0),
  }),
  intent: ({ n, pack, lamports, recipient, paidAt, createdAt, expiresAt, signature }) => ({
    id: n,
    credit_pack_id: pack.n,
    status: paidAt === null ? 'pending' : 'paid',
    amount_lamports: lamports,
    currency: 'SOL',
    recipient_address: recipient,
    tx_signature: signature,
    created_at: berlin(createdAt),
    expires_at: berlin(expiresAt),
  }),
  pipeline: ({ n, key, name, takes }) => ({
    id: n,
    slug: key,
    name,
    input_types: takes,
    parameters: [{ name: 'style', kind: 'string', default: 'plain' }],
  }),
  generation: ({ n, prompt, state, createdAt, endedAt }, fileUrl) => ({
    id: n,
    prompt,
    status: states[state],
    model_url: state === 'done' ? fileUrl : null,
    error_message: state === 'failed' ? 'The mesh could not be rigged' : null,
    created_at: berlin(createdAt),
    updated_at: berlin(endedAt ?? createdAt),
  }),
  conversation: ({ n, title, createdAt }) => ({ id: n, title, created_at: berlin(createdAt) }),
  message: ({ n, role, text, at }, conversation) => ({
    id: n,
    conversation_id: conversation.n,
    role: role === 'agent' ? 'assistant' : 'user',
    body: text,
    created_at: berlin(at),
  }),
  one: (kind, value) => ({ [rootOf(kind)]: value }),
  many: (kind, values) => ({ [`${rootOf(kind)}s`]: values, meta: { total: values.length } }),
  fail: (_, message) => ({ error: message }),
  status: {
    nonce: 201,
    createIntent: 201,
    generate: 201,
    createConversation: 201,
    postMessage: 201,
    logout: 204,
  },
  extras: { me: true, intent: true, generation: true, messages: true },
  unconfirmed: { status: 409, message: 'Payment has not been found on chain yet' },
  postPath: '/messages',
  fileUrl: (base, n) => `${base}/rails/active_storage/${n}/rig.glb`,
  socket: {
    path: '/cable',
    needsSubscribe: false,
    hello: { type: 'welcome' },
    events: ({ kind, answer, text, delta, at }, conversation_id) => [
      { type: 'ping', message: Math.floor(at / 1000) },
      {
        identifier: '{"channel":"AgentChannel"}',
        message: {
          event: `agent_${kind}`,
          conversation_id,
          message_id: answer,
          content: kind === 'response' ? delta : text,
          created_at: berlin(at),
        },
      },
    ],
  },
};
