import type { LinkedWallet } from '../session/store.js';
import { actions, button, type Card, card, download, finePrint, heading, note, text } from './card.js';
import { walletName } from './wallet.js';

/** All data about a member as a file. */
export const exportCard = (file: { name: string; bytes: Buffer }): Card =>
  card(
    'neutral',
    [
      heading(
        'Your data',
        'Everything the bot stores about you, and what the service stores for each wallet that is signed in.',
      ),
      download(file.name),
      finePrint('It contains no cookies, keys or codes. Keep it private anyway.'),
    ],
    [{ name: file.name, attachment: file.bytes }],
  );

/** Asks for confirmation and lists what is deleted and what is kept. */
export const askForgetCard = (
  { wallets, askedAt }: { wallets: readonly LinkedWallet[]; askedAt: number },
  owner: string,
): Card => {
  const signedOut = wallets.filter(({ ended }) => ended !== null);
  return card('bad', [
    heading('Delete all your data?', "This can't be undone."),
    text(
      '**You lose**',
      wallets.length > 0
        ? `- the link to ${wallets.map(walletName).join(', ')}; we end its sessions everywhere`
        : '- no wallet: you have none linked',
      signedOut.length > 0 &&
        `- but sessions elsewhere stay open for ${signedOut.map(walletName).join(', ')}, which is signed out here: to end those, sign in with it first`,
      '- control of your purchase and rig cards: the messages stay, but their buttons stop working',
      '- your open conversations: the threads stay, but the agent leaves them',
    ),
    text(
      '**What we keep, and why**',
      '- at the service: payments, credits and rigs stay with the wallet address, without your Discord ID, because the ledger is append-only. If you link the wallet again, the credits you paid for are still there',
      '- the moderator audit log, with your ID removed where a moderator looked you up. What you did as a moderator stays under your ID, so that moderators stay accountable',
      '- your messages in Discord, which you can delete there',
    ),
    actions(button('Delete everything', 'privacy:forget', owner, String(askedAt), 'danger')),
    finePrint('This button works for 15 minutes. To keep a copy, use `/privacy export` first.'),
  ]);
};

export const forgottenCard = note(
  'Your data was deleted',
  "The bot no longer stores anything about you, and it's signed out of all your wallets.",
  'over',
);
