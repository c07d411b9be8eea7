import { type Client, Events } from 'discord.js';

/**
 * Keeps raw interactions until the router takes them, because discord.js discards the payload that another process needs
 * to rebuild them.
 */
export function createPayloads() {
  const waiting = new Map<string, unknown>();
  return {
    collect(client: Client): void {
      client.on(Events.Raw, ({ t, d }: { t: string; d: { id: string } }) => {
        if (t === 'INTERACTION_CREATE') waiting.set(d.id, d);
      });
    },
    /** The raw interaction; returned once. */
    take(id: string): unknown {
      const payload = waiting.get(id);
      waiting.delete(id);
      return payload;
    },
  };
}
