import type { Served } from '../../src/bot/gateway/connection.js';

/** A process that serves every server. */
export const servesAll: Served = {
  member: () => 'bot/test/1',
  serves: () => true,
  stillServes: async () => true,
  holds: async () => true,
};
