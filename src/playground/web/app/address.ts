/**
 * The address of a view, as in Discord: `/channels/{server}/{channel}`, with `@me` for direct messages, and a message
 * to show there. `as` names the acting person.
 */
export type Address = {
  /** User name; null for the first person. */
  member: string | null;
  /** Null for the first channel. */
  channelId: string | null;
  messageId: string | null;
};

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address {
  const [, channelId = null, messageId = null] =
    /^\/channels\/[^/]+\/(\d+)(?:\/(\d+))?\/?$/.exec(pathname) ?? [];
  return { member: new URLSearchParams(search).get('as'), channelId, messageId };
}

/** @param server id of the server, or null for direct messages */
export function writeAddress({ member, channelId, messageId }: Address, server: string | null): string {
  const path = channelId
    ? ['/channels', server ?? '@me', channelId, messageId].filter(Boolean).join('/')
    : '/';
  return member ? `${path}?as=${encodeURIComponent(member)}` : path;
}
