import type { MemberAccount } from '../../contract/moderation.js';

/** What the operator lets moderators see of an account: everything, how much of each, or nothing. */
export type Sees = MemberAccount['sees'];

/** Which servers may give credits, with how many a day, and how many one moderator may. */
export type GrantSettings = { servers: ReadonlyMap<string, number>; perModerator: number };
