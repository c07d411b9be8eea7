import { createLocalDiscord } from '../../src/playground/discord/index.js';

/** A local Discord with so many servers and one bot in all of them, in a process of its own. Started by `fork`. */
export type ServersOrder = { servers: number; shards: number };

const UNLIMITED = 1e9;

process.once('message', async ({ servers, shards }: ServersOrder) => {
  const guilds = Array.from({ length: servers - 1 }, (_, index) => ({
    name: `Server ${index}`,
    owner: 'olga',
    members: { olga: [] },
    channels: [{ name: `general-${index}` }],
  }));
  const discord = await createLocalDiscord({
    guilds,
    limits: {
      recommendedShards: shards,
      identifyConcurrency: 16,
      sessionStarts: UNLIMITED,
      globalPerSecond: UNLIMITED,
      bucketSize: UNLIMITED,
    },
  });
  const { token } = discord.createBot({ name: 'many', guilds: discord.guilds().map(({ id }) => id) });
  const channelId = discord.guild().channels[0]!.id;
  process.send?.({ token, api: discord.api, cdn: discord.cdn, channelId });
});
process.on('disconnect', () => process.exit(0));
