import { type DraftChange, positive, softeners } from './draft.js';
import { phraseOf } from './lexis.js';

const maxChanges = 4;

/** One change, or several joined by "and": "make it blue and add a hat". */
export function changesIn(said: string, line: string): DraftChange[] {
  const refused = /^no (?:an? |the |more )?([\w-]+)(?: please)?\W*$/i.exec(line)?.[1];
  if (refused) return [{ kind: 'remove', what: refused }];
  const parts = said
    .replace(/^not [\w-]+(?:,| but)\s+/i, '')
    .replace(/(?:\s+(?:instead|too|also|as well|now|then))+$/i, (end) => (/\ban? \S/i.test(said) ? end : ''))
    .split(
      /\s+(?:and|but)\s+(?=(?:make|add|remove|give|paint|turn|put|no|without|with|change|swap|replace)\b)/i,
    );
  const changes = parts.slice(0, maxChanges).map((part) => changeIn(part) ?? traitIn(part));
  return changes.every((one) => one !== null) ? changes : [];
}

/** "Blue", "bigger", "a bit more golden", "wings too": words the engine knows, without a creature or a verb. */
function traitIn(said: string): DraftChange | null {
  const bare = said
    .replace(softeners, ' ')
    .replace(/^\s*(?:(?:the )?same(?: one)? but|i (?:want|need)|some|with|in)\s+/i, '')
    .replace(/^(?:it|him|her|them)\s+(?:in\s+)?/i, '')
    .trim();
  if (/^an? /i.test(bare) && !phraseOf(bare).hasThings) return null;
  const words = bare.split(/\s+/).filter(Boolean).map(positive);
  if (words.length === 0 || words.length > 4) return null;
  const { isCharacter, hasThings, understood, unknown } = phraseOf(words.join(' '));
  const isNegated = /\b(?:not|less|no)\b/i.test(bare);
  if (isNegated || isCharacter || unknown.length > 0 || understood.length === 0) return null;
  return hasThings
    ? { kind: 'add', what: words.join(' ') }
    : { kind: 'become', words: words.join(' ').toLowerCase(), part: null };
}

const become = (words: string, part: string | null): DraftChange => ({
  kind: 'become',
  words: words.toLowerCase(),
  part: part?.toLowerCase() ?? null,
});

/** What a person asks for, by the pattern of the sentence. The first pattern that fits counts. */
const patterns: readonly (readonly [RegExp, (...groups: string[]) => DraftChange | null])[] = [
  [
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(?!a (?:bit|little|lot)\b)(an? .+)$/i,
    (what) => ({ kind: 'replace', what }),
  ],
  [
    /^(?:add|(?:give|put) (?:it|him|her|them)|put|with|(?:it|he|she|they) (?:should (?:have|wear|hold)|needs?)|(?:can|could|may) (?:it|he|she|they) (?:have|wear|hold|get)|make (?:it|him|her|them) (?:wear|have|hold))\s+(.+?)(?:\s+(?:on|to) (?:it|him|her|them))?(?:\s+(?:too|also|as well|instead))?$/i,
    (what) => ({ kind: 'add', what }),
  ],
  [
    /^(?:remove|without|lose|drop|take (?:off|away)|no|less|fewer|(?:i )?(?:don'?t|do not) (?:want|need|like)(?! (?:it|this|that|them)\b))\s+(?:the |its |his |her |any |an? )?(.+)$/i,
    (what) => ({ kind: 'remove', what }),
  ],
  [
    /^(?:swap|replace|exchange|change)\s+(?:the |its |his |her )?([\w-]+)\s+(?:for|with|by|into)\s+(.+)$/i,
    (what, other) => ({ kind: 'swap', what, for: other }),
  ],
  [
    /^(?:change|set|turn)\s+(?:the |its |his |her )?(?:[\w-]+'s )?([\w-]+)(?: colou?r)?\s+to\s+(?:be )?([\w -]+)$/i,
    (part, words) => become(words, /^colou?r$/i.test(part) ? null : part),
  ],
  [
    /^change (?:the )?colou?rs? of (?:the |its |his |her )?([\w-]+) (?:to|in|into) (?:be )?([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [
    /^(?:i (?:want|need) )?(?:it|him|her|he|she|that)\s+(?:to be|(?:should|must|could|has to|needs to) (?:be|look|seem))\s+(.+)$/i,
    (what) => (/^an? /i.test(what) ? { kind: 'replace', what } : become(what, null)),
  ],
  [/^(?:(?:the )?same(?: one)? but )?as (an? .+)$/i, (what) => ({ kind: 'replace', what })],
  [
    /^(?:the |its |his |her )(?!it\b|he\b|she\b)([\w-]+)(?: (?:is|are|looks?) .*?\b(?:it|they))? should be ([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [
    /^(?!it\b|he\b|she\b|they\b|that\b|this\b)([\w-]+) should be ([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [/^(?:i (?:want|need)|and|also)\s+(.+?)\s+(?:too|also|as well)$/i, traitIn],
  [/^also\s+(.+)$/i, traitIn],
  [
    /^(?:make|turn|paint|colou?r)\s+(?:the|its|his|her|their)\s+([\w-]+)\s+(.+)$/i,
    (part, words) => become(words, part),
  ],
  [/^(?:(?:how|what) about |rather )?(an? .+?) instead$/i, (what) => ({ kind: 'replace', what })],
  [/^(?:instead|rather) (an? .+)$/i, (what) => ({ kind: 'replace', what })],
  [
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(.+)$/i,
    (words) => become(words, null),
  ],
];

function changeIn(said: string): DraftChange | null {
  for (const [pattern, changeOf] of patterns) {
    const [whole, ...groups] = pattern.exec(said) ?? [];
    if (whole !== undefined) return changeOf(...groups);
  }
  return null;
}
