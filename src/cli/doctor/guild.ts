import { PermissionFlagsBits, PermissionsBitField } from 'discord.js';
import type { PermissionName } from '../../bot/permissions.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, Finding, timeoutMs } from './check.js';

type Overwrite = { id: string; allow: string; deny: string };
type Channel = { id: string; name: string; type: number; permission_overwrites?: Overwrite[] };
type Guild = { id: string; name: string; roles: { id: string; permissions: string }[] };

/** Text channels, announcements and forums: where members use commands. */
const channelTypes: ReadonlySet<number> = new Set([0, 5, 15]);

/** What commands need in a channel; the names are those of Discord's settings. */
const needed = [
  'ViewChannel',
  'SendMessages',
  'SendMessagesInThreads',
  'CreatePublicThreads',
  'CreatePrivateThreads',
  'AttachFiles',
  'EmbedLinks',
  'ReadMessageHistory',
] as const satisfies readonly PermissionName[];

/** The permissions of a member in a channel, as Discord computes them. */
export function permissionsIn(
  { id: everyone, roles }: Guild,
  { permission_overwrites: overwrites = [] }: Pick<Channel, 'permission_overwrites'>,
  member: { id: string; roles: readonly string[] },
): bigint {
  const own = [everyone, ...member.roles];
  const base = roles
    .filter(({ id }) => own.includes(id))
    .reduce((bits, { permissions }) => bits | BigInt(permissions), 0n);
  if ((base & PermissionFlagsBits.Administrator) !== 0n) return PermissionsBitField.All;
  const apply = (bits: bigint, ids: readonly string[]): bigint => {
    const matching = overwrites.filter(({ id }) => ids.includes(id));
    const denied = matching.reduce((all, { deny }) => all | BigInt(deny), 0n);
    const allowed = matching.reduce((all, { allow }) => all | BigInt(allow), 0n);
    return (bits & ~denied) | allowed;
  };
  return [[everyone], member.roles, [member.id]].reduce(apply, base);
}

/** Checks that the bot is in a server, and what it lacks in each of its channels. */
export function guildChecks(
  { DISCORD_API_URL: api = 'https://discord.com/api' }: Config,
  { token, guildId }: { token: string; guildId: string },
  t: Translate,
): DoctorCheck[] {
  const ask = async <T>(path: string): Promise<T> => {
    const response = await fetch(`${api}/v10${path}`, {
      headers: { authorization: `Bot ${token}` },
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (response.status === 401)
      throw new Finding(t('cli.doctor.discord.refused'), t('cli.doctor.discord.token.fix'));
    if (response.status === 403 || response.status === 404)
      throw new Finding(t('cli.doctor.guild.absent', { id: guildId }), t('cli.doctor.guild.absent.fix'));
    if (!response.ok) throw new Error(t('cli.doctor.answered', { status: String(response.status) }));
    return (await response.json()) as T;
  };
  return [
    {
      name: t('cli.doctor.guild.name'),
      async look() {
        const self = await ask<{ id: string }>('/users/@me');
        const guild = await ask<Guild>(`/guilds/${guildId}`);
        const { roles } = await ask<{ roles: string[] }>(`/guilds/${guildId}/members/${self.id}`);
        const channels = await ask<Channel[]>(`/guilds/${guildId}/channels`);
        const member = { id: self.id, roles };
        const places = channels
          .filter(({ type }) => channelTypes.has(type))
          .map((channel) => ({ name: channel.name, bits: permissionsIn(guild, channel, member) }));
        return judgeChannels(guild.name, places, t);
      },
      fix: t('cli.doctor.discord.fix'),
    },
  ];
}

/** A channel that the bot does not see is left out: servers hide channels on purpose. */
function judgeChannels(
  server: string,
  places: readonly { name: string; bits: bigint }[],
  t: Translate,
): string {
  const seen = places.filter(({ bits }) => (bits & PermissionFlagsBits.ViewChannel) !== 0n);
  const hidden = places.filter((place) => !seen.includes(place)).map(({ name }) => `#${name}`);
  const lacking = seen.flatMap(({ name, bits }) => {
    const missing = needed.filter((permission) => (bits & PermissionFlagsBits[permission]) === 0n);
    const names = t.list(missing.map((permission) => t(`permission.${permission}`).replaceAll('*', '')));
    return missing.length > 0 ? [t('cli.doctor.guild.channel', { channel: `#${name}`, names })] : [];
  });
  if (lacking.length > 0) throw new Finding(lacking.join(' '), t('cli.doctor.guild.fix'));
  if (seen.length === 0)
    throw new Finding(t('cli.doctor.guild.blind', { server }), t('cli.doctor.guild.fix'));
  return hidden.length > 0
    ? t('cli.doctor.guild.hidden', { server, count: seen.length, channels: t.list(hidden) })
    : t('cli.doctor.guild.whole', { server, count: seen.length });
}
