import type { LinkedWallet } from '../session/store.js';
import { actions, button, type Card, card, download, finePrint, heading, note, text } from './card.js';
import { walletName } from './wallet.js';

/** Everything that is held about a member, as a file. */
export const exportCard = (file: { name: string; bytes: Buffer }): Card =>
  card(
    'neutral',
    [
      heading(
        'Your data',
        'Everything the bot holds about you, and what the service holds of each wallet that is signed in.',
      ),
      download(file.name),
      finePrint('No cookies, keys or codes are in it. Keep it to yourself all the same.'),
    ],
    [{ name: file.name, attachment: file.bytes }],
  );

/** What would be lost and what has to stay, before anything happens. */
export const askForgetCard = (
  { wallets, askedAt }: { wallets: readonly LinkedWallet[]; askedAt: number },
  owner: string,
): Card => {
  const signedOut = wallets.filter(({ ended }) => ended !== null);
  return card('bad', [
    heading('Delete everything about you?', 'This cannot be taken back.'),
    text(
      '**You lose**',
      wallets.length > 0
        ? `- the link to ${wallets.map(walletName).join(', ')}; sessions are ended, everywhere`
        : '- nothing of a wallet: none is linked',
      signedOut.length > 0 &&
        `- but not the sessions elsewhere of ${signedOut.map(walletName).join(', ')}, which is signed out here: to end those, sign in with it first`,
      '- the cards of your purchases and rigs: they stay where they were posted, but their buttons end',
      '- your open talks: the threads stay, the agent leaves them',
    ),
    text(
      '**What stays, and why**',
      '- at the service: payments, credits and rigs under the wallet’s address, without your Discord id. A ledger that could lose lines would be none, and credits you paid for are there when you link the wallet again',
      '- acts of moderators, without saying that they were about you; what you did as a moderator yourself stays with your id, so that moderators can be held to it',
      '- messages in Discord, which you can delete there',
    ),
    actions(button('Delete everything', 'privacy:forget', owner, String(askedAt), 'danger')),
    finePrint('The button works for a quarter of an hour. To keep a copy, use `/privacy export` first.'),
  ]);
};

export const forgottenCard = note(
  'Everything was deleted',
  'Nothing about you is kept here any more, and the bot is signed in nowhere for you.',
  'over',
);
