import type { State } from '../state/state.js';
import { isJsonBody } from '../validation/faults.js';

export type Mentions = { mentionIds: string[]; mentionRoleIds: string[]; mentionEveryone: boolean };

/**
 * Finds the users and roles a message notifies, given `allowed_mentions`.
 * @param repliedTo author of the message replied to; notified without `allowed_mentions` or when it allows it
 * @see https://discord.com/developers/docs/resources/message#allowed-mentions-object
 */
export function readMentions(
  state: State,
  content: string,
  allowed: unknown,
  options: { repliedTo?: string; mayMentionEveryone: boolean },
): Mentions {
  const rule = isJsonBody(allowed) ? allowed : undefined;
  const parse = rule && Array.isArray(rule.parse) ? rule.parse : rule ? [] : ['users', 'roles', 'everyone'];
  const idsOf = (pattern: RegExp) => [...content.matchAll(pattern)].map((match) => match[1]!);
  const pick = (kind: 'users' | 'roles', ids: string[], known: ReadonlyMap<string, unknown>) => {
    const named = rule && Array.isArray(rule[kind]) ? rule[kind] : [];
    return [...new Set(ids)].filter((id) => known.has(id) && (parse.includes(kind) || named.includes(id)));
  };
  const users = pick('users', idsOf(/<@!?(\d+)>/g), state.users);
  const pinged = options.repliedTo && (!rule || rule.replied_user === true) ? [options.repliedTo] : [];
  return {
    mentionIds: [...new Set([...users, ...pinged])],
    mentionRoleIds: pick('roles', idsOf(/<@&(\d+)>/g), state.roles),
    mentionEveryone:
      options.mayMentionEveryone && parse.includes('everyone') && /@(everyone|here)\b/.test(content),
  };
}
