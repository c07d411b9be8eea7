import { type PermissionName, requirePermissions } from '../permissions.js';
import type { Acknowledgement, Acted } from './acted.js';

/**
 * Permissions an action needs in its channel, beyond the interaction reply. `card`: a permanent message with files that the
 * bot edits later.
 */
export type Need = 'card';

const ofCard = (isThread: boolean): PermissionName[] => [
  'ViewChannel',
  isThread ? 'SendMessagesInThreads' : 'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
];

/** Private replies need no permissions. @throws AppError that lists the missing permissions */
export function checkNeeds(interaction: Acted, need: Need | undefined, how: Acknowledgement): void {
  if (need === undefined || how === 'private') return;
  requirePermissions(interaction.appPermissions, ofCard(interaction.channel?.isThread() ?? false));
}
