import { GatewayIntent } from '../gateway/intents.js';
import { toGuild } from '../gateway/ready.js';
import type { EventHub } from '../hub.js';
import { checkLocale } from '../people/locale.js';
import type { State } from '../state/state.js';

/**
 * Changes the server's language: `preferred_locale`, and `guild_locale` of interactions. The real Discord offers this
 * to Community servers only.
 */
export function useGuildLocale({ state, hub }: { state: State; hub: EventHub }, locale: string): void {
  checkLocale(locale);
  state.guild.locale = locale;
  const guild = toGuild(state);
  hub.dispatch({ name: 'GUILD_UPDATE', intents: GatewayIntent.Guilds, payload: () => guild });
  hub.announce({ type: 'guild' });
}
