import type { Translate } from '../../copy/translate.js';
import { actions, button, type Card, card, download, finePrint, heading, note, text } from '../cards/card.js';
import type { LinkedWallet } from '../session/store.js';
import { walletName } from '../text.js';

/** All data about a member as a file. */
export const privacyFileCard = (file: { name: string; bytes: Buffer }, t: Translate): Card =>
  card(
    'neutral',
    [
      heading(t('privacy.export.title'), t('privacy.export.text')),
      download(file.name),
      finePrint(t('privacy.export.private')),
    ],
    [{ name: file.name, attachment: file.bytes }],
  );

/** Asks for confirmation, and lists the data that is deleted and the data that is kept. */
export const askForgetCard = (
  { wallets, askedAt }: { wallets: readonly LinkedWallet[]; askedAt: number },
  owner: string,
  t: Translate,
): Card => {
  const signedOut = wallets.filter(({ ended }) => ended !== null);
  return card('bad', [
    heading(t('privacy.delete.ask.title'), t('privacy.delete.ask.undone')),
    text(
      t('privacy.delete.lost.title'),
      wallets.length > 0
        ? t('privacy.delete.lost.wallets', { wallets: t.list(wallets.map(walletName)) })
        : t('privacy.delete.lost.no_wallet'),
      signedOut.length > 0 &&
        t('privacy.delete.lost.signed_out', {
          count: signedOut.length,
          wallets: t.list(signedOut.map(walletName)),
        }),
      t('privacy.delete.lost.cards'),
    ),
    text(t('privacy.delete.kept')),
    actions(button(t('privacy.delete.button'), 'privacy:forget', owner, String(askedAt), 'danger')),
    finePrint(t('privacy.delete.limits')),
  ]);
};

export const forgottenCard = (t: Translate): Card =>
  note(t('privacy.delete.done.title'), t('privacy.delete.done.text'), 'over');
