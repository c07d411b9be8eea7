import type { Sum, TalkState } from '../wish.js';
import { numberIn, numberWords } from '../words/numbers.js';

const number = `(\\d{1,6}|${numberWords.slice(1).join('|')}|a dozen|a couple(?: of)?|both)`;
const things = '(?:rigs?|characters?|models?|figures?|of (?:them|those|these|it)|more|cards?|versions?)';

const affording = new RegExp(
  `\\b(?:afford\\b(?:\\s+${number})?|can i (?:make|get|do) ${number} ${things}\\b)`,
  'i',
);
const pricing = new RegExp(
  `\\b(?:how much|what|price|costs?)\\b.*?\\b${number}\\s+(?:\\w+\\s+)?${things}\\b`,
  'i',
);
const counting = new RegExp(`^${number}\\s+${things}$`, 'i');
const reaching = new RegExp(
  `\\bhow (?:many|much)\\b.*\\b(?:make|get|create|build|afford|buy|do|rig)\\b(?:.*?\\b(?:with|for|from|out of)\\s+(?:my\\s+)?${number}\\s+credits?)?`,
  'i',
);

const spending = new RegExp(
  `\\bwhat can i (?:make|get|do)\\b.*?\\b(?:with|for)\\s+(?:my\\s+)?${number}\\s+credits?`,
  'i',
);
const amounting =
  /\bhow many (?:rigs |characters |models |figures |ones )?(?:is|are|would|will|does|do i get (?:for|from|with|out of)|can i (?:make|get|do) (?:with|for|from|out of)) (?:that|it|this|they|this one|that one|that pack)\b/i;
/** "How many characters is 300?" */
const worth =
  /^how many (?:rigs|characters|models|figures) (?:is|are|for|with|in|do i get for) (\d{2,6})(?: credits)?$/i;
const enoughFor = new RegExp(`\\benough (?:credits )?(?:for|to make) ${number}\\b`, 'i');
const enough =
  /\b(?:is|are) (?:that|it|this|they|my (?:credits|balance)|\d+(?: credits?)?) enough\b|\b(?:do|will) i have enough\b/i;

/** "How many credits will I have after?" */
const leaving = /\bhow (?:many|much)\b.*\b(?:will|would) i (?:still )?(?:have|be left with|keep)\b/i;

/** "And for three of those?", "what about 5?" after a price. */
const further = new RegExp(
  `^(?:and |so |ok |then )*(?:(?:what|how) about |for |if i (?:want|need|make|get|do|buy|order) )${number}(?: (?:of (?:them|those|these|it)|more|${things}))?(?: then| instead)?$`,
  'i',
);
export const furtherCount = (said: string): number | null => numberIn(further.exec(said)?.[1]);

/** "So that's 20 credits?" */
const checking =
  /^(?:and |so |ok |then |wait )*(?:that(?:'s| is| would be| makes)|thats|it(?:'s| is)|its|i pay|i'd pay|they(?:'re| are)) (?:only |just |about )?(\d{1,6}) credits?(?: (?:then|total|in total|altogether|together|each|right|for (?:both|all|it|them)))*$/i;
export const checkedIn = (said: string): number | null => numberIn(checking.exec(said)?.[1]);

const packs =
  /\bhow (?:many|much)\b(?!.*\bcosts?\b).*\b(?:(biggest|largest|best|most expensive)|smallest|cheapest|tiniest)\b(?: (?:pack|one|package))?/i;

/** "What's the biggest pack?" */
const onlyPack =
  /^(?:(?:and|ok|okay|so|srs|then|well|hm+|seriously) )*(?:(?:what(?:'s| is)|which(?: one)? is|show me) )?(?:the |your )?(?:(biggest|largest)|smallest|tiniest|cheapest) (?:pack|package|bundle)$/i;

/** Limits of members are no sums. */
export const limiting = /\b(?:limit|cap|restrict)\b/i;

/** "Can I afford three?", "how much for 5 rigs", "how many rigs can I make with 300 credits". */
export function sumIn(
  said: string,
  { pack: named = null }: Pick<TalkState, 'pack'> = { pack: null },
): Sum | null {
  if (copying.test(said) || limiting.test(said)) return null;
  const pack = packs.exec(said) ?? onlyPack.exec(said);
  if (pack) return { pack: pack[1] ? 'largest' : 'smallest' };
  const afforded = affording.exec(said);
  if (afforded && !/\bhow many\b/i.test(said)) return { count: numberIn(afforded[1] ?? afforded[2]) ?? 1 };
  const planned = numberIn(enoughFor.exec(said)?.[1]);
  if (planned !== null) return { count: planned };
  if (enough.test(said) || leaving.test(said)) return { count: 1 };
  const bought = numberIn(worth.exec(said)?.[1]);
  if (bought !== null) return { credits: bought };
  if (amounting.test(said)) return named ? { pack: named } : { credits: null };
  const reached = reaching.exec(said) ?? spending.exec(said);
  if (
    reached &&
    !/\b(?:do|did|have) i (?:have|made?|own)\b|\bi have\b/i.test(said) &&
    /\b(?:rigs|characters|models|figures|many can|what can)\b/i.test(said)
  )
    return { credits: numberIn(reached[1]) };
  const count = numberIn((pricing.exec(said) ?? counting.exec(said))?.[1]);
  return count === null ? null : { count };
}

const copying = new RegExp(
  `^(?:(?:make|do|give me|i want|i need|get me|can i (?:get|have))\\s+)?${number}(?:\\s+(?:copies|more))?\\s+of\\s+(?:them|those|these|it|that|him|her)(?:\\s+please)?$`,
  'i',
);
const versions = new RegExp(
  `^(?:make|do|give|show|get)(?: me)? ${number} (?:different |other |more )?(?:versions?|variations?|variants?|options?|ones)(?: of (?:it|that|this|him|her))?$`,
  'i',
);
/** "Two of them": how many of the character under discussion. */
export const countIn = (said: string): number | null =>
  numberIn((copying.exec(said) ?? versions.exec(said))?.[1]);
