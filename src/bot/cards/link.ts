import type { LinkedWallet } from '../session/store.js';
import { clockTime, plain, relativeTime, shortAddress } from '../text.js';
import {
  actions,
  button,
  type Card,
  card,
  facts,
  finePrint,
  heading,
  linkButton,
  picture,
  rule,
  text,
} from './card.js';
import { qrPng } from './qr.js';

export type LinkOffer = {
  url: string;
  expiresAt: number;
  member: { id: string; name: string };
  guildName: string;
  /** Wallets linked so far, the primary first. */
  wallets: readonly LinkedWallet[];
};

const already = ([primary, ...more]: readonly LinkedWallet[]): string | null => {
  if (!primary) return null;
  if (primary.ended !== null)
    return `Sign in again with **${shortAddress(primary.address)}**, or use another wallet.`;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `You already linked **${shortAddress(primary.address)}**${others}. A new wallet is added to your account; your primary stays the same.`;
};

/** How to link: open or scan the page, sign, enter the code here. */
export function linkCard({ url, expiresAt, member, guildName, wallets }: LinkOffer): Card {
  const expires = new Date(expiresAt).toISOString();
  return card(
    'neutral',
    [
      heading(
        'Link your Solana wallet',
        `For **${plain(member.name)}** in **${plain(guildName)}**.`,
        already(wallets),
      ),
      text(
        '1. Open the page and sign the message with your wallet.',
        '2. The page shows you a code.',
        '3. Press **Enter code** here and type it in.',
      ),
      actions(linkButton('Open the page', url), button('Enter code', 'link:code', member.id, '', 'primary')),
      rule,
      finePrint("On a phone, scan this with your wallet app's browser."),
      picture('link.png', 'QR code that opens the link page'),
      finePrint(
        `Valid until ${clockTime(expires)} (${relativeTime(expires)}).`,
        "This isn't a transaction and it's free. We never ask for your recovery phrase.",
        'Never open a link page someone else sent you. Never share the code.',
      ),
    ],
    [{ name: 'link.png', attachment: qrPng(url, 5) }],
  );
}

/** A wallet was linked; a button makes it the primary when it is not. */
export function linkedCard(
  { wallet, wallets }: { wallet: LinkedWallet; wallets: number },
  owner: string,
): Card {
  const { address, isPrimary } = wallet;
  const next = isPrimary
    ? 'Next: buy credits, then make a character with `/rig text`.'
    : `You now have ${wallets} wallets. Each wallet has its own credits and rigs; we use your primary wallet.`;
  return card('good', [
    heading('Wallet linked', `**${shortAddress(address)}** is linked to your account.`),
    finePrint(next),
    actions(
      isPrimary
        ? button('Get credits', 'buy:open', '*', '', 'primary')
        : button('Use this wallet', 'wallet:use', owner, address, 'primary'),
      wallets > 1 && button('My wallets', 'wallet:open', '*'),
    ),
  ]);
}

/** Another member has the wallet: it moves after a delay unless they sign with it again. */
export const contestedCard = ({ address, movesAt }: { address: string; movesAt: number }): Card =>
  card('waiting', [
    heading(
      'This wallet is linked to another member',
      `**${shortAddress(address)}** moves to you ${relativeTime(new Date(movesAt).toISOString())} unless that member signs with it again first.`,
    ),
    finePrint("We told them. We'll message you when it moves or if they keep it."),
    actions(button('My wallets', 'wallet:open', '*')),
  ]);

/** A public panel in a channel; each member who presses the button gets their own link. */
export const linkPanelCard = (guildName: string): Card =>
  card('neutral', [
    heading(
      `Link your wallet in ${plain(guildName)}`,
      'Press the button to get a link that only you can see. Sign a message with your wallet, then enter the code here.',
    ),
    finePrint(
      "This isn't a transaction and it's free. We never ask for your recovery phrase.",
      'Not sure this is the real bot? Use `/verify-bot`.',
    ),
    actions(button('Link wallet', 'link:open', '*', '', 'primary')),
  ]);

/** How to tell the real bot from an impostor. */
export function verifyBotCard(bot: {
  userId: string;
  name: string;
  applicationId: string;
  since: number;
  linkOrigin: string;
}): Card {
  const since = new Date(bot.since).toISOString();
  return card('neutral', [
    heading(
      'Check that this is the real bot',
      'Compare each line with the bot that messaged you. Names and avatars can be copied.',
    ),
    text(
      facts({
        Bot: `<@${bot.userId}> (${plain(bot.name)})`,
        'User ID': `\`${bot.userId}\``,
        'Application ID': `\`${bot.applicationId}\``,
        'Link page': `\`${bot.linkOrigin}\``,
        Created: `<t:${Math.floor(bot.since / 1000)}:D> (${relativeTime(since)})`,
      }),
    ),
    rule,
    text(
      '**This bot never**',
      '- asks for a recovery phrase, a private key or a password',
      '- asks you to sign a transaction to link, except the small transfer if you choose that way yourself',
      '- sends a signing link by direct message, or on behalf of someone else',
      '- asks you to share a code: enter codes only after pressing **Enter code**',
    ),
    finePrint(
      'This reply comes from the bot you ran the command on. Check its tag, and ask a moderator if in doubt.',
    ),
  ]);
}
