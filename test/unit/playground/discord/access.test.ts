import { expect, it } from 'vitest';
import { ALL_PERMISSIONS, has, Permission } from '../../../../src/playground/discord/permission.js';
import { permissionsIn, permissionsInGuild } from '../../../../src/playground/discord/state/access.js';
import { createSeededState } from '../../../../src/playground/discord/state/seed.js';
import { firstGuild } from '../../../../src/playground/discord/state/state.js';

const clock = { now: () => Date.UTC(2026, 0, 1), sleep: async () => {} };

function seeded() {
  const state = createSeededState(clock);
  const userId = (name: string) => [...state.users.values()].find((user) => user.username === name)!.id;
  const channel = (name: string) =>
    [...state.channels.values()].find((candidate) => candidate.name === name)!;
  return { state, guild: firstGuild(state), userId, channel };
}

it('overwrites apply in the order @everyone, roles, member', () => {
  const { state, guild, userId, channel } = seeded();
  const rigs = channel('rigs');
  const [mia, max] = [userId('mia'), userId('max')];
  const maySend = (id: string) => has(permissionsIn(state, rigs, id), Permission.SendMessages);
  const moderator = guild.members.get(max)!.roleIds[0]!;

  rigs.overwrites.push({ id: guild.id, type: 0, allow: 0n, deny: Permission.SendMessages });
  expect([maySend(mia), maySend(max)]).toEqual([false, false]);
  rigs.overwrites.push({ id: moderator, type: 0, allow: Permission.SendMessages, deny: 0n });
  expect([maySend(mia), maySend(max)]).toEqual([false, true]);
  rigs.overwrites.push({ id: max, type: 1, allow: 0n, deny: Permission.SendMessages });
  rigs.overwrites.push({ id: mia, type: 1, allow: Permission.SendMessages, deny: 0n });
  expect([maySend(mia), maySend(max)]).toEqual([true, false]);
});

it('the view permission is required for every other, and an administrator loses none', () => {
  const { state, guild, userId, channel } = seeded();
  expect(permissionsIn(state, channel('mods'), userId('mia'))).toBe(0n);
  expect(permissionsIn(state, channel('mods'), userId('olga'))).toBe(ALL_PERMISSIONS);
  guild.ownerId = userId('sam');
  channel('rigs').overwrites.push({ id: userId('olga'), type: 1, allow: 0n, deny: Permission.ViewChannel });
  expect(permissionsIn(state, channel('rigs'), userId('olga'))).toBe(ALL_PERMISSIONS);
});

it('a change in one guild does not affect the next one in the process', () => {
  const changed = seeded();
  changed.guild.members.get(changed.userId('max'))!.roleIds.pop();
  changed.channel('mods').overwrites.pop();
  changed.channel('rigs').overwrites.push({ id: changed.guild.id, type: 0, allow: 0n, deny: 1n });
  const fresh = seeded();
  expect(fresh.guild.members.get(fresh.userId('max'))!.roleIds).toHaveLength(1);
  expect(fresh.channel('mods').overwrites).toHaveLength(2);
  expect(fresh.channel('rigs').overwrites).toEqual([]);
});

it.each([
  [{ owner: 'ada' }, '"Club" names an unknown user: "ada".'],
  [{ owner: 'olga' }, 'The owner of "Club" is not a member of it.'],
  [{ members: { mia: ['Referee'] } }, '"Club" has no role "Referee".'],
  [{ channels: [{ name: 'attic', onlyFor: ['Ghost'] }] }, '"Club" has no role "Ghost".'],
])('a guild with %j is refused', (change, sentence) => {
  const club = { name: 'Club', owner: 'mia', members: { mia: [] }, channels: [], ...change };
  expect(() => createSeededState(clock, { guilds: [club] })).toThrow(sentence);
});

it('a role of one guild grants nothing in another', () => {
  const boss = { name: 'Boss', permissions: Permission.Administrator };
  const club = {
    name: 'Club',
    owner: 'mia',
    roles: [boss],
    members: { mia: [], sam: ['Boss'] },
    channels: [],
  };
  const state = createSeededState(clock, { guilds: [club] });
  const sam = [...state.users.values()].find(({ username }) => username === 'sam')!.id;
  const [home, away] = [...state.guilds.values()].map((guild) => permissionsInGuild(guild, sam));
  expect([has(home!, Permission.ManageMessages), away]).toEqual([false, ALL_PERMISSIONS]);
});
