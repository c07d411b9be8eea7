import { type Client, Events } from 'discord.js';
import type { Log } from '../../base/log.js';
import type { ClientMaker, MadeClient, ShardStates } from './client.js';

type Open = MadeClient & { isReady: boolean; leave: () => void };

/** The gateway connections of this process, one client for each shard. */
export type Fleet = {
  /** Runs for every client before it connects. */
  each(prepare: (client: Client) => void): void;
  /** Opens a shard; resolves once it is ready or was closed. @throws what discord.js throws when Discord refuses */
  open(shard: number, count: number): Promise<void>;
  /** Closes a shard: none of its events arrive any more. */
  close(shard: number): Promise<void>;
  isOpen(shard: number): boolean;
  isReady(shard: number): boolean;
  /** The client of a shard that is ready. */
  clientOf(shard: number): Client | null;
  /** All clients that are ready. */
  clients(): Client[];
  states: ShardStates;
};

export function createFleet({ maker, token, log }: { maker: ClientMaker; token: string; log: Log }): Fleet {
  const open = new Map<number, Open>();
  const preparations: ((client: Client) => void)[] = [];
  const ready = () => [...open.values()].filter(({ isReady }) => isReady);

  return {
    each: (prepare) => void preparations.push(prepare),
    async open(shard, count) {
      const made = maker.make([shard, count]);
      const { client } = made;
      client.on(Events.Error, (error) => log.error({ shard, err: error }, 'the Discord client failed'));
      client.on(Events.Warn, (warning) => log.warn({ shard, warning }, 'the Discord client warns'));
      for (const prepare of preparations) prepare(client);
      const one: Open = { ...made, isReady: false, leave: () => undefined };
      const closed = new Promise<void>((resolve) => {
        one.leave = resolve;
      });
      open.set(shard, one);
      const connected = new Promise<void>((resolve, reject) => {
        client.once(Events.ClientReady, () => {
          one.isReady = true;
          resolve();
        });
        client.login(token).catch(reject);
      });
      try {
        await Promise.race([connected, closed]);
      } catch (error) {
        if (open.get(shard) === one) open.delete(shard);
        throw error;
      }
    },
    async close(shard) {
      const one = open.get(shard);
      if (!one) return;
      open.delete(shard);
      one.leave();
      one.client.removeAllListeners(Events.ShardReconnecting); // discord.js emits it for every close
      await one.close();
    },
    isOpen: (shard) => open.has(shard),
    isReady: (shard) => open.get(shard)?.isReady ?? false,
    clientOf: (shard) => (open.get(shard)?.isReady ? (open.get(shard)?.client ?? null) : null),
    clients: () => ready().map(({ client }) => client),
    async states() {
      const found = await Promise.all([...open.values()].map(({ states }) => states()));
      return new Map(found.flatMap((each) => [...each]));
    },
  };
}
