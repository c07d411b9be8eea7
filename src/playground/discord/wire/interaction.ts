import { appPermissionsIn, permissionsIn } from '../state/access.js';
import type { Application, Channel, Guild, Interaction, InteractionOrigin, Message } from '../state/model.js';
import { guildOfChannel, type State } from '../state/state.js';
import type { JsonObject, Limits } from '../types.js';
import type { MessageWire } from './message.js';
import { toChannel, toGatewayMember, toGatewayUser } from './parts.js';

/** An action of a person: run, autocomplete, click, select or submit. */
export type InteractionRequest = {
  type: Interaction['type'];
  application: Application;
  userId: string;
  channel: Channel;
  data: JsonObject;
  command?: string;
  commandType?: 1 | 2 | 3;
  /** The member or message a context menu is used on. */
  targetId?: string;
  /** The message whose component (or whose component's modal) is used. */
  message?: Message;
  /** The type of the option an autocomplete is for. */
  focusedType?: number;
  /** The interaction that opened the submitted modal. */
  triggeredBy?: InteractionOrigin;
};

/**
 * INTERACTION_CREATE.
 * @see https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-object
 */
export function toInteraction(
  { state, wire, limits }: { state: State; wire: MessageWire; limits: Limits },
  interaction: Interaction,
  request: InteractionRequest,
  botId: string,
): JsonObject {
  const { channel, userId, message } = request;
  const guild = guildOfChannel(state, channel);
  const permissions = permissionsIn(state, channel, userId).toString();
  const { permission_overwrites: _overwrites, ...place } = toChannel(state, channel, botId, toGatewayUser);
  return {
    id: interaction.id,
    application_id: interaction.applicationId,
    type: interaction.type,
    token: interaction.token,
    version: 1,
    data: request.data,
    channel_id: channel.id,
    channel: guild ? { ...place, permissions } : place,
    app_permissions: appPermissionsIn(state, channel, botId).toString(),
    locale: state.users.get(userId)!.locale,
    entitlements: [],
    entitlement_sku_ids: [],
    authorizing_integration_owners: { '0': channel.guildId ?? '0' },
    context: guild ? 0 : 1,
    attachment_size_limit: limits.uploadBytes,
    ...(guild
      ? inGuild(state, guild, userId, permissions)
      : { user: toGatewayUser(state.users.get(userId)!) }),
    ...(message ? { message: wire.toInteractionMessage(message) } : {}),
  };
}

const inGuild = (state: State, guild: Guild, userId: string, permissions: string): JsonObject => ({
  guild_id: guild.id,
  guild: { id: guild.id, locale: guild.locale, features: [] },
  guild_locale: guild.locale,
  member: {
    ...toGatewayMember(state, guild.members.get(userId)!),
    unusual_dm_activity_until: null,
    permissions,
  },
});
