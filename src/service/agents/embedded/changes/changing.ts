import { isNothingYet, isOnRig } from '../descriptions/naming.js';
import { isVague, type TalkState, type Wish } from '../wish.js';
import { is } from '../words/cursor.js';
import { readNoun } from '../words/nouns.js';
import { tokensOf } from '../words/tokens.js';
import type { DraftChange } from './change.js';
import { editsIn } from './edits.js';
import { thingNamed } from './planned.js';

/** Which messages change the character under discussion. */

export const aboutMoney = /\b(?:credits?|wallet|account|balance|payments?|money)\b/i;

/** What a message changes about the character under discussion. */
export function changesIn(line: string, said: string, talk: TalkState): DraftChange[] {
  const { draft, focus, isFromFiles } = talk;
  if (draft === null || isFromFiles || aboutMoney.test(said) || isOnRig(said)) return [];
  return editsIn(line, draft, focus);
}

/** "Can I delete it later" asks what is allowed. */
const permitted = /^(?:can|could|may|should|will|do|am) (?:i|we) (?!(?:have|get|see)\b)/i;

/** "Parrot?" beside a plan asks whether it has one. */
const bareNoun = /^\W*(?:(?:and|or|maybe|perhaps|what about|how about) )?(?:an? )?([\w-]+)\s*\?+\s*$/i;

/**
 * What a message means that was understood as nothing, or as a description without a character, while a character is under
 * discussion: the changes among its clauses. The plan is never replaced by "the cape shorter".
 */
export function onPlan(wish: Wish, line: string, talk: TalkState): Wish {
  const { draft, isFromFiles } = talk;
  const bare = draft !== null && wish.kind === 'able' ? bareNoun.exec(line)?.[1] : undefined;
  if (bare) return { kind: 'has', what: bare };
  const isMade = (wish.kind === 'make' && !wish.others) || wish.kind === 'able' || wish.kind === 'price';
  const isNobody = isMade && !namesSomebody(wish.prompt, line, draft ?? '');
  const isLost = isVague(wish) || wish.kind === 'refused' || isNobody || isHeadless(wish, line);
  if (draft === null || isFromFiles || !isLost || aboutMoney.test(line) || permitted.test(line)) return wish;
  const changes = editsIn(line, draft, talk.focus);
  if (changes.length > 0) return { kind: 'refine', changes };
  const isOfPlan = wish.kind === 'refused' && /^(?:the|his|her|its|their) /i.test(wish.prompt);
  return isNobody || isOfPlan || wish.kind === 'describe'
    ? { kind: 'unknown', query: line.slice(0, 300) }
    : wish;
}

/** "Make her curvy" wants no new character, as "make a new one" does. */
const isHeadless = ({ kind }: Wish, line: string): boolean =>
  kind === 'describe' &&
  tokensOf(line).some((token) => token.look ?? (token.isThing || is(token, 'pronoun'))) &&
  !isNothingYet(line.replace(/^.*?(?=\b(?:an?|some|my) )/i, ''));

/** Whether a description begins with a creature or person: "a deer's tail" is none. */
function namesSomebody(prompt: string, line: string, draft: string): boolean {
  const [first] = tokensOf(line);
  if (is(first, 'place', 'has', 'lacks') && first?.word !== 'for') return false;
  const tokens = tokensOf(prompt);
  if (tokens.some((token) => is(token, 'modal', 'rest') && !token.isThing && !token.isWho)) return false;
  const noun = readNoun({ tokens, at: 0, isPlanned: () => false }, { unknown: true });
  if (noun?.place || (noun && noun.article !== 'a' && thingNamed(draft, noun.head))) return false;
  return noun === null || noun.isWho || (!noun.isThing && tokens.some(({ isWho }) => isWho));
}
