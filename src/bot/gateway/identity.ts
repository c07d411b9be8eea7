import { type APIApplication, type REST, Routes } from 'discord.js';
import type { Fleet } from './fleet.js';

type Identity = { user: string; application: string };

/** Who the bot is: a shard's READY says it, and a process without a shard asks. */
export function createIdentity(rest: Pick<REST, 'get'>, fleet: Pick<Fleet, 'clients'>) {
  let known: Identity | null = null;
  const find = (): Identity | null => {
    const client = fleet.clients().find(({ user, application }) => user && application);
    if (client?.user && client.application)
      known = { user: client.user.id, application: client.application.id };
    return known;
  };
  return {
    async read(): Promise<void> {
      if (find()) return;
      const { id, bot } = (await rest.get(Routes.currentApplication())) as APIApplication;
      known = { user: bot?.id ?? '', application: id };
    },
    selfId: () => (known ?? find())?.user ?? '',
    applicationId: () => (known ?? find())?.application ?? '',
  };
}
