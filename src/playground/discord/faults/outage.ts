import { GatewayIntent } from '../gateway/intents.js';
import { toGuildCreate } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import { ChannelType } from '../state/model.js';
import type { State } from '../state/state.js';

type Params = Readonly<Record<string, string | undefined>>;

/**
 * Makes the guild unavailable: bots get GUILD_DELETE with `unavailable`, no guild events, and 503 for requests about
 * the guild; people cannot act in it.
 * @see https://discord.com/developers/docs/events/gateway-events#guild-delete
 */
export type GuildOutage = {
  isOn(): boolean;
  /** Whether a request with these path parameters is about the guild. */
  covers(params: Params): boolean;
  set(unavailable: boolean): void;
  active(): string[];
  clear(): void;
};

export function createGuildOutage({ state, hub }: { state: State; hub: EventHub }): GuildOutage {
  let isOn = false;

  const tellBots = (name: string, payloadFor: (botId: string, intents: number) => object): void => {
    for (const { botId } of state.applications.values()) {
      if (!state.members.has(botId)) continue;
      hub.dispatch({
        name,
        intents: GatewayIntent.Guilds,
        toBotId: botId,
        payload: ({ intents }) => ({ ...payloadFor(botId, intents) }),
      });
    }
  };
  const isGuildChannel = (channelId: string | undefined): boolean => {
    const channel = channelId === undefined ? undefined : state.channels.get(channelId);
    return channel !== undefined && channel.type !== ChannelType.Dm;
  };
  const placeOf = ({ interactionId, token }: Params): string | undefined =>
    interactionId !== undefined
      ? state.interactions.get(interactionId)?.channelId
      : [...state.interactions.values()].find((interaction) => interaction.token === token)?.channelId;

  const set = (unavailable: boolean): void => {
    if (unavailable === isOn) return;
    isOn = unavailable;
    if (unavailable) tellBots('GUILD_DELETE', () => ({ id: state.guild.id, unavailable: true }));
    else tellBots('GUILD_CREATE', (botId, intents) => toGuildCreate(state, botId, intents));
  };

  return {
    isOn: () => isOn,
    covers(params) {
      if (!isOn) return false;
      if (params.guildId !== undefined) return params.guildId === state.guild.id;
      if (params.channelId !== undefined) return isGuildChannel(params.channelId);
      return params.token !== undefined && isGuildChannel(placeOf(params));
    },
    set,
    active: () => (isOn ? ['The server is unavailable.'] : []),
    clear: () => set(false),
  };
}
