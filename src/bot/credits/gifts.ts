import { AppError, isAppError } from '../../base/errors.js';
import { giveCredits } from '../../contract/gifts.js';
import { reason } from '../../copy/reason.js';
import type { Messenger } from '../delivery/messenger.js';
import type { Languages } from '../languages.js';
import type { Member, Place } from '../place.js';
import type { Sessions } from '../session/flow.js';
import { giftNewsCard } from './gift-card.js';

/** A member of the server as a gift's recipient; null fields where they are not one. */
export type Recipient = { id: string; isBot: boolean; isHere: boolean };

/** Gives credits of one member to another. Both need an account: a gift is never kept for a member without one. */
export function createGifts(deps: {
  sessions: Sessions;
  messenger: Pick<Messenger, 'send'>;
  languages: Pick<Languages, 'ofChannel'>;
}) {
  const { sessions, messenger, languages } = deps;

  /** The wallet that gets the credits: the primary one, also while it is signed out. */
  const walletFor = async (giver: Member, { id, isBot, isHere }: Recipient): Promise<string> => {
    if (id === giver.id) throw new AppError('invalid_request', reason('gift.error.oneself'));
    if (isBot) throw new AppError('invalid_request', reason('gift.error.bot'));
    if (!isHere) throw new AppError('not_found', reason('gift.error.stranger', { member: `<@${id}>` }));
    const [first] = await sessions.walletsOf(id);
    if (!first) throw new AppError('not_found', reason('gift.error.no_account', { member: `<@${id}>` }));
    return first.address;
  };

  return {
    /** Checks a gift before its giver confirms it. @throws AppError */
    async check(giver: Member, recipient: Recipient): Promise<void> {
      await walletFor(giver, recipient);
      if (!(await sessions.walletOf(giver.id))) throw new AppError('unauthenticated');
    },

    /**
     * Gives the credits, once for each key, and tells the recipient in the channel, without the amount.
     * @returns what the giver has left
     */
    async give(
      giver: Member,
      place: Place,
      gift: { to: Recipient; credits: number },
      key: string,
    ): Promise<number> {
      const to = await walletFor(giver, gift.to);
      const body = { to, credits: gift.credits };
      const service = sessions.serviceOf(giver.id, undefined, place);
      const given = await service
        .call(giveCredits, { body, idempotencyKey: `gift/${key}` })
        .catch((error) => {
          if (isAppError(error, 'not_found') && error.serviceDetail === undefined)
            throw new AppError('not_found', reason('gift.error.unsupported'));
          throw error;
        });
      const news = giftNewsCard({ from: giver.id, to: gift.to.id }, languages.ofChannel(place.locale));
      await messenger.send(place.channelId, news, `gift/${key}`, { mention: gift.to.id });
      return given.body.available;
    },
  };
}
