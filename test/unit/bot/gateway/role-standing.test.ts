import { PermissionFlagsBits as Bit } from 'discord.js';
import { expect, it } from 'vitest';
import { standingOf } from '../../../../src/bot/gateway/role-standing.js';

/** A server where the bot has a role of its own at position 5. */
const standing = (roleId: string, ownPermissions = Bit.ManageRoles, ownPosition = 5) =>
  standingOf(roleId, {
    guildId: 'home',
    own: ['bot'],
    roles: [
      { id: 'home', position: 0, managed: false, permissions: 0n },
      { id: 'linked', position: 4, managed: false, permissions: Bit.SendMessages },
      { id: 'other bot', position: 3, managed: true, permissions: 0n },
      { id: 'moderator', position: 2, managed: false, permissions: Bit.KickMembers },
      { id: 'bot', position: ownPosition, managed: true, permissions: ownPermissions },
    ],
  });

it('a role below the bot’s own is given', () => {
  expect(standing('linked')).toBe('fine');
});

it('a role at or above the bot’s own is not', () => {
  expect(standing('linked', Bit.ManageRoles, 4)).toBe('too_low');
  expect(standing('linked', Bit.Administrator, 1)).toBe('too_low');
});

it('the bot needs Manage Roles, or to be an administrator', () => {
  expect(standing('linked', Bit.SendMessages)).toBe('not_permitted');
  expect(standing('linked', Bit.Administrator)).toBe('fine');
});

it('roles of bots, @everyone, roles with power and deleted roles are not given', () => {
  expect(['other bot', 'home', 'moderator', 'deleted'].map((id) => standing(id))).toEqual([
    'managed',
    'managed',
    'powerful',
    'gone',
  ]);
});
