import { isAppError } from '../../base/errors.js';
import type { Log } from '../../base/log.js';
import { giveWelcome } from '../../contract/people.js';
import { note } from '../cards/card.js';
import type { SendDirect } from '../delivery/direct.js';
import type { Deliver } from '../delivery/outbox.js';
import type { Languages } from '../languages.js';
import type { Sessions } from '../session/flow.js';
import type { SettingsStore } from '../settings/store.js';
import type { AskOperator } from './operator.js';

/** Whom the service names as the giver; no moderator has such an id. */
const giver = 'welcome';

/** Gives a member who linked a wallet the welcome credits of the server, once, and tells them. */
export function createWelcomeDelivery(deps: {
  settings: Pick<SettingsStore, 'of'>;
  sessions: Pick<Sessions, 'walletsOf'>;
  ask: AskOperator;
  sendDirect: SendDirect;
  languages: Pick<Languages, 'ofChannel' | 'ofMember'>;
  log: Log;
}): Deliver {
  const { settings, sessions, ask, sendDirect, languages, log } = deps;
  return async (subject) => {
    const [server = '', person = ''] = subject.split('/');
    const { welcomeCredits: credits, locale } = await settings.of(server);
    const accounts = (await sessions.walletsOf(person)).map(({ userId }) => userId);
    if (credits === 0 || accounts.length === 0) return;
    const reason = languages.ofChannel(locale)('welcome.reason');
    try {
      const { refusal } = await ask(giveWelcome, { server, actor: giver, person, accounts, credits, reason });
      if (refusal === 'not_here' || refusal === 'server_limit')
        log.warn({ guild: server, refusal }, 'welcome credits not given: see GRANT_SERVERS');
      if (refusal !== null) return;
    } catch (error) {
      if (isAppError(error, 'not_found')) return; // a service without credits of moderators
      throw error;
    }
    const t = await languages.ofMember(person);
    const told = note(t('welcome.card.title', { credits }), t('welcome.card.text'), 'good');
    await sendDirect(person, told, `welcome/${subject}`);
  };
}
