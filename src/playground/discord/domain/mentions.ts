import type { State } from '../state/state.js';
import { isJsonBody } from '../validation/faults.js';

export type Mentions = { mentionIds: string[]; mentionRoleIds: string[]; mentionEveryone: boolean };

type Mentionable = { users: State['users']; roles: ReadonlyMap<string, unknown> };

/** All users, and the roles of one guild. */
export const mentionable = (state: State, guildId: string | null): Mentionable => ({
  users: state.users,
  roles: state.guilds.get(guildId ?? '')?.roles ?? new Map(),
});

/**
 * Finds the users and roles a message notifies, given `allowed_mentions`.
 * @param repliedTo author of the message replied to; notified without `allowed_mentions` or when it allows it
 * @see https://discord.com/developers/docs/resources/message#allowed-mentions-object
 */
export function readMentions(
  known: Mentionable,
  content: string,
  allowed: unknown,
  options: { repliedTo?: string; mayMentionEveryone: boolean },
): Mentions {
  const rule = isJsonBody(allowed) ? allowed : undefined;
  const parse = rule && Array.isArray(rule.parse) ? rule.parse : rule ? [] : ['users', 'roles', 'everyone'];
  const idsOf = (pattern: RegExp) => [...content.matchAll(pattern)].map((match) => match[1]!);
  const pick = (kind: 'users' | 'roles', ids: string[]) => {
    const named = rule && Array.isArray(rule[kind]) ? rule[kind] : [];
    return [...new Set(ids)].filter(
      (id) => known[kind].has(id) && (parse.includes(kind) || named.includes(id)),
    );
  };
  const users = pick('users', idsOf(/<@!?(\d+)>/g));
  const pinged = options.repliedTo && (!rule || rule.replied_user === true) ? [options.repliedTo] : [];
  return {
    mentionIds: [...new Set([...users, ...pinged])],
    mentionRoleIds: pick('roles', idsOf(/<@&(\d+)>/g)),
    mentionEveryone:
      options.mayMentionEveryone && parse.includes('everyone') && /@(everyone|here)\b/.test(content),
  };
}
