import type { Wish } from '../wish.js';
import { numberIn } from '../words/numbers.js';
import type { Order } from './corpus.js';

/** The wish of an order that is about the plan as a whole. */

const aboutCard = /\b(?:card|button|press|click|tap)/i;
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
      return aboutCard.test(line) ? { kind: 'confirm' } : { kind: 'show', number: 1 };
    case 'several':
      return { kind: 'copies', count: countIn(line) };
    default:
      return { kind: order };
  }
}

function countIn(line: string): number {
  const said = line.split(/[^\p{L}\p{N}]+/u).map((word) => numberIn(word) ?? 0);
  return said.find((number) => number > 1) ?? few;
}
