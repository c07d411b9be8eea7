import { isGuildChannel } from '../domain/guild-channels.js';
import { canView } from '../state/access.js';
import type { Application, Guild } from '../state/model.js';
import { channelsIn, guildsOfMember, type State } from '../state/state.js';
import type { JsonObject } from '../types.js';
import { isoTime, toChannel, toGatewayMember, toRole, toUser } from '../wire/parts.js';
import { toPresence } from '../wire/presence.js';
import type { Shard } from './identify.js';
import { GatewayIntent } from './intents.js';
import type { Session } from './session.js';

export const toReady = (
  state: State,
  application: Application,
  session: Pick<Session, 'id' | 'covers'>,
  resumeUrl: string,
  shard: Shard | undefined,
): JsonObject => ({
  v: 10,
  user: { ...toUser(state.users.get(application.botId)!), verified: true, mfa_enabled: true, email: null },
  user_settings: {},
  guilds: guildsOfMember(state, application.botId)
    .filter(({ id }) => session.covers(id))
    .map(({ id }) => ({ id, unavailable: true })),
  session_id: session.id,
  session_type: 'normal',
  resume_gateway_url: resumeUrl,
  application: { id: application.id, flags: applicationFlags(application) },
  private_channels: [],
  relationships: [],
  presences: [],
  guild_join_requests: [],
  geo_ordered_rtc_regions: [],
  ...(shard ? { shard: [...shard] } : {}),
});

/** GATEWAY_MESSAGE_CONTENT_LIMITED, GATEWAY_GUILD_MEMBERS_LIMITED, GATEWAY_PRESENCE_LIMITED. */
export const applicationFlags = ({ privilegedIntents }: Application): number =>
  privilegedIntents ? (1 << 19) | (1 << 15) | (1 << 13) : 0;

export const toGuild = (guild: Guild): JsonObject => ({
  id: guild.id,
  name: guild.name,
  icon: null,
  icon_hash: null,
  splash: null,
  discovery_splash: null,
  owner_id: guild.ownerId,
  afk_channel_id: null,
  afk_timeout: 300,
  widget_enabled: false,
  verification_level: 0,
  default_message_notifications: 1,
  explicit_content_filter: 0,
  roles: [...guild.roles.values()].map(toRole),
  emojis: [],
  stickers: [],
  features: [],
  mfa_level: 0,
  application_id: null,
  system_channel_id: null,
  system_channel_flags: 0,
  rules_channel_id: null,
  public_updates_channel_id: null,
  safety_alerts_channel_id: null,
  max_members: 500_000,
  vanity_url_code: null,
  description: null,
  banner: null,
  premium_tier: 0,
  premium_subscription_count: 0,
  premium_progress_bar_enabled: false,
  preferred_locale: guild.locale,
  nsfw_level: 0,
  nsfw: false,
  incidents_data: null,
});

/**
 * GUILD_CREATE for one bot: all channels, the active threads it sees, and as members only itself unless it has the
 * presence intent.
 * @see https://discord.com/developers/docs/events/gateway-events#guild-create
 */
export function toGuildCreate(state: State, guild: Guild, botId: string, intents: number): JsonObject {
  const channels = channelsIn(state, guild);
  const members = [...guild.members.values()].filter(
    ({ userId }) => userId === botId || intents & GatewayIntent.GuildPresences,
  );
  const me = guild.members.get(botId);
  return {
    ...toGuild(guild),
    joined_at: isoTime(me?.joinedAt ?? state.clock.now()),
    large: false,
    unavailable: false,
    member_count: guild.members.size,
    voice_states: [],
    members: members.map((member) => toGatewayMember(state, member)),
    channels: channels
      .filter((channel) => isGuildChannel(channel))
      .map((channel) => toChannel(state, channel, botId)),
    threads: channels
      .filter((channel) => channel.thread && !channel.thread.archived && canView(state, channel, botId))
      .map((channel) => toChannel(state, channel, botId)),
    presences:
      intents & GatewayIntent.GuildPresences
        ? members.map(({ userId }) => toPresence(state, guild.id, userId))
        : [],
    stage_instances: [],
    guild_scheduled_events: [],
    soundboard_sounds: [],
  };
}
