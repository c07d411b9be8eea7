import type { Style } from './core/style.js';
import { holes } from './holes.js';

/** Its socket opens, answers every frame with an error and never tells anything: only reading brings answers. */

export const mute: Style = {
  ...holes,
  name: 'mute',
  extras: { generation: true, messages: true },
  many: (_, values) => values,
  message: ({ n, role, text, at }) => ({
    id: `message.${n}`,
    author: { role },
    content: [{ type: 'text', text }],
    createdAt: at,
  }),
  socket: {
    path: '/api/ws',
    needsSubscribe: true,
    unknown: { reply: { type: 'error', message: 'unknown message' } },
    events: () => [],
  },
};
