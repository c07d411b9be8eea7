import type { BlockedPerson, QuotaRule, QuotaUse } from '../../../contract/limits.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, text } from '../../cards/card.js';
import { clip, dateTime, plain, relativeTime } from '../../text.js';

/** When a block ends. */
export const endOf = ({ until }: Pick<BlockedPerson, 'until'>, t: Translate): string =>
  until === null ? t('moderation.block.always') : dateTime(until);

/** @param owner the moderator who reads it */
export function blocksCard(
  { data, has_more }: { data: readonly BlockedPerson[]; has_more: boolean },
  owner: string,
  t: Translate,
): Card {
  const lines = data.map((block) =>
    t('moderation.blocks.line', {
      member: `<@${block.person}>`,
      end: endOf(block, t),
      moderator: `<@${block.actor}>`,
      reason: plain(clip(block.reason, 100)),
    }),
  );
  const last = data.at(-1);
  return card('neutral', [
    heading(t('moderation.blocks.title')),
    text(...(lines.length > 0 ? lines : [t('moderation.blocks.empty')])),
    has_more && last
      ? actions(button(t('moderation.blocks.more.button'), 'mod:blocks', owner, last.since))
      : null,
  ]);
}

const limitText = ({ most, unit, period }: QuotaRule, t: Translate): string =>
  t('quota.limit', { most, unit, period });

function whoseText({ scope, subject }: QuotaRule, t: Translate): string {
  if (scope === 'role') return `<@&${subject}>`;
  return scope === 'member' ? `<@${subject}>` : t(`moderation.quotas.${scope}`);
}

export const quotasCard = (rules: readonly QuotaRule[], t: Translate): Card =>
  card('neutral', [
    heading(t('moderation.quotas.title')),
    text(
      ...(rules.length > 0
        ? rules.slice(0, 40).map((rule) => `**${whoseText(rule, t)}** ${limitText(rule, t)}`)
        : [t('moderation.quotas.empty')]),
    ),
    finePrint(rules.length > 0 && t('moderation.quotas.hint')),
  ]);

/** A quota and the part of it that is used, in one line. */
export const useText = (use: QuotaUse, t: Translate): string =>
  t('quota.card.used', {
    used: use.used,
    limit: limitText(use, t),
    who: use.scope,
    time: relativeTime(use.resets_at),
  });

export const ownQuotasCard = (uses: readonly QuotaUse[], t: Translate): Card =>
  card('neutral', [
    heading(
      t('quota.card.title'),
      ...(uses.length > 0 ? uses.map((use) => useText(use, t)) : [t('quota.card.empty')]),
    ),
  ]);
