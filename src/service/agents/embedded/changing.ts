import { type DraftChange, thingOf } from './change.js';
import { editsIn } from './edits.js';
import { isOnRig } from './naming.js';
import type { TalkState } from './wish.js';

export const aboutMoney = /\b(?:credits?|wallet|account|balance|payments?|money)\b/i;

/** "He is clean-shaven, so please leave off the beard": what follows from a reason. */
const reasoned = /^.{3,80}?,? so (?:please )?(?=(?:leave|remove|drop|lose|take|add|give|make|no)\b)/i;
const orderedIn = (line: string): string => (reasoned.test(line) ? line.replace(reasoned, '') : '');

/** What a message changes about the character under discussion. */
export function changesIn(
  line: string,
  said: string,
  { draft, changed, asked, isFromFiles }: TalkState,
): DraftChange[] {
  if (draft === null || isFromFiles || aboutMoney.test(said) || isOnRig(said)) return [];
  const last = changed?.changes.at(-1);
  const thing = last ? thingOf(last) : asked;
  const changes = editsIn(line, draft, thing);
  return changes.length > 0 ? changes : editsIn(orderedIn(line), draft, thing);
}
