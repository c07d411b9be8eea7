import type { AppError } from '../../../base/errors.js';
import type { Translate } from '../../../copy/translate.js';
import {
  actions,
  button,
  type Card,
  card,
  finePrint,
  heading,
  linkButton,
  picture,
  rule,
  text,
} from '../../cards/card.js';
import { qrPng } from '../../cards/qr.js';
import { errorText, refusalTitle } from '../../failure.js';
import type { LinkedWallet } from '../../session/store.js';
import { clockTime, plain, relativeTime, shortAddress } from '../../text.js';

export type LinkOffer = {
  url: string;
  expiresAt: number;
  member: { id: string; name: string };
  guildName: string;
  /** Wallets linked so far, the primary first. */
  wallets: readonly LinkedWallet[];
  /** The phrase that the member chose to recognize the real bot by. */
  phrase: string | null;
};

const already = ([primary, ...more]: readonly LinkedWallet[], t: Translate): string | null => {
  if (!primary) return null;
  const address = shortAddress(primary.address);
  if (primary.ended !== null) return t('link.card.signed_out', { address });
  return t('link.card.already', { address, more: more.length });
};

/** How to link: open or scan the page, sign, enter the code here. */
export function linkCard(
  { url, expiresAt, member, guildName, wallets, phrase }: LinkOffer,
  t: Translate,
): Card {
  const expires = new Date(expiresAt).toISOString();
  const enterCode = t('link.card.code.button');
  return card(
    'neutral',
    [
      heading(
        t('link.card.title'),
        t('link.card.for', { member: plain(member.name), server: plain(guildName) }),
        already(wallets, t),
        phrase && t('link.card.phrase', { phrase: plain(phrase) }),
      ),
      text(t('link.card.steps', { button: enterCode })),
      actions(
        linkButton(t('link.card.open.button'), url),
        button(enterCode, 'link:code', member.id, '', 'primary'),
      ),
      rule,
      finePrint(t('link.card.phone')),
      picture('link.png', t('link.card.qr')),
      finePrint(
        t('link.card.valid', { clock: clockTime(expires), relative: relativeTime(expires) }),
        t('link.card.free'),
        t('link.card.secret'),
      ),
    ],
    [{ name: 'link.png', attachment: qrPng(url, 5) }],
  );
}

/**
 * Why a link can't be finished now, in place of its card.
 * @param url of its page, where the member may have to go first
 */
export function refusedLinkCard(error: AppError, owner: string, url: string | null, t: Translate): Card {
  const canRetry = error.code === 'invalid_request';
  return card('neutral', [
    heading(refusalTitle(error, t), errorText(error, t)),
    actions(
      canRetry && linkButton(t('link.card.open.button'), url),
      button(t('error.retry.button'), canRetry ? 'link:code' : 'link:again', owner, '', 'primary'),
      error.code === 'quota_exceeded' && button(t('wallet.list.button'), 'wallet:open', '*'),
    ),
    finePrint(t('link.card.secret')),
  ]);
}

/** A wallet was linked; a button makes it the primary when it is not. */
export function linkedCard(
  { wallet, wallets }: { wallet: LinkedWallet; wallets: number },
  owner: string,
  t: Translate,
): Card {
  const { address, isPrimary } = wallet;
  return card('good', [
    heading(t('link.linked.title'), t('link.linked.text', { address: shortAddress(address) })),
    finePrint(isPrimary ? t('link.linked.next.first') : t('link.linked.next.more', { wallets })),
    actions(
      isPrimary
        ? button(t('credits.get.button'), 'buy:open', '*', '', 'primary')
        : button(t('link.linked.use.button'), 'wallet:use', owner, address, 'primary'),
      wallets > 1 && button(t('wallet.list.button'), 'wallet:open', '*'),
    ),
  ]);
}

/** Another member has the wallet: it moves after a delay unless they sign with it again. */
export const contestedCard = (
  { address, movesAt }: { address: string; movesAt: number },
  t: Translate,
): Card =>
  card('waiting', [
    heading(
      t('link.contested.title'),
      t('link.contested.text', {
        address: shortAddress(address),
        when: relativeTime(new Date(movesAt).toISOString()),
      }),
    ),
    finePrint(t('link.contested.told')),
    actions(button(t('wallet.list.button'), 'wallet:open', '*')),
  ]);

/** A public panel in a channel; each member who presses the button gets their own link. */
export const linkPanelCard = (guildName: string, t: Translate): Card =>
  card('neutral', [
    heading(t('link.panel.title', { server: plain(guildName) }), t('link.panel.text')),
    finePrint(t('link.card.free'), t('link.panel.real')),
    actions(button(t('link.panel.open.button'), 'link:open', '*', '', 'primary')),
  ]);
