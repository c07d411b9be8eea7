import { isGuildChannel } from '../domain/guild-channels.js';
import { PersonError } from '../failure.js';
import { GatewayIntent } from '../gateway/intents.js';
import type { EventHub } from '../hub.js';
import { Permission } from '../permission.js';
import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import { permissionsInGuild } from '../state/access.js';
import type { Application, Channel, Guild } from '../state/model.js';
import { channelsIn, findGuild, type State } from '../state/state.js';
import type { Faults } from '../types.js';
import { toRole } from '../wire/parts.js';

/** Denies permissions to bots and restores them. */
export type PermissionFaults = {
  set: Faults['setPermission'];
  active(): Saying[];
  clear(): void;
};

type ChangeChannel = (channel: Channel, apply: () => void) => void;
type Taken = { saying: Saying; giveBack(): void };

/** @param deps.changeChannel applies a change and sends CHANNEL_UPDATE */
export function createPermissionFaults(deps: {
  state: State;
  hub: EventHub;
  changeChannel: ChangeChannel;
}): PermissionFaults {
  const { state, hub, changeChannel } = deps;
  const taken = new Map<string, Taken>();

  const denyIn = (channel: Channel, botId: string, bit: bigint): (() => void) => {
    const own = channel.overwrites.find(({ id, type }) => type === 1 && id === botId);
    const denied = {
      id: botId,
      type: 1 as const,
      allow: (own?.allow ?? 0n) & ~bit,
      deny: (own?.deny ?? 0n) | bit,
    };
    const others = () => channel.overwrites.filter(({ id, type }) => type !== 1 || id !== botId);
    changeChannel(channel, () => {
      channel.overwrites = [...others(), denied];
    });
    return () => {
      if (!state.channels.has(channel.id)) return;
      const now = channel.overwrites.find(({ id, type }) => type === 1 && id === botId) ?? denied;
      const before = { allow: (own?.allow ?? 0n) & bit, deny: (own?.deny ?? 0n) & bit };
      const restored = {
        ...now,
        allow: now.allow | before.allow,
        deny: (now.deny & ~bit) | before.deny,
      };
      const isEmpty = restored.allow === 0n && restored.deny === 0n;
      changeChannel(channel, () => {
        channel.overwrites = isEmpty ? others() : [...others(), restored];
      });
    };
  };

  const changeRole = (guild: Guild, botId: string, change: (permissions: bigint) => bigint): void => {
    const role = [...guild.roles.values()].find((candidate) => candidate.botId === botId);
    if (!role || change(role.permissions) === role.permissions) return;
    role.permissions = change(role.permissions);
    const payload = { guild_id: guild.id, role: toRole(role) };
    hub.dispatch({
      name: 'GUILD_ROLE_UPDATE',
      intents: GatewayIntent.Guilds,
      guildId: guild.id,
      payload: () => payload,
    });
  };

  /**
   * Removes it from the bot's role and, where @everyone still grants it, denies it with an overwrite in each
   * channel.
   */
  const denyEverywhere = (guild: Guild, botId: string, bit: bigint): (() => void) => {
    const had = permissionsInGuild(guild, botId) & bit;
    changeRole(guild, botId, (permissions) => permissions & ~bit);
    const remains = (permissionsInGuild(guild, botId) & bit) !== 0n;
    const channels = channelsIn(state, guild).filter(isGuildChannel);
    const undo = remains ? channels.map((channel) => denyIn(channel, botId, bit)) : [];
    return () => {
      if (had !== 0n) changeRole(guild, botId, (permissions) => permissions | bit);
      for (const giveBack of undo) giveBack();
    };
  };

  /** Threads have no overwrites; those of their parent channel apply. */
  const homeOf = (channelId: string): Channel => {
    const channel = state.channels.get(channelId);
    const home = channel?.parentId ? state.channels.get(channel.parentId) : channel;
    if (home && isGuildChannel(home)) return home;
    throw new PersonError(`Unknown channel ${channelId}: no permission can be denied in it.`);
  };

  const setFor = ({ botId, name }: Application, input: Parameters<Faults['setPermission']>[0]): boolean => {
    const bit = Permission[input.permission as keyof typeof Permission];
    const channel = input.channelId === undefined ? undefined : homeOf(input.channelId);
    const guild = findGuild(state, input.guild);
    const key = `${botId} ${input.permission} ${channel?.id ?? guild.id}`;
    const standing = taken.get(key);
    if (input.allowed === (standing === undefined)) return false;
    if (standing) {
      taken.delete(key);
      standing.giveBack();
      return true;
    }
    const giveBack = channel ? denyIn(channel, botId, bit) : denyEverywhere(guild, botId, bit);
    const { permission } = input;
    const saying = channel
      ? say('fault_denied', { name, permission, channel: channel.name })
      : say('fault_denied_everywhere', { name, permission, server: guild.name });
    taken.set(key, { giveBack, saying });
    return true;
  };

  return {
    set(input) {
      if (!Object.hasOwn(Permission, input.permission))
        throw new PersonError(
          `Unknown permission "${input.permission}". Permissions: ${Object.keys(Permission).join(', ')}.`,
        );
      const bots = [...state.applications.values()].filter(
        ({ botId }) => input.botUserId === undefined || botId === input.botUserId,
      );
      if (bots.length === 0)
        throw new PersonError(input.botUserId ? `Unknown bot ${input.botUserId}.` : say('no_bot'));
      const changed = bots.map((bot) => setFor(bot, input));
      if (input.allowed && !changed.includes(true))
        throw new PersonError(say('not_denied', { permission: input.permission }));
    },
    active: () => [...taken.values()].map(({ saying }) => saying),
    clear() {
      for (const { giveBack } of taken.values()) giveBack();
      taken.clear();
    },
  };
}
