import { become, type DraftChange, positive, softeners } from './draft.js';
import { isLook, lookOf, phraseOf } from './lexis.js';

/** What one change is, by the pattern of its sentence. */

/** "I like the hat", "the hat is nice", "one for my brother": no look. */
const stating = /^(?:the|its|his|her) [\w-]+ (?:is|are)\b|^(?:i|you|we)\b|\bfor (?:my|me|the)\b|\bnot\b/i;

/** "Blue", "bigger", "a bit more golden", "wings too": words the engine knows, without a creature or a verb. */
export function traitIn(said: string): DraftChange | null {
  const bare = said
    .replace(softeners, ' ')
    .replace(/^\s*(?:i (?:want|need)|some|with|in|made of|out of)\s+/i, '')
    .replace(/^(?:an? )?(.+?) (?:one|version|variant|edition)(?: of (?:it|that|this))?$/i, '$1')
    .replace(/^(?:(?:it|he|she|they)(?:'?s|'?re| is| are| looks?)|it|him|her|them)\s+(?:in\s+)?/i, '')
    .trim();
  if (stating.test(bare)) return null;
  if (/^an? /i.test(bare) && !phraseOf(bare).hasThings) return null;
  const [, noun = '', look = ''] = /^([\w-]+) ([\w-]+(?: [\w-]+)?)$/.exec(bare) ?? [];
  if (noun && phraseOf(noun).hasThings && !isLook(noun) && isLook(look)) return become(look, noun);
  const words = bare.split(/\s+/).filter(Boolean).map(positive);
  if (words.length === 0 || words.length > 4) return null;
  const { isCharacter, hasThings, understood, unknown } = phraseOf(words.join(' '));
  const isNegated = /\b(?:less|no)\b/i.test(bare);
  if (isNegated || isCharacter || unknown.length > 0 || understood.length === 0) return null;
  return hasThings
    ? { kind: 'add', what: words.join(' ') }
    : { kind: 'become', words: bare.toLowerCase(), part: null };
}

/** A thing that takes the place of another one needs an article. */
const withArticle = (other: string, what: string): string =>
  phraseOf(what).hasThings && phraseOf(other).hasThings && !/s$/.test(other) ? `a ${other}` : other;

const isThing = (words: string): boolean => {
  const { isCharacter, hasThings } = phraseOf(words);
  return hasThings && !isCharacter;
};
const isCreature = (words: string): boolean => {
  const { isCharacter, unknown } = phraseOf(words);
  return isCharacter && unknown.length === 0;
};

/** What a person asks for, by the pattern of the sentence. The first that fits and makes sense counts. */
const patterns: readonly (readonly [RegExp, (...groups: string[]) => DraftChange | null])[] = [
  [
    /^(?:(?:do|make|get|have|try|render) (?:it|him|her|them|that|this) )?(?:in|as) (?:an? |the )?(low[- ]poly|voxel|toon|cartoon|clay|chibi|heroic|natural)(?: style)?$/i,
    (look) => become(look, null),
  ],
  [
    /^(?:more|rather|something|some(?:one|body)) (?:like|of) (?:an? )?([\w -]+)$/i,
    (what) => (phraseOf(what).isCharacter ? { kind: 'replace', what: `a ${what}` } : traitIn(what)),
  ],
  [
    /^(?:an? |the )?(?:version|one|variant)(?: of (?:it|this|that))? (?:that(?:'?s| is)|who(?:'?s| is)|as|being|with it being) (an? .+)$/i,
    (what) => ({ kind: 'replace', what }),
  ],
  [
    /^(?:(?:could|can|should) (?:it|he|she|they) be|(?:i'd like|i want) (?:it|him|her|them) as) (an? .+)$/i,
    (what) => (phraseOf(what).isCharacter ? { kind: 'replace', what } : null),
  ],
  [
    /^(?:can|could|should|let|make) (?:it|he|she|they|him|her|them) (?:be |look )?([\w-]+)$/i,
    (verb) => {
      const look = lookOf(verb);
      return look === null ? null : become(look, null);
    },
  ],
  [
    /^make (?:the|its|his|her|their) ([\w-]+) ([a-z]+)$/i,
    (part, verb) => {
      const look = lookOf(verb);
      return look === null ? null : become(look, part);
    },
  ],
  [
    /^(?:he|she|they|my \w+) (?:really )?(?:likes?|loves?|prefers?) (.+)$/i,
    (what) => (isLook(what) ? become(what, null) : null),
  ],
  [
    /^(?:put |move |have |keep )?(?:the |an? |his |her |its )?([\w-]+) (?:on|to|at) (his|her|its|their|the) (back|head|hip|belt|waist|shoulders?)(?: (?:instead|rather than|not).*)?$/i,
    (what, whose, place) =>
      phraseOf(what).hasThings ? { kind: 'move', what, to: `on ${whose} ${place}` } : null,
  ],
  [
    /^(?:i (?:want|need) |put |add |give (?:it|him|her|them) )(?:the |its |his |her )([\w-]+)(?: back| again)+(?: on)?$/i,
    (what) => (phraseOf(what).hasThings ? { kind: 'add', what: `a ${what}` } : null),
  ],
  [
    /^(?:(?:make|have) (?:it|him|her|them) )?(?:look like|(?:(?:dress(?:ed)?(?: up)?|look) )?as) (an? .+)$/i,
    (what) => ({ kind: 'replace', what, isRole: true }),
  ],
  [
    /^an? ([\w -]+?) one$/i,
    (what) => (isCreature(what) ? { kind: 'replace', what: `a ${what}`, isRecast: true } : null),
  ],
  [
    /^what if (?:it|he|she|they) (?:was|were|is|are) (.+)$/i,
    (what) => (phraseOf(what).isCharacter ? { kind: 'replace', what } : become(what, null)),
  ],
  [
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(?!a (?:bit|little|lot)\b)(an? .+)$/i,
    (what) => (isThing(what) ? { kind: 'add', what } : { kind: 'replace', what }),
  ],
  [
    /^(?:add(?: (?:it|him|her|them)(?= (?:an?|some|the|two)\b))?|include|attach|insert|(?:give|put) (?:it|him|her|them|(?:this|that) one)|put|with|(?:it|he|she|they) (?:should (?:have|wear|hold)|needs?)|(?:can|could|may) (?:it|he|she|they) (?:have|wear|hold|get)|make (?:it|him|her|them) (?:wear|have|hold))\s+(.+?)(?:\s+(?:on|to) (?:it|him|her|them))?(?:\s+(?:too|also|as well|instead))?$/i,
    (what) => ({ kind: 'add', what }),
  ],
  [
    /^(?:make (?:it|him|her|them) )?(?!(?:that|this|it|he|she)(?:'?s| is)\b)(?:an? |the )?(.+?),? (?:instead of|rather than|not) (?:the |its |his |her |an? )?([\w-]+(?: [\w-]+)?)$/i,
    (other, what) => ({ kind: 'swap', what, for: withArticle(other, what) }),
  ],
  [
    /^what if (?:it|he|she|they) (?:had|wore|held|carried|got|has|wears) (.+)$/i,
    (what) => ({ kind: 'add', what }),
  ],
  [
    /^(?:the|its|his|her) ([\w-]+) (?!in\b|to\b|is\b|should\b)([\w -]+)$/i,
    (part, words) => (phraseOf(part).hasThings && isLook(words) ? become(words, part) : null),
  ],
  [
    /^(?:remove|lose|drop|without|no|take off|delete) (?:all|every|any)(?: (?:of )?(?:the|his|her|its))?(?: other)? ?(?:accessor\w+|clothes|clothing|extras?|things|stuff|items|gear|outfit|everything)$/i,
    () => ({ kind: 'bare' }),
  ],
  [
    /^(?:he|she|it|they)(?:(?:'?s|'?re| is| are| was| were)(?: also| always)? (?:wearing|holding|carrying|with)|(?: also| always| usually| often)? (?:has|had|wears|wore|holds|held|carries|carried)) (.+)$/i,
    (what) => ({ kind: 'add', what }),
  ],
  [
    /^(?:he|she|it|they)(?:'?s|'?re| is| are| was| were)(?: also| actually)? (an? .+)$/i,
    (what) => (phraseOf(what).isCharacter ? { kind: 'replace', what } : null),
  ],
  [
    /^(?:the |his |her |its )?([\w -]+?) off$/i,
    (what) => (phraseOf(what).hasThings ? { kind: 'remove', what } : null),
  ],
  [
    /^(?:the |an? )?([\w -]+?) on$/i,
    (what) => (phraseOf(what).hasThings ? { kind: 'add', what: `a ${what}` } : null),
  ],
  [/^([\w-]+) (?:was|looked) (?:better|nicer)$/i, (what) => (isLook(what) ? become(what, null) : null)],
  [
    /^(?:could|can|should|may) (?:the |its |his |her )([\w-]+) be ([\w -]+)$/i,
    (part, words) => become(words.replace(/ like .*$/i, ''), part),
  ],
  [
    /^(?:do|try|use|go (?:for|with)) (?:an? |some )?([\w -]+)$/i,
    (what) => (isLook(what.replace(/\b(?:lighter|darker) /i, '')) ? become(what, null) : null),
  ],
  [/^take (?:the |its |his |her )([\w -]+?) (?:off|away)(?: again)?$/i, (what) => ({ kind: 'remove', what })],
  [
    /^(?:not|never ?mind|forget|scrap|minus|except) (?:the |its |his |her |any )([\w -]+)$/i,
    (what) => ({ kind: 'remove', what }),
  ],
  [
    /^(?:the |its |his |her )([\w-]+) (?:in|to) ([\w -]+)$/i,
    (part, words) => (isLook(words) ? become(words, part) : null),
  ],
  [/^(?:not|no|no longer) ([\w-]+)(?: any ?more| any longer)$/i, (what) => ({ kind: 'remove', what })],
  [
    /^(?:remove|without|lose|drop|ditch|skip|leave (?:off|out|away)|delete|omit|erase|eliminate|exclude|discard|get rid of|take (?:off|away|out)|no|less|fewer|(?:i )?(?:hate|(?:don'?t|do not) (?:want|need|like))(?! (?:it|this|that|them)\b))\s+(?:the |its |his |her |any |an? )?(.+)$/i,
    (what) => ({ kind: 'remove', what }),
  ],
  [
    /^(?:swap|replace|exchange|change)\s+(?:the |its |his |her )?([\w-]+)\s+(?:for|with|by|into|on)\s+(?:the )?(.+)$/i,
    (what, other) => ({ kind: 'swap', what, for: other }),
  ],
  [
    /^(?:change|set|turn|swap|switch)\s+(?:the |its |his |her )?(?:[\w-]+'s )?([\w-]+)(?: colou?r)?\s+to\s+(?:be )?([\w -]+)$/i,
    (part, words) => become(words, /^colou?r$/i.test(part) ? null : part),
  ],
  [
    /^(?:i (?:want|need) )?(?:it|him|her|he|she|that)\s+(?:to be|(?:should|must|could|has to|needs to) (?:be|look|seem))\s+(.+)$/i,
    (what) => (/^an? /i.test(what) ? { kind: 'replace', what } : become(what, null)),
  ],
  [
    /^(?:the |its |his |her )(?!it\b|he\b|she\b)([\w-]+)(?: (?:is|are|looks?) .*?\b(?:it|they))? should (?:be|look) ([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [
    /^(?!it\b|he\b|she\b|they\b|that\b|this\b)([\w-]+) should be ([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [
    /^change (?:the )?colou?rs? of (?:the |its |his |her )?([\w-]+) (?:to|in|into) (?:be )?([\w -]+)$/i,
    (part, words) => become(words, part),
  ],
  [
    /^(?:(?:make|let|have) )?(?:the |its |his |her |their )([\w-]+) (?:(?:should|must|can|could|needs? to|has to) )?([a-z]{3,}?)s?(?: in)? ([\w-]+(?: [\w-]+)?)$/i,
    (part, verb, words) => {
      const look = isLook(verb) ? null : lookOf(verb);
      return look !== null && isLook(words) ? become(`${look} ${words}`, part) : null;
    },
  ],
  [
    /^(?:the |its |his |her |their )([\w-]+) (?:should|must|can|could|needs? to|has to) ([a-z]{3,})$/i,
    (part, verb) => {
      const look = lookOf(verb);
      return look === null ? null : become(look, part);
    },
  ],
  [
    /^(?:(?:make|let|have|get) (?:it|him|her|them) )?(?:to )?(?:stand|walk|be|standing|walking)? ?(?:up(?:right)?(?: straight| tall)?|on (?:two|(?:its|his|her|the) (?:hind|back|two))(?: hind| back)? legs)(?: (?:like|as) (?:an? )?(?:person|human|man|people|humans))?$/i,
    () => become('upright', null),
  ],
  [
    /^(?:it|he|she|they) (?:must|should|can|may|does|do|will)(?: not|n'?t) (?:have|wear|hold|carry|get)(?: on)? (?:the |any |an? |his |her |its )?(.+)$/i,
    (what) => ({ kind: 'remove', what }),
  ],
  [
    /^(?:it|he|she|they)(?:'?s|'?re| is| are) not (?:that |so |really )?([\w-]+)$/i,
    (what) => (isLook(what) ? { kind: 'remove', what } : null),
  ],
  [
    /^(?:make|turn|paint|colou?r)\s+(?:the|its|his|her|their)\s+([\w-]+)\s+(.+)$/i,
    (part, words) => (isLook(positive(part)) ? become(`${part} ${words}`, null) : become(words, part)),
  ],
  [/^(?:rather )?(an? .+?) instead$/i, (what) => ({ kind: 'replace', what })],
  [
    /^((?!make|turn|give|add|paint|change|with|in |it |the )[\w -]{3,40}) instead$/i,
    (what) => (phraseOf(what).isCharacter ? { kind: 'replace', what: `a ${what}` } : traitIn(what)),
  ],
  [
    /^an? (.+?) (?:version|variant|edition)(?: of (?:it|that|this))?$/i,
    (words) => (phraseOf(words).isCharacter ? { kind: 'replace', what: `a ${words}` } : become(words, null)),
  ],
  [
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(.+)$/i,
    (words) => become(words, null),
  ],
];

export function changeIn(said: string): DraftChange | null {
  for (const [pattern, changeOf] of patterns) {
    const [whole, ...groups] = pattern.exec(said) ?? [];
    const change = whole === undefined ? null : changeOf(...groups);
    if (change !== null) return change;
  }
  return null;
}
