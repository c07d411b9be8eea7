import { ComponentType } from 'discord.js';
import type { BlockedPerson } from '../../../contract/limits.js';
import type { CreditsChanged } from '../../../contract/moderation.js';
import type { Translate } from '../../../copy/translate.js';
import { type Card, card, finePrint, heading } from '../../cards/card.js';
import { type Form, field, lineField } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { plain } from '../../text.js';
import { endOf } from './limits.js';

/** Whom an act was about, and why. */
type About = { name: string; reason: string };

const done = (
  title: string,
  body: string | null,
  reason: string,
  t: Translate,
  more?: string | false,
): Card =>
  card('good', [
    heading(title, body, t('moderation.done.reason', { reason: plain(reason) })),
    finePrint(more, t('moderation.done.logged')),
  ]);

export function creditsChangedCard(
  how: 'grant' | 'revoke' | 'refund',
  { amount: credits, is_pool: isPool, left }: CreditsChanged,
  { name, reason }: About,
  t: Translate,
): Card {
  const key = isPool ? 'moderation.done.refund.pool' : (`moderation.done.${how}` as const);
  const title = t(key, { credits, name: plain(name) });
  return done(title, null, reason, t, left !== null && t('moderation.done.left', left));
}

export const blockedCard = (block: BlockedPerson, { name, reason }: About, t: Translate): Card =>
  done(
    t('moderation.done.block', { name: plain(name) }),
    t('moderation.done.block.text', { end: endOf(block, t) }),
    reason,
    t,
  );

export const unblockedCard = ({ name, reason }: About, t: Translate): Card =>
  done(t('moderation.done.unblock', { name: plain(name) }), null, reason, t);

export const unlinkedCard = (count: number, { name, reason }: About, t: Translate): Card =>
  done(t('moderation.done.unlink', { count, name: plain(name) }), null, reason, t);

/** How long a block lasts, ms. */
export const blockMs = {
  hour: 3_600_000,
  day: 86_400_000,
  week: 7 * 86_400_000,
  month: 30 * 86_400_000,
} as const;
export const blockTimes = ['hour', 'day', 'week', 'month', 'always'] as const;

/** Fields of the forms. */
export const formFields = { credits: 'credits', reason: 'reason', time: 'for' } as const;

const longestReason = 300;
const reasonField = (t: Translate) =>
  lineField(t('moderation.form.reason.label'), formFields.reason, { max_length: longestReason });

const formId = (action: string, owner: string, memberId: string) =>
  encodeCustomId({ command: 'mod', action, owner, argument: memberId });

/** @param owner the moderator */
export const grantForm = (owner: string, memberId: string, t: Translate): Form => ({
  custom_id: formId('granted', owner, memberId),
  title: t('moderation.grant.form.title'),
  components: [
    lineField(t('moderation.grant.form.credits.label'), formFields.credits, { max_length: 7 }),
    reasonField(t),
  ],
});

export const blockForm = (owner: string, memberId: string, t: Translate): Form => ({
  custom_id: formId('blocked', owner, memberId),
  title: t('moderation.block.form.title'),
  components: [
    field(t('moderation.block.form.for.label'), {
      type: ComponentType.StringSelect,
      custom_id: formFields.time,
      required: true,
      options: blockTimes.map((value) => ({
        value,
        label: t(`moderation.block.for.${value}.option`),
        ...(value === 'day' && { default: true }),
      })),
    }),
    reasonField(t),
  ],
});

export const unblockForm = (owner: string, memberId: string, t: Translate): Form => ({
  custom_id: formId('unblocked', owner, memberId),
  title: t('moderation.unblock.form.title'),
  components: [reasonField(t)],
});
