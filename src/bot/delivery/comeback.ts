import { type Client, Events } from 'discord.js';
import type { Log } from '../../base/log.js';

/** Retries what Discord refused in these channels. @returns how many messages */
export type RetryRefused = (isBack: (channelId: string) => boolean) => Promise<number>;

/**
 * Retries refused messages when Discord says that a permission, thread, channel or server came back. Channels
 * missing from the cache, such as archived threads, could be in any server, so they are retried too.
 */
export function watchComebacks(deps: { client: Client; retryRefused: RetryRefused; log: Log }): void {
  const { client, retryRefused, log } = deps;

  const retry = (event: string, isBack: (channelId: string) => boolean) =>
    void retryRefused(isBack).then(
      (count) => count > 0 && log.info({ event, count }, 'retrying messages that Discord refused'),
      (error) => log.error({ event, err: error }, 'refused messages could not be retried'),
    );

  const inGuild = (event: string, guildId: string) =>
    retry(event, (channelId) => {
      const channel = client.channels.cache.get(channelId);
      return !channel || ('guildId' in channel && channel.guildId === guildId);
    });

  client.on(Events.GuildCreate, ({ id }) => inGuild('guild joined', id));
  client.on(Events.GuildAvailable, ({ id }) => inGuild('guild available', id));
  client.on(Events.GuildRoleUpdate, (_, { guild }) => inGuild('role changed', guild.id));
  client.on(Events.GuildMemberUpdate, (_, { id, guild }) => {
    if (id === client.user?.id) inGuild('own roles changed', guild.id);
  });
  client.on(Events.ThreadListSync, (_, { id }) => inGuild('threads visible', id));
  client.on(Events.ThreadUpdate, (_, { id }) => retry('thread changed', (channelId) => channelId === id));
  client.on(Events.ChannelUpdate, (_, channel) => {
    if (!('guildId' in channel)) return;
    const isThere = (channelId: string): boolean => {
      const found = client.channels.cache.get(channelId);
      return !found || channelId === channel.id || ('parentId' in found && found.parentId === channel.id);
    };
    retry('channel changed', isThere);
  });
}
