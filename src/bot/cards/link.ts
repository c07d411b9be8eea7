import { clockTime, relativeTime, shortAddress } from '../text.js';
import { button, type Card, colours, linkButton, note, row } from './card.js';
import { qrPng } from './qr.js';

/** The way to link: open the page or scan it, sign, come back with the code. */
export function linkCard(link: { url: string; expiresAt: number }, owner: string): Card {
  const expires = new Date(link.expiresAt).toISOString();
  return {
    embeds: [
      {
        title: 'Link your Solana wallet',
        description: [
          '**1.** Open the page and sign the text with your wallet. It is no transaction and costs nothing.',
          '**2.** The page then shows a code.',
          '**3.** Press **Enter code** here and type it.',
          '',
          'Never open a link page somebody else sent you, and give the code to nobody.',
        ].join('\n'),
        fields: [
          { name: 'Valid until', value: `${clockTime(expires)} (${relativeTime(expires)})`, inline: true },
        ],
        image: { url: 'attachment://link.png' },
        color: colours.brand,
        footer: { text: 'On a phone: scan the code with your wallet’s browser.' },
      },
    ],
    components: [
      row(linkButton('Open the page', link.url), button('Enter code', 'link:code', owner, '', 'primary')),
    ],
    files: [{ name: 'link.png', attachment: qrPng(link.url, 4) }],
  };
}

export const linkedCard = (address: string): Card =>
  note(
    'Wallet linked',
    `**${shortAddress(address)}** is now linked to you.\nNext: \`/buy\` credits, then \`/rig text\` to make a character.`,
    colours.good,
  );

export const alreadyLinkedCard = (
  address: string,
  link: { url: string; expiresAt: number },
  owner: string,
): Card => {
  const card = linkCard(link, owner);
  const content = `You have **${shortAddress(address)}** linked. Linking another wallet takes its place.`;
  return { ...card, content };
};

export const unlinkedCard = (address: string | null): Card =>
  address
    ? note(
        'Wallet unlinked',
        `**${shortAddress(address)}** is no longer linked and its session is closed.`,
        colours.calm,
      )
    : note('Nothing to unlink', 'No wallet is linked to you here. Use `/link` to connect one.', colours.calm);
