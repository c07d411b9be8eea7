import { isSaidOf } from '../changes/focus.js';
import { headOf, textOf, thingNamed } from '../changes/planned.js';
import { asking } from '../descriptions/naming.js';
import { smallActions } from '../topics/actions.js';
import type { TalkState, Wish } from '../wish.js';
import { lookIn } from '../words/looks.js';
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

/** Of changes and of questions that may ask for one, for a look in a comparative. */
const leastCompared = 0.6;

/** "もっとかわいくできる？", "geht er etwas runder?": more of a look is asked for. */
export const isComparedAbroad = (
  line: string,
  { draft, language }: Pick<TalkState, 'draft' | 'language'>,
  acts: readonly Likely[],
): boolean =>
  draft !== null &&
  language !== null &&
  shareOf(acts, isWishing, (act) => act === 'could' || act === 'opinion') >= leastCompared &&
  englishSpans('wishes', line, draft, language).some(
    ({ kind, text }) =>
      kind === 'look' && (/^(?:more|less) /.test(text) || lookIn(text)?.isCompared === true),
  );

/** "Antlers golden?": a thing of the plan and a look that it lacks, and no verb. */
export function isSuggested(line: string, { draft, language }: TalkState): boolean {
  if (draft === null || language !== null || !/\?\s*$/.test(line)) return false;
  const spans = spansIn('wishes', line, draft);
  const [part, look] = ['part', 'look'].map((kind) => spans.find((one) => one.kind === kind));
  if (!part || !look || spans.length !== 2 || certaintyOfMarks(line, draft) < surelyMarked) return false;
  const rest = spans.reduce((text, one) => text.replace(one.text, ' '), line);
  const thing = thingNamed(draft, headOf(part.text));
  return (
    /^(?:\W|\b(?:the|his|her|its|their|an?|bit|maybe|perhaps|and|or|in|then|instead|hm+|ok)\b)*$/i.test(
      rest,
    ) &&
    thing !== null &&
    !isSaidOf(textOf(draft, thing), look.text.split(' ').at(-1)!)
  );
}

/** Of a change, from which on a feeling about a thing of the plan wants it away. */
const leastFelt = { share: 0.1, marks: 0.4 };

/** "Idk i kinda hate the parasol", "I can't stand that beard": no mood of the member, but what to take away. */
export const isFelt = (line: string, { draft, language }: TalkState, acts: readonly Likely[]): boolean =>
  draft !== null &&
  language === null &&
  !asking.test(line) &&
  shareOf(acts, isWishing) >= leastFelt.share &&
  certaintyOfMarks(line, draft) >= leastFelt.marks &&
  spansIn('wishes', line, draft).some(
    ({ kind, text }) => kind === 'rem' && thingNamed(draft, headOf(text)) !== null,
  );

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
