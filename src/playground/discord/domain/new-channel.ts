import { type Channel, ChannelType } from '../state/model.js';

/** Optional fields of a new thread; absent ones get Discord's defaults. */
export type ThreadFields = {
  name: string;
  autoArchiveMinutes?: number;
  isPrivate?: boolean;
  invitable?: boolean;
  slowmodeSeconds?: number;
  /** For a post of a forum, whose first message has the same id. */
  id?: string;
  appliedTags?: string[];
};

const emptyChannel = (): Omit<Channel, 'id' | 'type'> => ({
  guildId: null,
  name: '',
  topic: null,
  position: 0,
  parentId: null,
  overwrites: [],
  slowmodeSeconds: 0,
  nsfw: false,
  lastMessageId: null,
  recipientIds: [],
  thread: null,
});

export const newThread = (
  id: string,
  parent: Channel,
  ownerId: string,
  fields: ThreadFields,
  now: number,
): Channel => ({
  ...emptyChannel(),
  id,
  guildId: parent.guildId,
  type: fields.isPrivate ? ChannelType.PrivateThread : ChannelType.PublicThread,
  name: fields.name,
  parentId: parent.id,
  slowmodeSeconds: fields.slowmodeSeconds ?? 0,
  nsfw: parent.nsfw,
  ...(parent.type === ChannelType.Forum ? { appliedTags: fields.appliedTags ?? [] } : {}),
  thread: {
    ownerId,
    archived: false,
    locked: false,
    invitable: fields.invitable ?? true,
    archivedAt: now,
    createdAt: now,
    autoArchiveMinutes: fields.autoArchiveMinutes ?? 4_320,
    memberIds: new Map([[ownerId, now]]),
    messageCount: 0,
  },
});

/** A text channel or a forum. */
export const newChannel = (id: string, type: Channel['type'], fields: Partial<Channel>): Channel => ({
  ...emptyChannel(),
  ...fields,
  id,
  type,
});

export const newDm = (id: string, recipientIds: string[]): Channel => ({
  ...emptyChannel(),
  id,
  type: ChannelType.Dm,
  recipientIds,
});
