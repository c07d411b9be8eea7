import type { Acknowledgement, Acted } from './command.js';
import { type PermissionName, requirePermissions } from './permissions.js';

/**
 * What an action needs in the channel it is used in, besides the answer to the interaction itself. `card`: its answer
 * stays there, with files, and is brought up to date later.
 */
export type Need = 'card';

const ofCard = (isThread: boolean): PermissionName[] => [
  'ViewChannel',
  isThread ? 'SendMessagesInThreads' : 'SendMessages',
  'EmbedLinks',
  'AttachFiles',
  'ReadMessageHistory',
];

/** Only an answer everybody sees outlives its interaction. @throws AppError that names what is missing */
export function checkNeeds(interaction: Acted, need: Need | undefined, how: Acknowledgement): void {
  if (need === undefined || how === 'private') return;
  requirePermissions(interaction.appPermissions, ofCard(interaction.channel?.isThread() ?? false));
}
