import { type Client, Events } from 'discord.js';

/**
 * Interactions as Discord sent them, until the router takes each: discord.js keeps only what it made of them, from
 * which no other process could make it again.
 */
export function collectPayloads(client: Client): (id: string) => unknown {
  const waiting = new Map<string, unknown>();
  client.on(Events.Raw, ({ t, d }: { t: string; d: { id: string } }) => {
    if (t === 'INTERACTION_CREATE') waiting.set(d.id, d);
  });
  return (id) => {
    const payload = waiting.get(id);
    waiting.delete(id);
    return payload;
  };
}
