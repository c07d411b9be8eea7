/**
 * The address of a view, as in Discord: `/channels/{server}/{channel}`, with `@me` for direct messages, and a message
 * to show there. `as` names the acting person.
 */
export type Address = {
  /** User name; null for the first person. */
  member: string | null;
  /** Null for direct messages and the first channel. */
  serverId: string | null;
  /** Null for the first channel. */
  channelId: string | null;
  messageId: string | null;
};

export function readAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): Address {
  const [, serverId = null, channelId = null, messageId = null] =
    /^\/channels\/(?:@me|(\d+))\/(\d+)(?:\/(\d+))?\/?$/.exec(pathname) ?? [];
  return { member: new URLSearchParams(search).get('as'), serverId, channelId, messageId };
}

export function writeAddress({ member, serverId, channelId, messageId }: Address): string {
  const path = channelId
    ? ['/channels', serverId ?? '@me', channelId, messageId].filter(Boolean).join('/')
    : '/';
  return member ? `${path}?as=${encodeURIComponent(member)}` : path;
}
