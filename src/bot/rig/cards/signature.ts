import type { RigJob } from '../rows.js';

/** The last line of a rig's card: its member, facts about it, and its id. */
export const signature = ({ memberId, id }: Pick<RigJob, 'memberId' | 'id'>, ...facts: string[]): string =>
  [`<@${memberId}>`, ...facts, id].join(' · ');
