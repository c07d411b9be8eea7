import type { CreditEntry } from '../../contract/payments.js';
import type { Translate } from '../../copy/translate.js';
import { clip, plain, relativeTime } from '../text.js';

/** An entry of the ledger in one line. */
export function entryLine(entry: CreditEntry, t: Translate): string {
  const change = `${entry.credits > 0 ? '+' : '−'}${t.number(Math.abs(entry.credits))}`.padStart(6);
  const about = entry.note ? ` · ${plain(clip(entry.note, 100))}` : '';
  return `\`${change}\` ${t(`credits.entry.${entry.kind}`)}${about} · ${relativeTime(entry.created_at)}`;
}
