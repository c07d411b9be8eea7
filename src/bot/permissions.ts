import { PermissionFlagsBits } from 'discord.js';
import { AppError } from '../base/errors.js';

/** The permissions the bot asks servers for, by the names Discord's own settings show. */
const labels = {
  ViewChannel: 'View Channel',
  SendMessages: 'Send Messages',
  SendMessagesInThreads: 'Send Messages in Threads',
  CreatePublicThreads: 'Create Public Threads',
  CreatePrivateThreads: 'Create Private Threads',
  AttachFiles: 'Attach Files',
  EmbedLinks: 'Embed Links',
  ReadMessageHistory: 'Read Message History',
} as const satisfies Partial<Record<keyof typeof PermissionFlagsBits, string>>;

export type PermissionName = keyof typeof labels;

/** The bot's own permissions in the channel of an interaction (`interaction.appPermissions`). */
export type AppPermissions = { has(bit: bigint): boolean };

/** The missing permissions. Without View Channel the others don't matter, so only that one is listed. */
export function missingPermissions(
  appPermissions: AppPermissions,
  needed: readonly PermissionName[],
): PermissionName[] {
  if (!appPermissions.has(PermissionFlagsBits.ViewChannel)) return ['ViewChannel'];
  return needed.filter((name) => !appPermissions.has(PermissionFlagsBits[name]));
}

/** `**Create Public Threads** and **Send Messages in Threads**`. */
const permissionNames = (names: readonly PermissionName[]): string =>
  new Intl.ListFormat('en').format(names.map((name) => `**${labels[name]}**`));

/** The sentence for a member when the bot lacks permissions. */
export const missingSentence = (names: readonly PermissionName[]): string =>
  `I need ${permissionNames(names)} in this channel to do that. Ask a moderator to allow it, or use another channel.`;

/** @throws AppError that lists the missing permissions */
export function requirePermissions(appPermissions: AppPermissions, needed: readonly PermissionName[]): void {
  const missing = missingPermissions(appPermissions, needed);
  if (missing.length > 0) throw new AppError('invalid_request', missingSentence(missing));
}
