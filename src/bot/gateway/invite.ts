import { Events, OAuth2Scopes, PermissionFlagsBits } from 'discord.js';
import type { Reason } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { reason } from '../../copy/reason.js';
import type { Fleet } from './fleet.js';

/** Permissions the bot needs in a server; the README has the same list. */
export const permissions =
  PermissionFlagsBits.ViewChannel |
  PermissionFlagsBits.SendMessages |
  PermissionFlagsBits.SendMessagesInThreads |
  PermissionFlagsBits.CreatePublicThreads |
  PermissionFlagsBits.CreatePrivateThreads |
  PermissionFlagsBits.AttachFiles |
  PermissionFlagsBits.EmbedLinks |
  PermissionFlagsBits.ReadMessageHistory;

/** The link for adding the bot to a server. @param asked default: what its commands need */
export function inviteUrl(applicationId: string, asked = permissions): string {
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: `${OAuth2Scopes.Bot} ${OAuth2Scopes.ApplicationsCommands}`,
    permissions: asked.toString(),
  });
  return `https://discord.com/oauth2/authorize?${query}`;
}

/** Logs the invite link at start, and again when the last server removes the bot. One with several shards has servers. */
export function tellWhenHomeless(fleet: Pick<Fleet, 'each'>, log: Log): void {
  fleet.each((client) => {
    const tell = () => {
      if (client.options.shardCount !== 1 || client.guilds.cache.size > 0 || !client.application) return;
      log.warn(`the bot is in no server yet: add it with ${inviteUrl(client.application.id)}`);
    };
    client.on(Events.ClientReady, tell);
    client.on(Events.GuildDelete, tell);
  });
}

/** Why a command cannot run outside the servers the bot is in. */
export const whyNotHere = (interaction: { guildId: string | null; applicationId: string }): Reason =>
  interaction.guildId === null
    ? reason('error.not_in_server')
    : reason('error.not_a_member', { url: inviteUrl(interaction.applicationId) });
