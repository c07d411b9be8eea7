import { clockTime, plain, relativeTime, shortAddress } from '../text.js';
import {
  actions,
  button,
  type Card,
  card,
  finePrint,
  heading,
  linkButton,
  note,
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
  /** The wallet that is linked already, if any. */
  address: string | null;
};

/** The way to link: open the page or scan it, sign, come back with the code. */
export function linkCard({ url, expiresAt, member, guildName, address }: LinkOffer): Card {
  const expires = new Date(expiresAt).toISOString();
  return card(
    'neutral',
    [
      heading(
        'Link your Solana wallet',
        `For **${plain(member.name)}** in **${plain(guildName)}**.`,
        address &&
          `You have **${shortAddress(address)}** linked. A wallet you link now is used in its place.`,
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

export const linkedCard = (address: string): Card =>
  card('good', [
    heading('Wallet linked', `**${shortAddress(address)}** is now linked to you.`),
    finePrint('Next: buy credits, then make a character with `/rig text`.'),
    actions(button('Get credits', 'buy:open', '*', '', 'primary')),
  ]);

export const unlinkedCard = (address: string | null): Card =>
  address
    ? note(
        'Wallet unlinked',
        `**${shortAddress(address)}** is no longer linked and its session is closed.`,
        'over',
      )
    : note('Nothing to unlink', 'No wallet is linked to you here. Use `/link` to connect one.', 'over');
