import { PermissionFlagsBits as Bit } from 'discord.js';

export type StandingRole = { id: string; position: number; managed: boolean; permissions: bigint };

/** Why the bot cannot give a role, or must not. */
export const roleProblems = ['gone', 'managed', 'powerful', 'not_permitted', 'too_low'] as const;
export type RoleStanding = 'fine' | (typeof roleProblems)[number];

/** A role with one of these is never given by itself, so that no manager gets more power through the bot. */
const powers =
  Bit.Administrator |
  Bit.ManageGuild |
  Bit.ManageRoles |
  Bit.ManageChannels |
  Bit.ManageWebhooks |
  Bit.ManageMessages |
  Bit.ManageThreads |
  Bit.KickMembers |
  Bit.BanMembers |
  Bit.ModerateMembers |
  Bit.MentionEveryone;

/** Discord's rules for who may give a role. @param bot.own the ids of the bot's roles, without @everyone */
export function standingOf(
  roleId: string,
  bot: { guildId: string; roles: readonly StandingRole[]; own: readonly string[] },
): RoleStanding {
  const { guildId, roles, own } = bot;
  const role = roles.find(({ id }) => id === roleId);
  if (!role) return 'gone';
  if (role.managed || roleId === guildId) return 'managed';
  if ((role.permissions & powers) !== 0n) return 'powerful';
  const held = roles.filter(({ id }) => own.includes(id));
  const everyone = roles.find(({ id }) => id === guildId)?.permissions ?? 0n;
  const permissions = held.reduce((all, one) => all | one.permissions, everyone);
  if ((permissions & (Bit.ManageRoles | Bit.Administrator)) === 0n) return 'not_permitted';
  return held.some(({ position }) => position > role.position) ? 'fine' : 'too_low';
}
