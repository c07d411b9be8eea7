import type { SeenChannel, SeenWorld } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';
import type { IconName } from '../icons.js';
import { object, objects, rawText } from '../message/raw.js';

/** A choice: from a bot's own list, or a member, role or channel of the guild. */
export type Option = {
  value: string;
  label: string;
  description?: string;
  emoji?: string;
  icon?: IconName;
  color?: string;
  /** Colour of the disc with the initials. */
  avatar?: string;
  /** Always shown with a search field. */
  searched?: boolean;
};

export const memberOptions = (world: SeenWorld): Option[] =>
  world.guild.members.map(({ id, username, display_name, avatar_color }) => ({
    value: id,
    label: display_name,
    description: username === display_name.toLowerCase() ? undefined : username,
    avatar: avatar_color,
    searched: true,
  }));

export const roleOptions = (world: SeenWorld): Option[] =>
  world.guild.roles.map(({ id, name, color }) => ({
    value: id,
    label: `@${name.replace(/^@/, '')}`,
    icon: 'role',
    color: color === '#000000' ? undefined : color,
    searched: true,
  }));

export const channelOptions = (channels: readonly SeenChannel[]): Option[] =>
  channels
    .filter(({ kind }) => kind !== 'dm')
    .map(({ id, name, kind }) => ({
      value: id,
      label: name,
      icon: kind === 'text' ? 'hash' : 'thread',
      searched: true,
    }));

/** The options a bot lists, with its default selection. */
export const ownOptions = (part: JsonObject): Option[] =>
  objects(part.options).map((option) => ({
    value: rawText(option.value),
    label: rawText(option.label),
    description: rawText(option.description),
    emoji: rawText(object(option.emoji).name),
  }));
