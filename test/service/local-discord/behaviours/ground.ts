import { createLocalDiscord, type LocalDiscord } from '../../../../src/playground/discord/index.js';
import type { Ground } from './behaviour.js';

/** Small local Discords for behaviours that need tight limits; they stay up until closed. */
export function createTightGround(): { tightBot: Ground['tightBot']; close(): Promise<void> } {
  const running: LocalDiscord[] = [];
  return {
    async tightBot(limits) {
      const discord = await createLocalDiscord({ limits });
      running.push(discord);
      const { api, cdn } = discord;
      const channels = discord.guild().channels.map(({ name, id }) => [name, id] as const);
      return {
        account: { ...discord.createBot({ name: 'Tight' }), api, cdn },
        channels: Object.fromEntries(channels),
        faults: discord.faults,
      };
    },
    async close() {
      for (const discord of running) await discord.close();
    },
  };
}
