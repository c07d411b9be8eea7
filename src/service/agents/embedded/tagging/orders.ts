import { missingIn } from '../changes/focus.js';
import { isOnTopic } from '../topics/about.js';
import { wishOn } from '../topics/topics.js';
import type { TalkState, Wish } from '../wish.js';
import { numberIn } from '../words/numbers.js';
import { type Act, isOrder, type Likely, shareOf } from './acts.js';
import type { Order } from './corpus.js';
import { spansIn } from './tagger.js';
import { isOpen } from './talked.js';

/** The wish of an order that is about the plan as a whole. */

const aboutCard = /\b(?:card|button|press|click|tap)/i;
/** "Where do I click to download it?" asks how that is done. */
const wayAsked = /^(?:(?:so|and|ok|but)[\s,]+)*(?:where|how|which)\b.*\b(?:download|save|get|file)/i;
/** What "several" means without a number. */
const few = 2;

export function orderWish(order: Order, line: string): Wish {
  switch (order) {
    case 'undo':
      return { kind: 'undo', steps: 1 };
    case 'price':
    case 'time':
      return { kind: 'sum', sum: { count: 1 } };
    case 'download':
      if (wayAsked.test(line)) return wishOn('share');
      return aboutCard.test(line) ? { kind: 'confirm' } : { kind: 'show', number: 1 };
    case 'several':
      return { kind: 'copies', count: countIn(line) };
    default:
      return { kind: order };
  }
}

/** From these shares on, a message beside a plan is an order, and no pleasantry or page that the rules saw in it. */
const leastOrdered = { rather: 0.8, thanPage: 0.98 };
const overruled: ReadonlySet<Wish['kind']> = new Set([
  'forget',
  'describe',
  'thanks',
  'approved',
  'farewell',
  'question',
  'has',
] as const);

/** "Approved. Proceed to model", "k build": an order about the plan as a whole that changes nothing of it. */
export function orderedOfPlan(
  line: string,
  wishes: readonly Wish[],
  talk: TalkState,
  acts: readonly Likely[],
): Wish | null {
  const { draft, language } = talk;
  const [likeliest] = acts;
  if (draft === null || !likeliest || !isOrder(likeliest.act)) return null;
  if (missingIn(talk) !== null) return null; // "yes please" after "It has no beard"
  // What the plan is by now is a question as well.
  const isReminder = (act: Act) => act === likeliest.act || (likeliest.act === 'remind' && act === 'recap');
  const share = shareOf(acts, isReminder);
  const isYielding = wishes.every((wish) => {
    const isPaged = isOnTopic(wish) || wish.kind === 'forget';
    if (isPaged && language !== null) return false; // "¿Qué tiempo hace?" is about the weather, and not about time
    const least = isPaged ? leastOrdered.thanPage : leastOrdered.rather;
    return share >= least && (isOpen(wish) || overruled.has(wish.kind)) && wish.kind !== 'small';
  });
  return isYielding && spansIn('wishes', line, draft, language).length === 0
    ? orderWish(likeliest.act, line)
    : null;
}

function countIn(line: string): number {
  const said = line.split(/[^\p{L}\p{N}]+/u).map((word) => numberIn(word) ?? 0);
  return said.find((number) => number > 1) ?? few;
}
