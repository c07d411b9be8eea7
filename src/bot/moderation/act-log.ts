import type { Log } from '../../base/log.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Deliver } from '../delivery/outbox.js';
import type { Languages } from '../languages.js';
import type { SettingsStore } from '../settings/store.js';
import { actCard } from './cards/audit.js';
import type { AuditStore } from './store.js';

/** Posts each act of a moderator to the log channel of the server, if it has one. */
export function createActLog(deps: {
  audit: Pick<AuditStore, 'find'>;
  settings: Pick<SettingsStore, 'of'>;
  messenger: Pick<Messenger, 'deliver'>;
  languages: Pick<Languages, 'ofChannel'>;
  log: Log;
}): Deliver {
  const { audit, settings, messenger, languages, log } = deps;
  return async (subject) => {
    const row = await audit.find(Number(subject));
    if (!row) return;
    const { logChannel, locale } = await settings.of(row.guildId);
    if (logChannel === null) return;
    const card = actCard(row, languages.ofChannel(locale));
    const posted = await messenger.deliver(logChannel, card, `act/${subject}`);
    if (posted === null)
      log.warn({ guild: row.guildId, channel: logChannel }, 'act not posted: the log channel was deleted');
  };
}
