import { ApplicationCommandOptionType, InteractionContextType, PermissionFlagsBits } from 'discord.js';
import type { CommandData } from '../src/bot/command.js';
import { quotaPeriod, quotaUnit } from '../src/contract/limits.js';

/** The permission of moderators. Servers can give the command to others in Discord, so it is checked at each use. */
export const moderates = PermissionFlagsBits.ModerateMembers;

const { Subcommand, String: Text, Integer, User, Role, Boolean: YesNo } = ApplicationCommandOptionType;
const mostCredits = 1_000_000;

const member = { type: User, name: 'member', required: true } as const;
const why = { type: Text, name: 'reason', required: true, max_length: 300 } as const;
const credits = {
  type: Integer,
  name: 'credits',
  required: true,
  min_value: 1,
  max_value: mostCredits,
} as const;

/** The definition of `/mod` for Discord. */
export const modData = {
  name: 'mod',
  contexts: [InteractionContextType.Guild],
  default_member_permissions: moderates.toString(),
  options: [
    { type: Subcommand, name: 'member', options: [member] },
    { type: Subcommand, name: 'credits', options: [member] },
    { type: Subcommand, name: 'grant', options: [member, credits, why] },
    { type: Subcommand, name: 'revoke', options: [member, credits, why] },
    {
      type: Subcommand,
      name: 'block',
      options: [
        member,
        why,
        {
          type: Text,
          name: 'for',
          choices: [{ value: 'hour' }, { value: 'day' }, { value: 'week' }, { value: 'month' }],
        },
      ],
    },
    { type: Subcommand, name: 'unblock', options: [member, why] },
    { type: Subcommand, name: 'blocks' },
    {
      type: Subcommand,
      name: 'quota',
      options: [
        {
          type: Text,
          name: 'unit',
          required: true,
          choices: quotaUnit.options.map((value) => ({ value })),
        },
        {
          type: Text,
          name: 'period',
          required: true,
          choices: quotaPeriod.options.map((value) => ({ value })),
        },
        why,
        { type: Integer, name: 'most', min_value: 0, max_value: 1_000_000_000 },
        { type: Role, name: 'role' },
        { type: User, name: 'member' },
        { type: YesNo, name: 'together' },
      ],
    },
    { type: Subcommand, name: 'quotas' },
    {
      type: Subcommand,
      name: 'refund',
      options: [member, { type: Text, name: 'rig', required: true, max_length: 64 }, why],
    },
    { type: Subcommand, name: 'unlink', options: [member, why] },
    { type: Subcommand, name: 'audit' },
  ],
} satisfies CommandData;
