import { AppError, SetupError } from '../../base/errors.js';
import type { Translate } from '../../copy/translate.js';
import type { RestClient } from './client.js';
import { at, idOf, listOf } from './seen.js';
import { commandPrefix } from './stage.js';

const channelName = 'rigsmith-live-check';
/** Marks a channel as one of a check, so that a later one removes what a killed one left. */
const marker = 'Made by rigsmith live-check. It is removed when the check ends.';
const viewChannel = String(1 << 10);

export type Ground = {
  applicationId: string;
  botId: string;
  guildName: string;
  channelId: string;
  /** Removes the channel, with everything in it, and the commands. @throws AppError with what is left */
  clear(): Promise<void>;
};

/**
 * Makes a channel that only the bot and administrators see.
 * @throws SetupError when the token, the server or a permission is missing
 */
export async function openGround(rest: RestClient, guildId: string, t: Translate): Promise<Ground> {
  const account = await rest.request('GET', '/applications/@me');
  if (account.status === 401) throw new SetupError(`Discord: ${t('cli.doctor.discord.refused')}`);
  const applicationId = idOf(account);
  const self = await rest.request('GET', '/users/@me');
  const guild = await rest.request('GET', `/guilds/${guildId}`);
  if (guild.status !== 200) throw new SetupError(t('cli.live-check.error.server', { id: guildId }));
  const botId = idOf(self);
  await clearAll(rest, guildId, applicationId);
  const channel = await rest.request('POST', `/guilds/${guildId}/channels`, {
    name: channelName,
    topic: marker,
    permission_overwrites: [
      { id: guildId, type: 0, allow: '0', deny: viewChannel },
      { id: botId, type: 1, allow: viewChannel, deny: '0' },
    ],
  });
  if (channel.status === 403) throw new SetupError(await permissionProblem(applicationId, t));
  if (channel.status !== 201)
    throw new SetupError(t('cli.live-check.error.channel', { answer: JSON.stringify(channel.body) }));
  return {
    applicationId,
    botId,
    guildName: String(at(guild.body, 'name')),
    channelId: idOf(channel),
    clear: () => clearAll(rest, guildId, applicationId),
  };
}

/** The link that adds the permission which only this check needs. */
async function permissionProblem(applicationId: string, t: Translate): Promise<string> {
  const [{ inviteUrl, permissions }, { PermissionFlagsBits }] = await Promise.all([
    import('../../bot/gateway/invite.js'),
    import('discord.js'),
  ]);
  const url = inviteUrl(applicationId, permissions | PermissionFlagsBits.ManageChannels);
  return t('cli.live-check.error.permission', { url });
}

/** Removes every channel and command of a check. */
async function clearAll(rest: RestClient, guildId: string, applicationId: string): Promise<void> {
  const commandsPath = `/applications/${applicationId}/guilds/${guildId}/commands`;
  const [channels, commands] = [
    await rest.request('GET', `/guilds/${guildId}/channels`),
    await rest.request('GET', commandsPath),
  ];
  const left: string[] = [];
  const remove = async (path: string, name: string) => {
    const { status } = await rest.request('DELETE', path);
    if (status >= 300 && status !== 404) left.push(name);
  };
  for (const one of listOf(channels.body))
    if (at(one, 'topic') === marker) await remove(`/channels/${at(one, 'id')}`, `#${at(one, 'name')}`);
  for (const one of listOf(commands.body))
    if (String(at(one, 'name')).startsWith(commandPrefix))
      await remove(`${commandsPath}/${at(one, 'id')}`, `/${at(one, 'name')}`);
  if (left.length > 0) throw new AppError('internal', left.join(', '));
}
