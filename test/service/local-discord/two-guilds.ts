import type { GuildInput, LocalDiscord } from '../../../src/playground/discord/index.js';
import { MODERATOR_PERMISSIONS, Permission } from '../../../src/playground/discord/permission.js';
import { STAFF, startDiscord } from './world.js';

export const HOME = 'Rigsmith Playground';
export const CLUB = 'Chess Club';

/** A server in which sam moderates; olga is not a member. */
export const club: GuildInput = {
  name: CLUB,
  locale: 'de',
  owner: 'max',
  roles: [{ name: 'Referee', permissions: MODERATOR_PERMISSIONS, color: 0x3ba55d }],
  members: { mia: [], max: [], sam: ['Referee'] },
  channels: [{ name: 'lobby' }, { name: 'referees', onlyFor: ['Referee'] }],
};

export const startBoth = async (): Promise<LocalDiscord> => startDiscord({ guilds: [club] });
export const joinBoth = (discord: LocalDiscord) =>
  discord.createBot({
    name: 'Greeter',
    permissions: STAFF | Permission.ViewAuditLog,
    guilds: [HOME, CLUB],
  });
export const channelIn = (discord: LocalDiscord, guild: string, name: string): string =>
  discord.guild(guild).channels.find((channel) => channel.name === name)!.id;
