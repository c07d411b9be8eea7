import { type Client, Events } from 'discord.js';

/**
 * Keeps raw interactions until the router takes them, because discord.js discards the payload that another process needs
 * to rebuild them.
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
