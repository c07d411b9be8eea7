import { GatewayIntent } from '../gateway/intents.js';
import { toGuild } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import { checkLocale } from '../people/locale.js';
import type { Guild } from '../state/model.js';

/**
 * Changes a server's language: `preferred_locale`, and `guild_locale` of interactions. The real Discord offers this
 * to Community servers only.
 */
export function useGuildLocale(hub: EventHub, guild: Guild, locale: string): void {
  checkLocale(locale);
  guild.locale = locale;
  const payload = toGuild(guild);
  hub.dispatch({
    name: 'GUILD_UPDATE',
    intents: GatewayIntent.Guilds,
    guildId: guild.id,
    payload: () => payload,
  });
  hub.announce({ type: 'guild', guildId: guild.id });
}
