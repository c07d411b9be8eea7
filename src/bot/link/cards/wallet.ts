import type { Translate } from '../../../copy/translate.js';
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
} from '../../cards/card.js';
import type { LinkedWallet } from '../../session/store.js';
import { relativeTime, shortAddress, walletName } from '../../text.js';
import type { Takeover } from '../takeover.js';

const when = (ms: number): string => relativeTime(new Date(ms).toISOString());

const walletPart = (wallet: LinkedWallet, owner: string, t: Translate) => {
  const { isPrimary, linkedAt, ended, address } = wallet;
  const name = walletName(wallet);
  const lines = [
    isPrimary ? t('wallet.list.primary', { wallet: name }) : `**${name}**`,
    `-# ${t(`wallet.list.state.${ended ?? 'open'}`, { when: when(linkedAt) })}`,
  ];
  if (isPrimary) return text(...lines);
  return beside(button(t('wallet.list.use.button'), 'wallet:use', owner, address), ...lines);
};

type Waiting = { waiting: readonly Takeover[]; owner: string };

function waitingPart({ id, address, toMember, movesAt }: Takeover, owner: string, t: Translate) {
  const short = shortAddress(address);
  const moves = { when: when(movesAt) };
  return toMember === owner
    ? beside(
        button(t('wallet.list.claim.withdraw.button'), 'wallet:withdraw', owner, id),
        t('wallet.list.claim.yours.title', { address: short }),
        `-# ${t('wallet.list.claim.yours.text', moves)}`,
      )
    : beside(
        button(t('wallet.list.claim.keep.button'), 'link:open', '*', id, 'primary'),
        `**${t('wallet.list.claim.theirs.title', { address: short })}**`,
        `-# ${t('wallet.list.claim.theirs.text', moves)}`,
      );
}

const mostWaiting = 4;

/** A member's wallets, the primary first, and pending takeovers. */
export function walletsCard(
  { wallets, waiting, owner }: Waiting & { wallets: readonly LinkedWallet[] },
  t: Translate,
): Card {
  const label = wallets.length > 0 ? t('wallet.list.link_more.button') : t('wallet.list.link.button');
  const add = actions(button(label, 'link:open', '*', '', 'primary'));
  if (wallets.length === 0 && waiting.length === 0)
    return card('neutral', [heading(t('wallet.list.title'), t('wallet.list.empty')), add]);
  return card(waiting.length > 0 ? 'waiting' : 'neutral', [
    heading(t('wallet.list.title')),
    ...wallets.flatMap((wallet) => [rule, walletPart(wallet, owner, t)]),
    ...waiting.slice(0, mostWaiting).flatMap((takeover) => [rule, waitingPart(takeover, owner, t)]),
    finePrint(t('wallet.list.explained')),
    add,
  ]);
}

const changedCard = (accent: Accent, t: Translate, title: string, sentence: string): Card =>
  card(accent, [heading(title, sentence), actions(button(t('wallet.list.button'), 'wallet:open', '*'))]);

export const usedCard = (wallet: LinkedWallet, t: Translate): Card =>
  changedCard(
    wallet.ended === null ? 'good' : 'waiting',
    t,
    t('wallet.use.title'),
    t(`wallet.use.${wallet.ended ?? 'open'}`, { wallet: walletName(wallet) }),
  );

export const labelledCard = (wallet: LinkedWallet, t: Translate): Card =>
  changedCard(
    'good',
    t,
    wallet.label ? t('wallet.label.set') : t('wallet.label.removed'),
    t('wallet.label.text', { wallet: walletName(wallet) }),
  );

/** Whether only the bot's session ended, or all of the wallet's. */
type Scope = 'here' | 'everywhere';

export const unlinkedCard = (wallet: LinkedWallet, scope: Scope, t: Translate): Card =>
  changedCard(
    'over',
    t,
    t('wallet.unlink.title'),
    t(`wallet.unlink.${scope}`, { wallet: walletName(wallet) }),
  );

export const loggedOutCard = (wallet: LinkedWallet, scope: Scope, t: Translate): Card =>
  changedCard(
    'over',
    t,
    t('wallet.logout.title'),
    t(`wallet.logout.${scope}`, { wallet: walletName(wallet) }),
  );

export const nothingLinkedCard = (t: Translate): Card =>
  changedCard('over', t, t('wallet.unlink.none.title'), t('wallet.unlink.none.text'));

export const withdrawnCard = (t: Translate): Card =>
  changedCard('over', t, t('wallet.withdraw.title'), t('wallet.withdraw.text'));

/** One open session of a wallet, as the service reports it. */
export type OpenSession = { id: string; created_at: string; last_used_at: string; current: boolean };

const mostSessions = 8; // how many fit on one card with their buttons
const longestId = 40; // characters that fit in a custom id

/** Where a wallet is signed in, with buttons to end every session except the bot's own. */
export function sessionsCard(
  { wallet, sessions }: { wallet: LinkedWallet; sessions: readonly OpenSession[] },
  owner: string,
  t: Translate,
): Card {
  const ref = (which: string) => `${wallet.address.slice(0, 12)}/${which}`;
  const line = ({ id, created_at, last_used_at, current }: OpenSession) => {
    const times = { since: relativeTime(created_at), used: relativeTime(last_used_at) };
    const lines = [
      `**${current ? t('wallet.sessions.bot') : t('wallet.sessions.other')}**`,
      `-# ${t('wallet.sessions.times', times)}`,
    ];
    return current || id.length > longestId
      ? text(...lines)
      : beside(button(t('wallet.sessions.end.button'), 'wallet:end', owner, ref(id)), ...lines);
  };
  const shown = [...sessions].sort((a, b) => Number(b.current) - Number(a.current)).slice(0, mostSessions);
  const more = sessions.length - shown.length;
  const others = sessions.some(({ current }) => !current);
  return card('neutral', [
    heading(t('wallet.sessions.title'), t('wallet.sessions.where', { wallet: walletName(wallet) })),
    ...shown.flatMap((session) => [rule, line(session)]),
    finePrint(
      more > 0 && t('wallet.sessions.more', { count: more }),
      others ? t('wallet.sessions.unknown') : t('wallet.sessions.alone'),
    ),
    actions(
      others && button(t('wallet.sessions.end_others.button'), 'wallet:end', owner, ref('others'), 'danger'),
    ),
  ]);
}
