import { MEMBER_PERMISSIONS, MODERATOR_PERMISSIONS, Permission } from '../permission.js';
import type { Clock } from '../types.js';
import { type Channel, ChannelType, type Overwrite } from './model.js';
import { createState, type State } from './state.js';

/** Seed ids are the same in every run, so that links and stored state stay valid after a restart. */
const id = (serial: number): string => `7000000000000${String(serial).padStart(5, '0')}`;

const GUILD_ID = id(1);
const MODERATOR_ID = id(11);
const OPERATOR_ID = id(12);

const PEOPLE = [
  { serial: 101, username: 'mia', displayName: 'Mia', avatarColor: '#e0699f', locale: 'en-US', roleIds: [] },
  {
    serial: 102,
    username: 'max',
    displayName: 'Max',
    avatarColor: '#4f8ef0',
    locale: 'en-GB',
    roleIds: [MODERATOR_ID],
  },
  {
    serial: 103,
    username: 'olga',
    displayName: 'Olga',
    avatarColor: '#d9822b',
    locale: 'en-US',
    roleIds: [OPERATOR_ID],
  },
  { serial: 104, username: 'sam', displayName: 'Sam', avatarColor: '#3ba55d', locale: 'en-US', roleIds: [] },
];

const moderatorsOnly: Overwrite[] = [
  { id: GUILD_ID, type: 0, allow: 0n, deny: Permission.ViewChannel },
  { id: MODERATOR_ID, type: 0, allow: Permission.ViewChannel, deny: 0n },
];

const CHANNELS = [
  { serial: 201, name: 'welcome', topic: 'Start here.', overwrites: [] },
  { serial: 202, name: 'rigs', topic: 'Characters made by the members.', overwrites: [] },
  { serial: 203, name: 'agent', topic: 'Talk to the agent in threads.', overwrites: [] },
  { serial: 204, name: 'mods', topic: 'For moderators.', overwrites: moderatorsOnly },
];

function textChannel(fields: Pick<Channel, 'id' | 'name' | 'topic' | 'overwrites' | 'position'>): Channel {
  return {
    ...fields,
    type: ChannelType.Text,
    parentId: null,
    slowmodeSeconds: 0,
    nsfw: false,
    lastMessageId: null,
    recipientIds: [],
    thread: null,
  };
}

/** The guild "Rigsmith Playground" with its people, roles and channels. */
export function createSeededState(clock: Clock, lastId?: string): State {
  const guild = { id: GUILD_ID, name: 'Rigsmith Playground', ownerId: id(103), locale: 'en-US' };
  const state = createState(clock, guild, lastId);
  const role = (roleId: string, name: string, permissions: bigint, position: number, color: number) =>
    state.roles.set(roleId, { id: roleId, name, permissions, position, color, botId: null });
  role(GUILD_ID, '@everyone', MEMBER_PERMISSIONS, 0, 0);
  role(MODERATOR_ID, 'Moderator', MODERATOR_PERMISSIONS, 100, 0x4f8ef0);
  role(OPERATOR_ID, 'Operator', Permission.Administrator, 101, 0xd9822b);
  // Cloned so that two local Discords in one process share no mutable data.
  for (const { serial, roleIds, ...person } of structuredClone(PEOPLE)) {
    state.users.set(id(serial), { id: id(serial), bot: false, ...person });
    state.members.set(id(serial), { userId: id(serial), roleIds, joinedAt: clock.now(), nick: null });
  }
  structuredClone(CHANNELS).forEach(({ serial, ...channel }, position) => {
    state.channels.set(id(serial), textChannel({ id: id(serial), position, ...channel }));
  });
  return state;
}
