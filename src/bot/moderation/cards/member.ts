import type { MemberAccount } from '../../../contract/moderation.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, facts, finePrint, heading, rule, text } from '../../cards/card.js';
import { entryLine } from '../../cards/entry.js';
import type { LinkedWallet } from '../../session/store.js';
import { clip, plain, relativeTime, walletName } from '../../text.js';
import { endOf, useText } from './limits.js';

/** A member as the card shows them. `owner` is the moderator who looks. */
export type ShownMember = {
  owner: string;
  id: string;
  name: string;
  account: MemberAccount;
  wallets: readonly LinkedWallet[];
};

function balanceText({ accounts }: MemberAccount, t: Translate): string[] {
  const known = accounts.flatMap(({ credits }) => (credits ? [credits] : []));
  if (known.length === 0) return [];
  const sum = (of: 'available' | 'held') => known.reduce((total, credits) => total + credits[of], 0);
  const held = sum('held');
  return [
    t('credits.available', { credits: sum('available') }),
    ...(held > 0 ? [t('credits.held', { credits: held })] : []),
  ];
}

function walletsText({ account, wallets }: ShownMember, t: Translate): string | false {
  if (account.sees === 'none') return false;
  if (wallets.length === 0) return t('moderation.member.no_wallet');
  const names = wallets.map((wallet) =>
    wallet.ended === null
      ? walletName(wallet)
      : t('moderation.member.signed_out', { wallet: walletName(wallet) }),
  );
  return facts([[t('moderation.member.wallets.label'), t.list(names)]]);
}

function countsText({ counts }: MemberAccount, t: Translate): string[] {
  if (!counts) return [t('moderation.member.hidden')];
  return [
    t('moderation.member.rigs', { made: counts.rigs, open: counts.rigs_open }),
    t('moderation.member.talks', { count: counts.talks }),
    t('moderation.member.purchases', { count: counts.purchases_open }),
  ];
}

const purchaseLine = (purchase: MemberAccount['purchases'][number], t: Translate): string =>
  t('moderation.member.purchase', {
    credits: purchase.credits,
    amount: t.amount(purchase.amount, purchase.currency),
    time: relativeTime(purchase.created_at),
  });

const rigLine = (rig: MemberAccount['rigs'][number], t: Translate): string => {
  const back = rig.is_refunded ? ` · ${t('moderation.member.rig.refunded')}` : '';
  return `\`${rig.id}\` ${t('credits.count', { credits: rig.credits })} · ${relativeTime(rig.created_at)}${back}`;
};

/** What the operator lets a moderator see of a member, with buttons for what this moderator may do. */
export function memberCard(member: ShownMember, t: Translate): Card {
  const { owner, id, name, account } = member;
  const { block, entries, purchases, rigs, quotas, grants } = account;
  const blocked =
    block && t('moderation.member.blocked', { end: endOf(block, t), reason: plain(clip(block.reason, 200)) });
  const isSelf = owner === id;
  return card(block ? 'bad' : 'neutral', [
    heading(t('moderation.member.title', { name: plain(name) }), blocked, ...balanceText(account, t)),
    text(walletsText(member, t), ...countsText(account, t), ...purchases.map((one) => purchaseLine(one, t))),
    rigs.length > 0 ? text(...rigs.map((rig) => rigLine(rig, t))) : null,
    quotas.length > 0 ? text(...quotas.map((use) => useText(use, t))) : null,
    entries.length > 0 ? rule : null,
    entries.length > 0
      ? text(`**${t('credits.lookup.entries')}**`, ...entries.map((entry) => entryLine(entry, t)))
      : null,
    finePrint(grants && !isSelf && t('moderation.done.left', grants), t('credits.lookup.logged')),
    isSelf
      ? null
      : actions(
          grants && account.accounts.length > 0 && grants.actor > 0
            ? button(t('moderation.grant.button'), 'mod:grant', owner, id)
            : null,
          block
            ? button(t('moderation.unblock.button'), 'mod:unblock', owner, id)
            : button(t('moderation.block.button'), 'mod:block', owner, id, 'danger'),
        ),
  ]);
}
