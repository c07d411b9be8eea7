import { Refusal } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { type Channel, ChannelType, type ForumTag, type Guild } from '../state/model.js';
import { channelsIn, type State } from '../state/state.js';
import { createFaults, type JsonBody } from '../validation/faults.js';
import { toChannel } from '../wire/parts.js';
import { newChannel } from './new-channel.js';

const MOST_CHANNELS = 500;
const MOST_TAGS = 20;

/** Creates text channels and forums. */
export function createGuildChannels({ state, hub }: { state: State; hub: EventHub }) {
  return {
    /** @param fields a validated body */
    create(guild: Guild, fields: JsonBody, overwrites: Channel['overwrites']): Channel {
      const siblings = channelsIn(state, guild).filter(isGuildChannel);
      if (siblings.length >= MOST_CHANNELS) throw new Refusal('tooManyChannels');
      const type = checkType(fields.type);
      const channel = newChannel(state.nextId(), type, {
        guildId: guild.id,
        name: toChannelName(String(fields.name)),
        topic: (fields.topic as string | null | undefined) || null,
        position: typeof fields.position === 'number' ? fields.position : siblings.length,
        nsfw: fields.nsfw === true,
        slowmodeSeconds: Number(fields.rate_limit_per_user ?? 0),
        overwrites,
        ...(type === ChannelType.Forum ? { tags: readTags(state, fields.available_tags) } : {}),
      });
      state.channels.set(channel.id, channel);
      hub.dispatch({
        name: 'CHANNEL_CREATE',
        intents: GatewayIntent.Guilds,
        guildId: guild.id,
        payload: ({ botId }) => toChannel(state, channel, botId),
      });
      hub.announce({ type: 'channel', action: 'created', channelId: channel.id });
      return channel;
    },
  };
}

export const isGuildChannel = ({ type, thread }: Channel): boolean =>
  type !== ChannelType.Dm && thread === null;

/** Discord stores names of text channels and forums in lower case with dashes. */
const toChannelName = (name: string): string => name.trim().toLowerCase().replace(/\s+/g, '-');

function checkType(type: unknown): Channel['type'] {
  if (type === undefined || type === null || type === ChannelType.Text) return ChannelType.Text;
  if (type === ChannelType.Forum) return ChannelType.Forum;
  const faults = createFaults();
  faults.add(['type'], 'BASE_TYPE_CHOICES', 'The local Discord creates only channels of types 0 and 15.');
  faults.enforce();
  return ChannelType.Text;
}

/** Tags that have an id keep it. */
export function readTags(state: State, value: unknown): ForumTag[] {
  const given = Array.isArray(value) ? (value.filter(Boolean) as JsonBody[]) : [];
  if (given.length > MOST_TAGS) throw new Refusal('tooManyTags');
  return given.map(({ id, name, moderated, emoji_id, emoji_name }) => ({
    id: id == null ? state.nextId() : String(id),
    name: String(name),
    moderated: moderated === true,
    emojiId: emoji_id == null ? null : String(emoji_id),
    emojiName: emoji_name == null ? null : String(emoji_name),
  }));
}

/** Reads the tags of a post; each must exist in its forum. */
export function readAppliedTags(forum: Channel | undefined, value: unknown): string[] {
  const ids = Array.isArray(value) ? value.map(String) : [];
  if (ids.some((id) => !forum?.tags?.some((tag) => tag.id === id))) throw new Refusal('unknownTag');
  return ids;
}
