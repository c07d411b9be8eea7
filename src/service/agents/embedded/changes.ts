import { type Change, positive, softeners } from './draft.js';
import { phraseOf } from './lexis.js';

const maxChanges = 4;

/** One change, or several joined by "and": "make it blue and add a hat". */
export function changesIn(said: string, line: string): Change[] {
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
function traitIn(said: string): Change | null {
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

function changeIn(said: string): Change | null {
  const become =
    /^(?:make|turn|paint|colou?r|have)\s+(?:it|him|her|them|that|this)\s+(?:into\s+|look\s+|be\s+)?(.+)$/i.exec(
      said,
    );
  if (become?.[1] && /^(?:an? )/i.test(become[1]) && !/^a (?:bit|little|lot)\b/i.test(become[1]))
    return { kind: 'replace', what: become[1] };
  const added =
    /^(?:add|(?:give|put) (?:it|him|her|them)|put|with|(?:it|he|she|they) (?:should (?:have|wear|hold)|needs?)|(?:can|could|may) (?:it|he|she|they) (?:have|wear|hold|get)|make (?:it|him|her|them) (?:wear|have|hold))\s+(.+?)(?:\s+(?:on|to) (?:it|him|her|them))?(?:\s+(?:too|also|as well|instead))?$/i.exec(
      said,
    );
  if (added?.[1]) return { kind: 'add', what: added[1] };
  const removed =
    /^(?:remove|without|lose|drop|take (?:off|away)|no|less|fewer|(?:i )?(?:don'?t|do not) (?:want|need|like)(?! (?:it|this|that|them)\b))\s+(?:the |its |his |her |any |an? )?(.+)$/i.exec(
      said,
    );
  if (removed?.[1]) return { kind: 'remove', what: removed[1] };
  const swapped =
    /^(?:swap|replace|exchange|change)\s+(?:the |its |his |her )?([\w-]+)\s+(?:for|with|by|into)\s+(.+)$/i.exec(
      said,
    );
  if (swapped?.[1] && swapped[2]) return { kind: 'swap', what: swapped[1], for: swapped[2] };
  const recoloured =
    /^(?:change|set|turn)\s+(?:the |its |his |her )?(?:[\w-]+'s )?([\w-]+)(?: colou?r)?\s+to\s+(?:be )?([\w -]+)$/i.exec(
      said,
    );
  if (recoloured?.[1] && recoloured[2])
    return {
      kind: 'become',
      words: recoloured[2].toLowerCase(),
      part: /^colou?r$/i.test(recoloured[1]) ? null : recoloured[1].toLowerCase(),
    };
  const coloured =
    /^change (?:the )?colou?rs? of (?:the |its |his |her )?([\w-]+) (?:to|in|into) (?:be )?([\w -]+)$/i.exec(
      said,
    );
  if (coloured?.[1] && coloured[2])
    return { kind: 'become', words: coloured[2].toLowerCase(), part: coloured[1].toLowerCase() };
  const told =
    /^(?:i (?:want|need) )?(?:it|him|her|he|she|that)\s+(?:to be|(?:should|must|could|has to|needs to) (?:be|look|seem))\s+(.+)$/i.exec(
      said,
    );
  if (told?.[1])
    return /^an? /i.test(told[1])
      ? { kind: 'replace', what: told[1] }
      : { kind: 'become', words: told[1].toLowerCase(), part: null };
  const as = /^(?:(?:the )?same(?: one)? but )?as (an? .+)$/i.exec(said)?.[1];
  if (as) return { kind: 'replace', what: as };
  const corrected =
    /^(?:the |its |his |her )(?!it\b|he\b|she\b)([\w-]+)(?: (?:is|are|looks?) .*?\b(?:it|they))? should be ([\w -]+)$/i.exec(
      said,
    ) ?? /^(?!it\b|he\b|she\b|they\b|that\b|this\b)([\w-]+) should be ([\w -]+)$/i.exec(said);
  if (corrected?.[1] && corrected[2])
    return { kind: 'become', words: corrected[2].toLowerCase(), part: corrected[1].toLowerCase() };
  const also = /^(?:i (?:want|need)|and|also)\s+(.+?)\s+(?:too|also|as well)$|^also\s+(.+)$/i.exec(said);
  if (also?.[1] ?? also?.[2]) return traitIn(also?.[1] ?? also?.[2] ?? '');
  const part = /^(?:make|turn|paint|colou?r)\s+(?:the|its|his|her|their)\s+([\w-]+)\s+(.+)$/i.exec(said);
  if (part?.[1] && part[2])
    return { kind: 'become', words: part[2].toLowerCase(), part: part[1].toLowerCase() };
  const instead =
    /^(?:(?:how|what) about |rather )?(an? .+?) instead$|^instead (an? .+)$|^rather (an? .+)$/i.exec(said);
  const other = instead?.[1] ?? instead?.[2] ?? instead?.[3];
  if (other) return { kind: 'replace', what: other };
  return become?.[1] ? { kind: 'become', words: become[1].toLowerCase(), part: null } : null;
}
