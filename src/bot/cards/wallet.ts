import type { EndReason } from '../../client/session.js';
import type { Notice, NoticeKind } from '../link/notice.js';
import type { Takeover } from '../link/takeover.js';
import type { LinkedWallet } from '../session/store.js';
import { plain, relativeTime, shortAddress } from '../text.js';
import {
  type Accent,
  actions,
  beside,
  button,
  type Card,
  card,
  finePrint,
  heading,
  rule,
  text,
} from './card.js';

const when = (ms: number): string => relativeTime(new Date(ms).toISOString());

/** As members speak of a wallet: its label if it has one, and its short address. */
export const walletName = ({ label, address }: Pick<LinkedWallet, 'label' | 'address'>): string =>
  label ? `${plain(label)} (${shortAddress(address)})` : shortAddress(address);

const ends: Record<EndReason, string> = {
  expired: 'signed out: not used for long, or ended elsewhere. Use `/link` and sign with it again',
  reused: 'signed out for safety: a used key came back. Use `/link` and sign with it again',
  refused: 'signed out: the service ended the session. Use `/link` and sign with it again',
  logged_out: 'signed out by you. Use `/link` and sign with it to come back',
};

const walletPart = (wallet: LinkedWallet, owner: string) => {
  const { isPrimary, linkedAt, ended, address } = wallet;
  const lines = [
    `**${walletName(wallet)}**${isPrimary ? ' · ★ primary' : ''}`,
    `-# ${ended === null ? '● signed in' : `○ ${ends[ended]}`} · linked ${when(linkedAt)}`,
  ];
  if (isPrimary) return text(...lines);
  return beside(button('Use', 'wallet:use', owner, address), ...lines);
};

type Waiting = { waiting: readonly Takeover[]; owner: string };

const waitingPart = ({ id, address, toMember, movesAt }: Takeover, owner: string) =>
  toMember === owner
    ? beside(
        button('Withdraw', 'wallet:withdraw', owner, id),
        `**${shortAddress(address)}** is another member’s`,
        `-# It moves to you ${when(movesAt)}, unless they sign with it again.`,
      )
    : beside(
        button('Keep it', 'link:open', '*', id, 'primary'),
        `**Somebody else has proven ${shortAddress(address)}**`,
        `-# It moves to them ${when(movesAt)}. Sign with it again before, and it stays yours.`,
      );

const mostWaiting = 4;

/** A member's wallets, the primary first, and what waits. */
export function walletsCard({
  wallets,
  waiting,
  owner,
}: Waiting & { wallets: readonly LinkedWallet[] }): Card {
  const add = actions(
    button(wallets.length > 0 ? 'Link another wallet' : 'Link a wallet', 'link:open', '*', '', 'primary'),
  );
  if (wallets.length === 0 && waiting.length === 0)
    return card('neutral', [heading('Your wallets', 'None is linked to you here yet.'), add]);
  return card(waiting.length > 0 ? 'waiting' : 'neutral', [
    heading('Your wallets'),
    ...wallets.flatMap((wallet) => [rule, walletPart(wallet, owner)]),
    ...waiting.slice(0, mostWaiting).flatMap((takeover) => [rule, waitingPart(takeover, owner)]),
    finePrint('Credits and rigs are each wallet’s own; the primary is the one that is used.'),
    add,
  ]);
}

const changedCard = (accent: Accent, title: string, sentence: string): Card =>
  card(accent, [heading(title, sentence), actions(button('My wallets', 'wallet:open', '*'))]);

export const usedCard = (wallet: LinkedWallet): Card =>
  changedCard(
    wallet.ended === null ? 'good' : 'waiting',
    'Primary wallet chosen',
    wallet.ended === null
      ? `**${walletName(wallet)}** is used from now on. Talks that were open have ended.`
      : `**${walletName(wallet)}** is your primary, and is ${ends[wallet.ended]}.`,
  );

export const labelledCard = (wallet: LinkedWallet): Card =>
  changedCard(
    'good',
    wallet.label ? 'Wallet named' : 'Name taken away',
    `It is now shown as **${walletName(wallet)}**.`,
  );

const everywhere = { here: '', everywhere: ' All its sessions elsewhere were ended too.' } as const;

export const unlinkedCard = (wallet: LinkedWallet, scope: keyof typeof everywhere): Card =>
  changedCard(
    'over',
    'Wallet unlinked',
    `**${walletName(wallet)}** is no longer linked and its session is closed.${everywhere[scope]}`,
  );

export const loggedOutCard = (wallet: LinkedWallet, scope: keyof typeof everywhere): Card =>
  changedCard(
    'over',
    'Signed out',
    `**${walletName(wallet)}** stays linked, but nothing can be done with it until you sign with it again by \`/link\`.${everywhere[scope]}`,
  );

export const nothingLinkedCard: Card = changedCard(
  'over',
  'Nothing to unlink',
  'No wallet is linked to you here. Use `/link` to connect one.',
);

export const withdrawnCard: Card = changedCard(
  'over',
  'Taken back',
  'The wallet stays with the member who has it.',
);

/** One open session of a wallet, as the service tells it. */
export type OpenSession = { id: string; created_at: string; last_used_at: string; current: boolean };

const mostSessions = 8; // with their buttons, what one card has room for
const longestId = 40; // what a custom id has room for

/** Where a wallet is signed in; each but the bot's own can be ended. */
export function sessionsCard(
  { wallet, sessions }: { wallet: LinkedWallet; sessions: readonly OpenSession[] },
  owner: string,
): Card {
  const ref = (which: string) => `${wallet.address.slice(0, 12)}/${which}`;
  const line = ({ id, created_at, last_used_at, current }: OpenSession) => {
    const lines = [
      current ? '**This one, held by the bot**' : '**Elsewhere**',
      `-# since ${relativeTime(created_at)} · last used ${relativeTime(last_used_at)}`,
    ];
    return current || id.length > longestId
      ? text(...lines)
      : beside(button('End', 'wallet:end', owner, ref(id)), ...lines);
  };
  const shown = [...sessions].sort((a, b) => Number(b.current) - Number(a.current)).slice(0, mostSessions);
  const more = sessions.length - shown.length;
  const others = sessions.some(({ current }) => !current);
  return card('neutral', [
    heading('Open sessions', `Where **${walletName(wallet)}** is signed in.`),
    ...shown.flatMap((session) => [rule, line(session)]),
    finePrint(
      more > 0 && `and ${more} more`,
      others ? 'You do not know one of them? End it.' : 'It is signed in nowhere else.',
    ),
    actions(others && button('End all others', 'wallet:end', owner, ref('others'), 'danger')),
  ]);
}

type Look = { accent: Accent; title: string; says: (short: string, at: string) => string };

const looks: Record<NoticeKind, Look> = {
  linked: {
    accent: 'good',
    title: 'A wallet was added to your account',
    says: (short) =>
      `**${short}** was linked to you just now. Was it not you? Use \`/wallet unlink\` at once.`,
  },
  reused: {
    accent: 'bad',
    title: 'You were signed out for safety',
    says: (short) =>
      `An old key of the session of **${short}** was used again, which happens when somebody copied it. The session was ended. Use \`/link\` to sign in again, and look at \`/wallet sessions\`.`,
  },
  logged_out_everywhere: {
    accent: 'over',
    title: 'Signed out everywhere',
    says: (short) =>
      `Every session of **${short}** was ended. Was it not you? Use \`/link\` to sign in again.`,
  },
  takeover_asked: {
    accent: 'bad',
    title: 'Somebody else has proven your wallet',
    says: (short, at) =>
      `Another member signed with **${short}** and asks for it. It moves to them ${at}. Is it yours? Sign with it again before and it stays with you: \`/link\` in the server.`,
  },
  takeover_lost: {
    accent: 'over',
    title: 'A wallet has moved to another member',
    says: (short) =>
      `**${short}** was proven by another member and you did not object, so it is theirs now and your session with it has ended. Whoever holds the wallet can ask for it back by \`/link\`.`,
  },
  takeover_won: {
    accent: 'good',
    title: 'The wallet is yours now',
    says: (short) =>
      `**${short}** has moved to you: the other member did not object. Look at \`/wallet sessions\` and end what you do not know.`,
  },
  takeover_refused: {
    accent: 'over',
    title: 'The wallet stays with the other member',
    says: (short) => `The member who has **${short}** has proven it anew, so it does not move to you.`,
  },
  purchase_returned: {
    accent: 'over',
    title: 'Discord returned your money',
    says: (short) => `The credits that were bought with it were taken from **${short}** again.`,
  },
  purchase_returned_spent: {
    accent: 'over',
    title: 'Discord returned your money',
    says: (short) =>
      `The credits that were bought with it were taken from **${short}** again, as far as they were not spent. Whoever runs this bot decides about the others.`,
  },
  rig_unseen: {
    accent: 'waiting',
    title: 'About your rig',
    says: () =>
      'A rig of yours has ended, but the message that showed it was deleted, so I can’t show it there. See it with `/rigs`.',
  },
};

/** What a member must know about a wallet of theirs. */
export function noticeCard({ kind, address, refersAt, createdAt }: Notice): Card {
  const { accent, title, says } = looks[kind];
  return card(accent, [
    heading(title, says(shortAddress(address), refersAt === null ? 'soon' : when(refersAt))),
    finePrint(`${when(createdAt)} · \`${address}\``),
  ]);
}
