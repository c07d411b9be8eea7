import {
  add,
  type Character,
  names,
  only,
  readCharacter,
  remove,
  traitWith,
  writeCharacter,
} from './character.js';
import { isRole, isSpecies, phraseOf } from './lexis.js';

/** A change to the character under discussion. */
export type DraftChange =
  | { kind: 'become'; words: string; part: string | null }
  | { kind: 'add'; what: string }
  | { kind: 'remove'; what: string }
  /** Everything else goes. */
  | { kind: 'only'; what: string }
  /** All things go. */
  | { kind: 'bare' }
  /** `isRole`: an animal stays one, in the clothes of the other. `isRecast`: another creature in the same role. */
  | { kind: 'replace'; what: string; isRole?: boolean; isRecast?: boolean }
  | { kind: 'swap'; what: string; for: string }
  /** The same thing elsewhere on the body. */
  | { kind: 'move'; what: string; to: string };

/** @param part what the words describe; null for the whole character */
export const become = (words: string, part: string | null): DraftChange => ({
  kind: 'become',
  words: words.toLowerCase(),
  part: part?.toLowerCase() ?? null,
});

/** Words for the same property; a new one replaces an old one. */
const groups: readonly (readonly string[])[] = [
  'red blue green yellow orange purple pink black white grey gray brown gold golden silver bronze teal turquoise cyan magenta violet crimson beige cream navy maroon tan lime olive mint lavender peach copper rainbow neon'.split(
    ' ',
  ),
  'big small tiny huge giant gigantic tall short large little'.split(' '),
  'fat thin slim chubby skinny strong muscular round'.split(' '),
  'young old'.split(' '),
  'long short'.split(' '),
  'one two three four five six seven eight 1 2 3 4 5 6 7 8'.split(' '),
  'happy sad angry evil friendly scary cute grumpy surprised sleepy'.split(' '),
  'shiny rusty matte'.split(' '),
  'marble stone wooden metal bronze gold golden silver'.split(' '),
];
/** Whether two words are about the same property, as two colours are. */
export const isRival = (one: string, other: string): boolean =>
  groups.some((group) => group.includes(one.toLowerCase()) && group.includes(other.toLowerCase()));

/** "Bigger" than big is huge. */
const beyond: Readonly<Record<string, string>> = {
  big: 'huge',
  large: 'huge',
  huge: 'giant',
  giant: 'gigantic',
  small: 'tiny',
  little: 'tiny',
};
export const softeners =
  /\b(?:a (?:bit|little|lot)|way|far|much|more|really|very|slightly|please|too|even|both|so|also|as well|instead|now|then|all|completely|entirely|fully|totally)\b/g;

/** "A hat", "wings". */
export const withArticle = (thing: string): string =>
  /^(?:an?|the|some|two|three|four|\d+) |(?:[^s]s|hair|fur|skin|armou?r)$/i.test(thing)
    ? thing
    : `${/^[aeiou]/i.test(thing) ? 'an' : 'a'} ${thing}`;

/** Works the change into the prompt: "a red fox" made blue is "a blue fox". */
export function refine(prompt: string, change: DraftChange): string {
  const changed = writeCharacter(apply(readCharacter(prompt), change))
    .replace(/\s+/g, ' ')
    .trim();
  return changed.replace(/\b([Aa])n? (?=(\w\w?\w?))/g, (_, a: string, first: string) =>
    /^(?!uni|use|eu)[aeiou]/i.test(first) ? `${a}n ` : `${a} `,
  );
}

function apply(one: Character, change: DraftChange): Character {
  if (change.kind === 'replace' && change.isRecast) return recast(one, change.what);
  if (change.kind === 'replace') return change.isRole ? inRole(one, change.what) : replaced(one, change.what);
  if (change.kind === 'add') return added(one, change.what);
  if (change.kind === 'bare') return { ...one, traits: [] };
  if (change.kind === 'only') return only(one, lastWord(change.what));
  if (change.kind === 'remove') return remove(one, lastWord(nameOf(change.what, one)));
  if (change.kind === 'swap') return swapped(one, change.what, change.for);
  if (change.kind === 'move') return moved(one, change.what, change.to);
  const compared = change.words
    .replace(softeners, ' ')
    .replace(/^\s*(?:(?:more )?like|kind of|sort of)\b/, '')
    .replace(/\s+(?:on|in|at|around) (?:the|his|her|its|their)\b.*$/, '')
    .trim()
    .split(/[\s,]+/)
    .filter((word) => !/^(?:and|or|but|an?|the|like)$/.test(word));
  const words = compared.map((word) => {
    const plain = positive(word);
    return plain !== word && one.looks.includes(plain) ? (beyond[plain] ?? plain) : plain;
  });
  return change.part ? describePart(one, change.part, words) : describeHead(one, words);
}

/** "That thing on its head" of a frog with nothing but a crown is the crown. */
const nameOf = (what: string, { traits }: Character): string =>
  /^(?:that |this )?thing\b/i.test(what) ? (traits.length === 1 ? traits[0]!.text : '') : what;

const lastWord = (text: string) => text.trim().split(/\s+/).at(-1) ?? '';

function moved(one: Character, what: string, to: string): Character {
  const trait = traitWith(one, what);
  if (!trait) return add(one, `a ${what} ${to}`);
  const kept = trait.text.replace(/ (?:on|in|at) (?:(?:his|her|its|their|the|each|both|one) )?\w+$/i, '');
  const [, article = ''] =
    /^(an?|the|his|her|its|two|three) /i.exec(kept.replace(/^(?:holding|carrying) /i, '')) ?? [];
  const bare = kept.replace(/^(?:holding|carrying|wearing) /i, '');
  const joint = trait.joint.replace(/holding|carrying/i, 'with');
  const text = `${article ? bare : `a ${bare}`} ${to}`;
  return { ...one, traits: one.traits.map((each) => (each === trait ? { joint, text } : each)) };
}

/** "Shorter beard": a thing that is there already changes. */
function added(one: Character, what: string): Character {
  const [, looks, noun] = /^((?:[\w-]+ ){1,2})([\w-]+)$/.exec(what) ?? [];
  const isNew = !looks || !noun || /^(?:an?|some|the|more|and) /i.test(what) || !traitWith(one, noun);
  return isNew
    ? add(one, what.replace(/\b[a-z]+er\b/gi, positive))
    : describePart(one, noun, looks.trim().split(' ').map(positive));
}

/** A fox as a king is a fox king. */
function inRole(one: Character, what: string): Character {
  const { kind, traits } = readCharacter(what);
  if (!isSpecies(one.kind) || !isRole(kind)) return replaced(one, what);
  return { ...one, looks: [...one.looks, one.kind], kind, traits: [...one.traits, ...traits] };
}

/** A skeleton pirate as a zombie is a zombie pirate. */
function recast(one: Character, what: string): Character {
  const { looks, kind, traits } = readCharacter(what);
  if (!isRole(one.kind) || !isSpecies(kind) || traits.length > 0) return replaced(one, what);
  const kept = withoutRivals(one.looks, looks).filter((look) => !isSpecies(look));
  return { ...one, looks: [...looks, ...kept, kind] };
}

/** Another creature with the same things. */
function replaced(one: Character, what: string): Character {
  const { traits, ...head } = readCharacter(what);
  const [first, ...rest] = one.traits;
  const isOtherRole = isRole(head.kind) && isRole(one.kind) && head.looks.length === 0;
  if (isOtherRole) head.looks.push(...one.looks.filter(isSpecies));
  const joined =
    first && traits.length > 0 && /with\b/i.test(first.joint) ? { ...first, joint: ' and ' } : first;
  return { ...head, traits: [...traits, ...(joined ? [joined] : []), ...rest] };
}

function swapped(one: Character, what: string, other: string): Character {
  const noun = lastWord(what);
  if (names(one.kind, noun)) return replaced(one, /^an? /i.test(other) ? other : `a ${other}`);
  const kept = traitWith(one, lastWord(other));
  if (kept && kept !== traitWith(one, noun)) return remove(one, noun);
  if (traitWith(one, noun)) return add(remove(one, noun), other);
  const isLook = one.looks.some((look) => names(look, noun));
  return isLook || !phraseOf(other).hasThings
    ? describeHead(remove(one, noun), other.split(/\s+/))
    : add(one, other);
}

/** "bigger" becomes "big": members compare with what they see, a prompt describes. */
export function positive(word: string): string {
  if (!word.endsWith('er')) return word;
  const stem = word.replace(/er$/, '');
  const forms = [stem, stem.replace(/(.)\1$/, '$1'), `${stem}e`, stem.replace(/i$/, 'y')];
  const known = groups.flat();
  const isUnderstood = (one: string) => one.length > 3 && phraseOf(one).understood.includes(one);
  if (phraseOf(word).unknown.length === 0) return forms.find((one) => known.includes(one)) ?? word;
  return forms.find((one) => known.includes(one)) ?? forms.find(isUnderstood) ?? word;
}

const describeHead = (one: Character, words: readonly string[]): Character => ({
  ...one,
  looks: [...words, ...withoutRivals(one.looks, words).filter((look) => !words.includes(look.toLowerCase()))],
});

function describePart(one: Character, part: string, words: readonly string[]): Character {
  if (names(one.kind, part) && phraseOf(words.join(' ')).isCharacter)
    return { ...describeHead(one, words.slice(0, -1)), kind: words.at(-1)! };
  if (names(one.kind, part)) return describeHead(one, words);
  const trait = traitWith(one, part);
  if (!trait)
    return add(one, `${/(?:[^s]s|hair|fur|skin|armou?r)$/.test(part) ? '' : 'a '}${words.join(' ')} ${part}`);
  const before = trait.text.split(' ');
  const at = before.findIndex((word) => names(word, part));
  const other = phraseOf(words.join(' '));
  const kept = before.slice(0, at);
  const article = /^(?:an?|the|some|his|her|its)$/i.test(kept[0] ?? '') ? kept.splice(0, 1) : [];
  const isCount = (word: string) =>
    /^(?:two|three|four|five|six|seven|eight|\d)$/i.test(word) &&
    !words.some((one) => /^(?:one|two|three|four|five|six|seven|eight|\d)$/.test(one));
  const counted = kept.filter(isCount);
  const others = kept.filter((word) => !isCount(word) && !words.includes(word.toLowerCase()));
  const text = (
    other.hasThings || other.isCharacter
      ? [...article, ...kept, ...words, ...before.slice(at + 1)]
      : [
          ...article,
          ...counted,
          ...words,
          ...withoutRivals(others, words),
          ...numbered(before.slice(at), words),
        ]
  ).join(' ');
  return { ...one, traits: one.traits.map((other) => (other === trait ? { ...trait, text } : other)) };
}

/** One head of three heads. */
const numbered = ([noun = '', ...rest]: readonly string[], words: readonly string[]): string[] => [
  words.includes('one') ? noun.replace(/(?<=[^s])s$/, '') : noun,
  ...rest,
];

function withoutRivals(looks: readonly string[], words: readonly string[]): string[] {
  const rivals = groups.filter((group) => words.some((word) => group.includes(word))).flat();
  return looks.filter((word) => !rivals.includes(word.toLowerCase()));
}
