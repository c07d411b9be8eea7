/** What the bot tells Discord about a member, so that a server can ask for it. */
export const roleValues = ['linked_since', 'characters', 'purchases'] as const;
export type RoleValue = (typeof roleValues)[number];
