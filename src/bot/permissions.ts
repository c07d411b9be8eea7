import { PermissionFlagsBits } from 'discord.js';
import { AppError, type Reason } from '../base/errors.js';
import { reason, reasonList } from '../copy/reason.js';
import type { MessageKey } from '../copy/translate.js';

/** The permissions the bot asks servers for; the catalog has the names that Discord's own settings show. */
type Asked = Extract<MessageKey, `permission.${string}`>;
export type PermissionName = Asked extends `permission.${infer Name extends keyof typeof PermissionFlagsBits}`
  ? Name
  : never;

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

/** What a member reads when the bot lacks permissions. */
export const missingReason = (names: readonly PermissionName[]): Reason =>
  reason('error.missing_permissions', {
    permissions: reasonList(names.map((name) => reason(`permission.${name}`))),
  });

/** @throws AppError that lists the missing permissions */
export function requirePermissions(appPermissions: AppPermissions, needed: readonly PermissionName[]): void {
  const missing = missingPermissions(appPermissions, needed);
  if (missing.length > 0) throw new AppError('invalid_request', missingReason(missing));
}
