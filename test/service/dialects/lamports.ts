import type { Style } from './core/style.js';
import { polled } from './polled.js';

/** Money as whole lamports named `lamports` and nothing else; the network and asset go without saying. */

export const lamports: Style = {
  ...polled,
  name: 'lamports',
  accessMs: 900_000,
  nonce: (nonce, text) => ({ nonce, payload: text }),
  credits: ({ credits }) => ({ credits: { balance: credits } }),
  pack: ({ n, name, credits, lamports: price }) => ({ id: `pack_${n}`, name, credits, lamports: price }),
  intent: ({ n, pack, lamports: price, recipient, paidAt }) => ({
    id: `intent_${n}`,
    pack: { id: `pack_${pack.n}`, credits: pack.credits },
    recipient,
    lamports: price,
    confirmed: paidAt !== null,
  }),
  generation: ({ n, state }, fileUrl) => ({
    id: `generation_${n}`,
    status: state === 'done' ? 'completed' : 'processing',
    rig: state === 'done' ? { url: fileUrl, format: 'glb' } : null,
  }),
  message: ({ n, role, text }) => ({ id: `message_${n}`, role, content: { type: 'text', text } }),
  extras: { messages: true },
  unconfirmed: { status: 409, message: 'transfer not seen' },
  postPath: '/messages',
  socket: {
    path: '/api/ws',
    needsSubscribe: false,
    events: ({ kind, text, delta, seq, at }, conversation) => [
      {
        id: seq,
        type: `agent_${kind}`,
        conversation: { id: conversation },
        payload: { type: 'text', text: kind === 'response' ? delta : text },
        ts: at / 1000,
      },
    ],
  },
};
