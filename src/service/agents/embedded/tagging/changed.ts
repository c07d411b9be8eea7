import { smallActions } from '../topics/actions.js';
import type { TalkState, Wish } from '../wish.js';
import { isTalking, isWishing, type Likely, shareOf } from './acts.js';
import { englishSpans } from './english-spans.js';
import { certaintyOfMarks, spansIn } from './tagger.js';

/** Messages that change the plan, whatever the rules take them for. */

const leastWishing = 0.6;
const certain = 0.85;
const likely = 0.5;
const surelyMarked = 0.9;

/** "Mit Hut" beside a plan, whatever page of the guide has a phrasing that is near. */
export const isChangedAbroad = (
  line: string,
  { draft, language }: TalkState,
  acts: readonly Likely[],
): boolean =>
  draft !== null &&
  language !== null &&
  (!/[?？]\s*$/.test(line) || shareOf(acts, isWishing) >= surelyMarked) &&
  shareOf(acts, isWishing) >= leastWishing &&
  englishSpans('wishes', line, draft, language).length > 0;

/** "Low poly" beside a plan, whatever page of the guide has these words. */
export function isBareLook(
  line: string,
  { draft, language }: TalkState,
  [likeliest]: readonly Likely[],
): boolean {
  if (draft === null || language === null || isTalking(likeliest!.act)) return false;
  const [look, ...others] = spansIn('wishes', line, draft, language);
  const isWhole = look?.kind === 'look' && others.length === 0 && look.text === line.trim();
  return isWhole && certaintyOfMarks(line, draft, language) >= surelyMarked;
}

/** What words of a change are taken for: "no top" for a payment. */
export const ofMoney: ReadonlySet<Wish['kind']> = new Set([
  'payment',
  'sum',
  'balance',
  'prices',
  'cost',
] as const);

/** What else they are taken for, such as praise: "it should feel more approachable". */
export const byChance: ReadonlySet<Wish['kind']> = new Set([...ofMoney, ...smallActions]);

/** "Dm says bards can't afford velvet, so make the coat wool" is no sum, and "no top" no payment. */
export const isChange = ([likeliest]: readonly Likely[], { draft }: TalkState): boolean =>
  draft !== null && likeliest!.act === 'change' && likeliest!.share >= certain;

/** "The same but low poly", whatever a page says about styles. */
export const isMarkedChange = (
  line: string,
  { draft, language }: TalkState,
  [likeliest]: readonly Likely[],
): boolean =>
  draft !== null &&
  language === null &&
  likeliest!.act === 'change' &&
  likeliest!.share >= likely &&
  certaintyOfMarks(line, draft) >= surelyMarked &&
  spansIn('wishes', line, draft).length > 0;
