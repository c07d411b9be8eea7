import { GatewayIntent } from '../gateway/intents.js';
import { toGuildCreate } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import type { Saying } from '../saying.js';
import { say } from '../sayings.js';
import type { Guild } from '../state/model.js';
import type { State } from '../state/state.js';

/**
 * Makes guilds unavailable: bots get GUILD_DELETE with `unavailable`, no guild events, and 503 for requests about
 * the guild; people cannot act in it.
 * @see https://discord.com/developers/docs/events/gateway-events#guild-delete
 */
export type GuildOutage = {
  isOn(guildId: string): boolean;
  set(guild: Guild, unavailable: boolean): void;
  active(): Saying[];
  clear(): void;
};

export function createGuildOutage({ state, hub }: { state: State; hub: EventHub }): GuildOutage {
  const down = new Set<Guild>();

  const tellBots = (
    guild: Guild,
    name: string,
    payloadFor: (botId: string, intents: number) => object,
  ): void => {
    for (const { botId } of state.applications.values()) {
      if (!guild.members.has(botId)) continue;
      hub.dispatch({
        name,
        intents: GatewayIntent.Guilds,
        toBotId: botId,
        guildId: guild.id,
        payload: ({ intents }) => ({ ...payloadFor(botId, intents) }),
      });
    }
  };

  const set = (guild: Guild, unavailable: boolean): void => {
    if (unavailable === down.has(guild)) return;
    if (unavailable) {
      down.add(guild);
      tellBots(guild, 'GUILD_DELETE', () => ({ id: guild.id, unavailable: true }));
    } else {
      down.delete(guild);
      tellBots(guild, 'GUILD_CREATE', (botId, intents) => toGuildCreate(state, guild, botId, intents));
    }
  };

  return {
    isOn: (guildId) => [...down].some(({ id }) => id === guildId),
    set,
    active: () => [...down].map(({ name }) => say('fault_outage', { server: name })),
    clear() {
      for (const guild of [...down]) set(guild, false);
    },
  };
}
