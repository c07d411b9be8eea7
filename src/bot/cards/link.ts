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
  /** The wallets that are linked already, the primary first. */
  wallets: readonly LinkedWallet[];
};

const already = ([primary, ...more]: readonly LinkedWallet[]): string | null => {
  if (!primary) return null;
  if (primary.ended !== null)
    return `Sign in with **${shortAddress(primary.address)}** again, or with another wallet.`;
  const others = more.length > 0 ? ` and ${more.length} more` : '';
  return `You have **${shortAddress(primary.address)}**${others} linked. A wallet you link now is added; the first stays your primary.`;
};

/** The way to link: open the page or scan it, sign, come back with the code. */
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
        '1. Open the page and sign the text with your wallet.',
        '2. The page then shows a code.',
        '3. Press **Enter code** here and type it.',
      ),
      actions(linkButton('Open the page', url), button('Enter code', 'link:code', member.id, '', 'primary')),
      rule,
      finePrint('On a phone, scan this with your wallet’s browser.'),
      picture('link.png', 'QR code that opens the link page'),
      finePrint(
        `Valid until ${clockTime(expires)} (${relativeTime(expires)}).`,
        'It is no transaction and costs nothing. Nobody asks for your recovery phrase.',
        'Never open a link page somebody else sent you, and give the code to nobody.',
      ),
    ],
    [{ name: 'link.png', attachment: qrPng(url, 5) }],
  );
}

/** A wallet is the member's now; where it is not the one they act by, it can become that at once. */
export function linkedCard(
  { wallet, wallets }: { wallet: LinkedWallet; wallets: number },
  owner: string,
): Card {
  const { address, isPrimary } = wallet;
  const next = isPrimary
    ? 'Next: buy credits, then make a character with `/rig text`.'
    : `You have ${wallets} wallets now. Credits and rigs are each wallet’s own; your primary is the one that is used.`;
  return card('good', [
    heading('Wallet linked', `**${shortAddress(address)}** is now linked to you.`),
    finePrint(next),
    actions(
      isPrimary
        ? button('Get credits', 'buy:open', '*', '', 'primary')
        : button('Use this wallet', 'wallet:use', owner, address, 'primary'),
      wallets > 1 && button('My wallets', 'wallet:open', '*'),
    ),
  ]);
}

/** The wallet is another member's: it moves after a while, unless they sign with it again. */
export const contestedCard = ({ address, movesAt }: { address: string; movesAt: number }): Card =>
  card('waiting', [
    heading(
      'This wallet is linked to another member',
      `**${shortAddress(address)}** moves to you ${relativeTime(new Date(movesAt).toISOString())}, unless that member signs with it again before.`,
    ),
    finePrint('They were told. You hear of it when it has moved, or when they kept it.'),
    actions(button('My wallets', 'wallet:open', '*')),
  ]);

/** Stands in a channel for everybody; whoever presses gets a link of their own. */
export const linkPanelCard = (guildName: string): Card =>
  card('neutral', [
    heading(
      `Link your wallet in ${plain(guildName)}`,
      'Press the button: you get a link that only you can see, sign a text with your wallet, and type a code here.',
    ),
    finePrint(
      'It is no transaction and costs nothing. Nobody asks for your recovery phrase.',
      'Not sure that this is the true bot? `/verify-bot`',
    ),
    actions(button('Link wallet', 'link:open', '*', '', 'primary')),
  ]);

/** What tells the true bot from one that only looks like it. */
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
      'How to know the true bot',
      'Compare each line with what wrote to you. A name and a picture prove nothing.',
    ),
    text(
      facts({
        Bot: `<@${bot.userId}> (${plain(bot.name)})`,
        'User id': `\`${bot.userId}\``,
        'Application id': `\`${bot.applicationId}\``,
        'Link page': `\`${bot.linkOrigin}\``,
        'Set up': `<t:${Math.floor(bot.since / 1000)}:D> (${relativeTime(since)})`,
      }),
    ),
    rule,
    text(
      '**It never**',
      '- asks for a recovery phrase, a private key or a password',
      '- asks you to sign a transaction in order to link, but for the small transfer you choose yourself',
      '- sends a link to sign on by direct message, or on behalf of somebody else',
      '- asks you to give a code to anybody: codes are typed after **Enter code** only',
    ),
    finePrint(
      'This answer comes from the bot you gave the command to: look at its tag, and ask a moderator in doubt.',
    ),
  ]);
}
