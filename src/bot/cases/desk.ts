import type { Clock } from '../../base/clock.js';
import type { Log } from '../../base/log.js';
import type { Http } from '../../client/http.js';
import { proveAsking } from '../../contract/entitlement.js';
import { listPaymentCases } from '../../contract/payment-cases.js';
import type { Translate } from '../../copy/translate.js';
import type { Messenger } from '../delivery/messenger.js';
import { caseCard } from './card.js';
import type { CaseStore } from './store.js';

/**
 * Posts payment cases that need the operator's decision to one moderator channel: one card a case, updated when the
 * case closes.
 */
export function createCaseDesk(deps: {
  store: CaseStore;
  http: Http;
  messenger: Pick<Messenger, 'edit' | 'deliver'>;
  clock: Clock;
  log: Log;
  channelId: string;
  /** Shared with the service. */
  secret: string;
  network: string;
  /** Whether operators decide cases by buttons. */
  hasButtons: boolean;
  /** The language of the moderators' channel. */
  t: Translate;
  /** The member of the purchase, or of the wallet that paid. */
  buyerOf(intentId: string | null, payer: string | null): Promise<string | null>;
}) {
  const { store, http, messenger, clock, log, channelId, secret, network, hasButtons, t, buyerOf } = deps;
  return {
    /** One round: reads the open cases from the service. */
    async sweep(): Promise<void> {
      const asked_at = new Date(clock.now()).toISOString();
      const body = { asked_at, proof: proveAsking(secret, asked_at) };
      const { data, has_more } = (await http.call(listPaymentCases, { body }, {})).reply.body;
      await store.keep(data, !has_more);
    },
    async deliver(id: string): Promise<void> {
      const found = await store.find(id);
      if (!found || (found.state === 'over' && found.messageId === null)) return;
      const { intent_id, payer } = found.shown;
      const card = caseCard(found, { network, buyer: await buyerOf(intent_id, payer), hasButtons }, t);
      if (found.messageId !== null) return void (await messenger.edit(channelId, found.messageId, card));
      const messageId = await messenger.deliver(channelId, card, `case/${id}`);
      if (messageId !== null) return store.placed(id, messageId);
      log.warn(
        { channel: channelId, case: id },
        'case not posted: the channel in CASES_CHANNEL was deleted; set another one',
      );
    },
  };
}
