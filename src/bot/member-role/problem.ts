import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import { card, text } from '../cards/card.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Deliver } from '../delivery/outbox.js';
import type { Presence } from '../gateway/presence.js';
import type { Languages } from '../languages.js';
import type { SettingsStore } from '../settings/store.js';

const dayMs = 86_400_000;

/** Tells the log channel of a server why its role for linked members cannot be given, once a day. */
export function createProblemNews(deps: {
  settings: Pick<SettingsStore, 'of'>;
  presence: Pick<Presence, 'standing'>;
  messenger: Pick<Messenger, 'deliver'>;
  languages: Pick<Languages, 'ofChannel'>;
  clock: Clock;
  log: Log;
}): Deliver {
  const { settings, presence, messenger, languages, clock, log } = deps;
  return async (guildId) => {
    const { memberRole, logChannel, locale } = await settings.of(guildId);
    if (memberRole === null) return;
    const problem = await presence.standing(guildId, memberRole);
    if (problem === 'fine') return;
    log.warn(
      { guild: guildId, role: memberRole, problem },
      'role for linked members not given: see /settings',
    );
    if (logChannel === null) return;
    const t = languages.ofChannel(locale);
    const told = card('bad', [text(t(`settings.memberRole.${problem}`, { role: `<@&${memberRole}>` }))]);
    await messenger.deliver(logChannel, told, `role/${guildId}/${Math.floor(clock.now() / dayMs)}`);
  };
}
