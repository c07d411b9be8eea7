import { iso } from '../../../base/clock.js';
import type { Translate } from '../../../copy/translate.js';
import { actions, button, type Card, card, download, heading, text } from '../../cards/card.js';
import { clip, plain, relativeTime } from '../../text.js';
import type { AuditRow } from '../store.js';

/** An act in one line. Mentions in a card send no notification. */
export function auditLine(row: AuditRow, t: Translate): string {
  const { action, outcome, credits, reason, targetId, actorId, at } = row;
  const isPerson = /^\d+$/.test(targetId);
  return [
    relativeTime(iso(at)),
    `<@${actorId}>`,
    `**${t(`audit.action.${action}`)}**`,
    isPerson && `<@${targetId}>`,
    credits !== null && t('credits.count', { credits }),
    reason && plain(clip(reason, 100)),
    outcome !== 'done' && t(outcome === 'asked' ? 'audit.asked' : 'audit.refused'),
  ]
    .filter(Boolean)
    .join(' · ');
}

/** One act, for the log channel of the server. */
export const actCard = (row: AuditRow, t: Translate): Card =>
  card(row.outcome === 'done' ? 'neutral' : 'over', [text(auditLine(row, t))]);

/** @param owner the moderator who reads it */
export function auditCard(
  { rows, next }: { rows: readonly AuditRow[]; next: number | null },
  owner: string,
  t: Translate,
): Card {
  const lines = rows.map((row) => auditLine(row, t));
  return card('neutral', [
    heading(t('audit.card.title')),
    text(...(lines.length > 0 ? lines : [t('audit.card.empty')])),
    actions(
      next !== null && button(t('audit.older.button'), 'mod:audit', owner, String(next)),
      lines.length > 0 && button(t('audit.file.button'), 'mod:file', owner),
    ),
  ]);
}

const fileName = 'audit.csv';

export const auditFileCard = (content: string, rows: number, t: Translate): Card =>
  card(
    'good',
    [heading(t('audit.file.title', { count: rows })), download(fileName)],
    [{ name: fileName, attachment: Buffer.from(content) }],
  );
