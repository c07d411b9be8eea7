import type { Translate } from '../../copy/translate.js';
import { type Accent, type Card, card, finePrint, heading } from '../cards/card.js';
import { relativeTime, shortAddress } from '../text.js';
import type { Notice, NoticeKind } from './store.js';

const when = (ms: number): string => relativeTime(new Date(ms).toISOString());

const accents: Record<NoticeKind, Accent> = {
  linked: 'good',
  reused: 'bad',
  logged_out_everywhere: 'over',
  takeover_asked: 'bad',
  takeover_lost: 'over',
  takeover_won: 'good',
  takeover_refused: 'over',
  unlinked: 'over',
  purchase_returned: 'over',
  purchase_returned_spent: 'over',
  rig_unseen: 'waiting',
};

/** A direct message about a member's account. */
export function noticeCard({ kind, address, refersAt, createdAt }: Notice, t: Translate): Card {
  const text = t(`notice.${kind}.text`, {
    address: shortAddress(address),
    when: refersAt === null ? 'soon' : when(refersAt),
  });
  return card(accents[kind], [
    heading(t(`notice.${kind}.title`), text),
    finePrint(`${when(createdAt)} · \`${address}\``),
  ]);
}
