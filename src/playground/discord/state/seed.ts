import { newChannel } from '../domain/new-channel.js';
import { PersonError } from '../failure.js';
import { MEMBER_PERMISSIONS, MODERATOR_PERMISSIONS, Permission } from '../permission.js';
import type { Clock, GuildInput } from '../types.js';
import { ChannelType, type Guild, type Overwrite } from './model.js';
import { createState, type State } from './state.js';

const BASE = 700_000_000_000_000_000n;

/**
 * Seed ids are the same in every run, so that links and stored state stay valid after a restart. Consecutive guilds are
 * on consecutive shards.
 * @param place of the guild in the list
 */
const seedId = (place: number, serial: number): string =>
  (BASE + (BigInt(place) << 22n) + BigInt(serial)).toString();

const PEOPLE = [
  { serial: 101, username: 'mia', displayName: 'Mia', avatarColor: '#e0699f', locale: 'en-US' },
  { serial: 102, username: 'max', displayName: 'Max', avatarColor: '#4f8ef0', locale: 'en-GB' },
  { serial: 103, username: 'olga', displayName: 'Olga', avatarColor: '#d9822b', locale: 'en-US' },
  { serial: 104, username: 'sam', displayName: 'Sam', avatarColor: '#3ba55d', locale: 'en-US' },
  { serial: 105, username: 'noor', displayName: 'Noor', avatarColor: '#9b59b6', locale: 'de' },
];

const FIRST_GUILD: GuildInput = {
  name: 'Rigsmith Playground',
  owner: 'olga',
  roles: [
    { name: 'Moderator', permissions: MODERATOR_PERMISSIONS, color: 0x4f8ef0 },
    { name: 'Operator', permissions: Permission.Administrator, color: 0xd9822b },
    { name: 'Linked', permissions: 0n, color: 0x3ba55d, position: 10 },
  ],
  members: { mia: [], max: ['Moderator'], olga: ['Operator'], sam: [], noor: [] },
  channels: [
    { name: 'welcome', topic: 'Start here.' },
    { name: 'rigs', topic: 'Characters made by the members.' },
    { name: 'agent', topic: 'Talk to the agent in threads.' },
    { name: 'mods', topic: 'For moderators.', onlyFor: ['Moderator'] },
  ],
};

/** Serials of further people, after those of the channels. */
const FURTHER_PEOPLE = 1_001;

/**
 * The people, the guild "Rigsmith Playground" and further guilds.
 * @throws PersonError when a guild names an unknown user or role
 */
export function createSeededState(
  clock: Clock,
  options: {
    lastId?: string | undefined;
    guilds?: readonly GuildInput[] | undefined;
    people?: readonly string[] | undefined;
  } = {},
): State {
  const state = createState(clock, options.lastId);
  const { people: names = [] } = options;
  const further = names.map((username, index) => ({
    serial: FURTHER_PEOPLE + index,
    username,
    displayName: username,
    avatarColor: '#808a94',
    locale: 'en-US',
  }));
  for (const { serial, ...person } of [...PEOPLE, ...further]) {
    const id = seedId(0, serial);
    state.users.set(id, { id, bot: false, ...person });
  }
  const members = { ...FIRST_GUILD.members, ...Object.fromEntries(names.map((name) => [name, []])) };
  for (const [place, guild] of [{ ...FIRST_GUILD, members }, ...(options.guilds ?? [])].entries())
    addGuild(state, guild, (serial) => seedId(place, serial));
  return state;
}

function addGuild(state: State, input: GuildInput, idOf: (serial: number) => string): void {
  const id = idOf(1);
  const userIdOf = (name: string): string => {
    const user = [...state.users.values()].find(({ username }) => username === name);
    return user?.id ?? refuse(`"${input.name}" names an unknown user: "${name}".`);
  };
  const guild: Guild = {
    id,
    name: input.name,
    ownerId: userIdOf(input.owner),
    locale: input.locale ?? 'en-US',
    members: new Map(),
    roles: new Map(),
    auditLog: new Map(),
    banned: new Set(),
  };
  guild.roles.set(id, {
    id,
    name: '@everyone',
    permissions: MEMBER_PERMISSIONS,
    position: 0,
    color: 0,
    botId: null,
  });
  for (const [index, { name, permissions, color = 0, position = 100 + index }] of (
    input.roles ?? []
  ).entries()) {
    const roleId = idOf(11 + index);
    guild.roles.set(roleId, { id: roleId, name, permissions, position, color, botId: null });
  }
  const roleIdOf = (name: string): string =>
    [...guild.roles.values()].find((role) => role.name === name)?.id ??
    refuse(`"${input.name}" has no role "${name}".`);
  for (const [name, roles] of Object.entries(input.members)) {
    const userId = userIdOf(name);
    const roleIds = roles.map(roleIdOf);
    guild.members.set(userId, { userId, roleIds, joinedAt: state.clock.now(), nick: null });
  }
  if (!guild.members.has(guild.ownerId)) refuse(`The owner of "${input.name}" is not a member of it.`);
  state.guilds.set(id, guild);
  for (const [position, { name, topic = null, onlyFor }] of input.channels.entries()) {
    const overwrites = onlyFor ? visibleTo(id, onlyFor.map(roleIdOf)) : [];
    const fields = { guildId: id, name, topic, position, overwrites };
    const channelId = idOf(201 + position);
    state.channels.set(channelId, newChannel(channelId, ChannelType.Text, fields));
  }
}

const visibleTo = (everyoneId: string, roleIds: readonly string[]): Overwrite[] => [
  { id: everyoneId, type: 0, allow: 0n, deny: Permission.ViewChannel },
  ...roleIds.map((id) => ({ id, type: 0 as const, allow: Permission.ViewChannel, deny: 0n })),
];

function refuse(sentence: string): never {
  throw new PersonError(sentence);
}
