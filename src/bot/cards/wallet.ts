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

/** A wallet's name for members: its label, if any, and its short address. */
export const walletName = ({ label, address }: Pick<LinkedWallet, 'label' | 'address'>): string =>
  label ? `${plain(label)} (${shortAddress(address)})` : shortAddress(address);

const ends: Record<EndReason, string> = {
  expired: 'signed out: unused for too long, or ended elsewhere. Use `/link` to sign in again',
  reused: 'signed out for your safety: an old session token was reused. Use `/link` to sign in again',
  refused: 'signed out: the service ended the session. Use `/link` to sign in again',
  logged_out: 'signed out by you. Use `/link` to sign in again',
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
        `**${shortAddress(address)}** is linked to another member`,
        `-# It moves to you ${when(movesAt)} unless they sign with it again.`,
      )
    : beside(
        button('Keep it', 'link:open', '*', id, 'primary'),
        `**Someone else is claiming ${shortAddress(address)}**`,
        `-# It moves to them ${when(movesAt)}. Sign with it before then to keep it.`,
      );

const mostWaiting = 4;

/** A member's wallets, the primary first, and pending takeovers. */
export function walletsCard({
  wallets,
  waiting,
  owner,
}: Waiting & { wallets: readonly LinkedWallet[] }): Card {
  const add = actions(
    button(wallets.length > 0 ? 'Link another wallet' : 'Link a wallet', 'link:open', '*', '', 'primary'),
  );
  if (wallets.length === 0 && waiting.length === 0)
    return card('neutral', [heading('Your wallets', "You haven't linked a wallet yet."), add]);
  return card(waiting.length > 0 ? 'waiting' : 'neutral', [
    heading('Your wallets'),
    ...wallets.flatMap((wallet) => [rule, walletPart(wallet, owner)]),
    ...waiting.slice(0, mostWaiting).flatMap((takeover) => [rule, waitingPart(takeover, owner)]),
    finePrint('Each wallet has its own credits and rigs. We use your primary wallet.'),
    add,
  ]);
}

const changedCard = (accent: Accent, title: string, sentence: string): Card =>
  card(accent, [heading(title, sentence), actions(button('My wallets', 'wallet:open', '*'))]);

export const usedCard = (wallet: LinkedWallet): Card =>
  changedCard(
    wallet.ended === null ? 'good' : 'waiting',
    'Primary wallet changed',
    wallet.ended === null
      ? `**${walletName(wallet)}** is now your primary wallet. Your open conversations have ended.`
      : `**${walletName(wallet)}** is now your primary wallet, but it's ${ends[wallet.ended]}.`,
  );

export const labelledCard = (wallet: LinkedWallet): Card =>
  changedCard(
    'good',
    wallet.label ? 'Wallet named' : 'Wallet name removed',
    `It now appears as **${walletName(wallet)}**.`,
  );

const everywhere = { here: '', everywhere: ' We also ended all its other sessions.' } as const;

export const unlinkedCard = (wallet: LinkedWallet, scope: keyof typeof everywhere): Card =>
  changedCard(
    'over',
    'Wallet unlinked',
    `**${walletName(wallet)}** is no longer linked, and its session has ended.${everywhere[scope]}`,
  );

export const loggedOutCard = (wallet: LinkedWallet, scope: keyof typeof everywhere): Card =>
  changedCard(
    'over',
    'Signed out',
    `**${walletName(wallet)}** stays linked. To use it again, sign in with \`/link\`.${everywhere[scope]}`,
  );

export const nothingLinkedCard: Card = changedCard(
  'over',
  'Nothing to unlink',
  'You have no linked wallet. Use `/link` to add one.',
);

export const withdrawnCard: Card = changedCard(
  'over',
  'Request withdrawn',
  'The wallet stays with the other member.',
);

/** One open session of a wallet, as the service reports it. */
export type OpenSession = { id: string; created_at: string; last_used_at: string; current: boolean };

const mostSessions = 8; // how many fit on one card with their buttons
const longestId = 40; // characters that fit in a custom id

/** Where a wallet is signed in, with buttons to end every session except the bot's own. */
export function sessionsCard(
  { wallet, sessions }: { wallet: LinkedWallet; sessions: readonly OpenSession[] },
  owner: string,
): Card {
  const ref = (which: string) => `${wallet.address.slice(0, 12)}/${which}`;
  const line = ({ id, created_at, last_used_at, current }: OpenSession) => {
    const lines = [
      current ? '**This bot**' : '**Another session**',
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
      others ? "Don't recognize one? End it." : "It isn't signed in anywhere else.",
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
      `**${short}** was just linked to your account. Not you? Use \`/wallet unlink\` right away.`,
  },
  reused: {
    accent: 'bad',
    title: 'We signed you out for your safety',
    says: (short) =>
      `An old session token of **${short}** was reused, which happens when someone copied it, so we ended the session. Your wallet's keys are not involved. Use \`/link\` to sign in again, then check \`/wallet sessions\`.`,
  },
  logged_out_everywhere: {
    accent: 'over',
    title: 'Signed out everywhere',
    says: (short) => `Every session of **${short}** was ended. Not you? Use \`/link\` to sign in again.`,
  },
  takeover_asked: {
    accent: 'bad',
    title: 'Someone else is claiming your wallet',
    says: (short, at) =>
      `Another member signed with **${short}** and wants to link it. It moves to them ${at}. Is it yours? Sign with it before then to keep it: use \`/link\` in the server.`,
  },
  takeover_lost: {
    accent: 'over',
    title: 'Your wallet moved to another member',
    says: (short) =>
      `Another member signed with **${short}** and you didn't object, so it's linked to them now and your session has ended. If you hold the wallet, use \`/link\` to claim it back.`,
  },
  takeover_won: {
    accent: 'good',
    title: 'The wallet is linked to your account',
    says: (short) =>
      `**${short}** moved to you because the other member didn't object. Check \`/wallet sessions\` and end any session you don't recognize.`,
  },
  takeover_refused: {
    accent: 'over',
    title: 'The wallet stays with the other member',
    says: (short) => `The member who has **${short}** signed with it again, so it doesn't move to you.`,
  },
  purchase_returned: {
    accent: 'over',
    title: 'Discord refunded your purchase',
    says: (short) => `The credits from that purchase were removed from **${short}**.`,
  },
  purchase_returned_spent: {
    accent: 'over',
    title: 'Discord refunded your purchase',
    says: (short) =>
      `The unspent credits from that purchase were removed from **${short}**. The operator will decide about the ones you already used.`,
  },
  rig_unseen: {
    accent: 'waiting',
    title: 'About your rig',
    says: () =>
      'A rig of yours has ended, but the message that showed it was deleted, so I can’t show it there. See it with `/rigs`.',
  },
};

/** A direct message about one of a member's wallets. */
export function noticeCard({ kind, address, refersAt, createdAt }: Notice): Card {
  const { accent, title, says } = looks[kind];
  return card(accent, [
    heading(title, says(shortAddress(address), refersAt === null ? 'soon' : when(refersAt))),
    finePrint(`${when(createdAt)} · \`${address}\``),
  ]);
}
