import { partNames } from '../../../../engine/input/text/vocabulary.js';
import { is, isUnknown } from '../words/cursor.js';
import { isRole, isSpecies, phraseOf, wears } from '../words/lexis.js';
import { readNoun } from '../words/nouns.js';
import { isColour, tokensOf } from '../words/tokens.js';

/** A character under discussion. Its parts, joined, are exactly the description it was read from. */
export type Character = {
  /** "a ", or empty. */
  article: string;
  /** "small", "red". */
  looks: string[];
  /** "fox". */
  kind: string;
  /** "with a scarf", "and a hat", "without wings". */
  traits: { joint: string; text: string }[];
};
type Trait = Character['traits'][number];

/** "A hammer in each hand" is one trait. */
const links =
  'with|wearing|wears|holding|holds|carrying|carries|without|in(?! (?:(?:each|both|either|one|his|her|its|their|the) )?(?:[\\w-]+ )?(?:hand|paw|claw|mouth|beak|arm)s?\\b)';
const start = new RegExp(
  `\\s*,\\s*(?:and\\s+)?(?:with\\s+)?(?=\\S)|\\s+(?:${links}|on|who|that|riding|whose|but)\\s+`,
  'i',
);
const seam = new RegExp(`(\\s*,\\s*(?:and\\s+)?|\\s+(?:and\\s+)?(?:${links})\\s+|\\s+(?:and|but)\\s+)`, 'i');
const beginning = /^(?:an?|the|my|some|one|two|three|four|five)\s+/i;

/** An activity or a costume: "a raccoon stealing a pie". */
const doing = /\b([\w-]+) (?=(?:\w{2,}ing|dressed|made) \w)/gi;

/** Where the description of the creature ends, and the first trait begins. */
function endOf(prompt: string): { index: number; joint: string } | null {
  const link = start.exec(prompt);
  const act = [...prompt.matchAll(doing)].find(([, noun = '']) => isSpecies(noun) || isRole(noun));
  const at = act ? act.index + (act[1]?.length ?? 0) : Number.POSITIVE_INFINITY;
  if (link && link.index <= at) return { index: link.index, joint: link[0] };
  return act ? { index: at, joint: ' ' } : null;
}

export function readCharacter(prompt: string): Character {
  const found = endOf(prompt);
  const head = found ? prompt.slice(0, found.index) : prompt;
  const article = beginning.exec(head)?.[0] ?? '';
  const words = head.slice(article.length).split(' ');
  const pieces = found ? [found.joint, ...prompt.slice(found.index + found.joint.length).split(seam)] : [];
  const traits: Trait[] = [];
  for (let at = 0; at + 1 < pieces.length; at += 2)
    if (traits.length > 0 && pieces[at]!.trim() === 'in' && isColour(pieces[at + 1]!))
      traits.at(-1)!.text += pieces[at]! + pieces[at + 1]!;
    else
      for (const [index, text] of apart(pieces[at + 1]!).entries())
        traits.push({ joint: index === 0 ? pieces[at]! : ' ', text });
  return { article, looks: words.slice(0, -1), kind: words.at(-1) ?? '', traits };
}

/** "Pink hair black hoodie" are two things. */
function apart(text: string): string[] {
  const cursor = { tokens: tokensOf(text), at: 0, isPlanned: () => false };
  const pieces: string[] = [];
  while (cursor.at < cursor.tokens.length) {
    const from = cursor.at;
    const noun = readNoun(cursor);
    if (!noun?.isThing || noun.place) return [text];
    pieces.push(text.slice(cursor.tokens[from]!.start, cursor.tokens[cursor.at - 1]!.end));
  }
  return pieces.length > 1 && pieces.join(' ') === text ? pieces : [text];
}

export const writeCharacter = ({ article, looks, kind, traits }: Character): string =>
  article + [...looks, kind].join(' ') + traits.map(({ joint, text }) => joint + text).join('');

/** Whether it is explicitly left out. */
const isWithout = ({ joint }: Trait) => /without/i.test(joint);
export const isDenied = (trait: Trait) => isWithout(trait) || /^(?:no|without) /i.test(trait.text);

/** The description by its parts as the engine reads them, for the card. What it does not know is in none of them. */
export function partsOf(prompt: string): { kind: string; looks: string[]; has: string[]; lacks: string[] } {
  const { looks, kind, traits } = readCharacter(prompt);
  const head = tokensOf([...looks, kind].join(' '));
  const who = head.filter(({ isWho }) => isWho);
  const own = head.filter((token) => token.look !== null && !token.isWho);
  const said = traits.filter((one) => !isWithout(one)).map(({ text }) => text);
  // "A sloth, a detective with a hat, a rubber duck": nouns listed after "with" are its things.
  const things = traits.findIndex(({ joint }) => /\b(?:with|wearing|holding|carrying)\b/i.test(joint));
  const nouns = traits.slice(0, things < 0 ? undefined : things).map(({ text }) => text);
  const others = said.filter((text) => nouns.includes(text) && isOnlyWho(text));
  const apposed = said.filter((text) =>
    tokensOf(text).every((token) => token.look || is(token, 'and', 'more', 'bit')),
  );
  return {
    kind:
      [...who.map((token) => token.said), ...others.map((text) => text.replace(/^an? /i, ''))].join(' ') ||
      kind,
    looks: [...own.map((token) => token.said), ...apposed],
    has: said.filter(
      (text) => !others.includes(text) && !apposed.includes(text) && phraseOf(text).understood.length > 0,
    ),
    lacks: traits.filter(isWithout).map(({ text }) => text),
  };
}

/** "A detective", of a sloth who is one. */
const isOnlyWho = (text: string): boolean => {
  const tokens = tokensOf(text);
  return (
    tokens.length > 0 &&
    tokens.every((token) => token.isWho || is(token, 'article')) &&
    !/^with\b/i.test(text)
  );
};

export const stem = (word: string) => word.toLowerCase().replace(/(?<=..)(?:(?<=ch|sh|x)es?|s)$/, '');
export const names = (text: string, noun: string): boolean =>
  (noun.includes(' ') && text.toLowerCase().includes(noun.toLowerCase())) ||
  text.split(/[^\p{L}\d-]+/u).some((word) => stem(word) === stem(noun));

/** The trait that names a thing; for "bow" also "longbow", and for "sax" a saxophone, where no trait is called so. */
export function traitWith({ traits }: Character, noun: string): Trait | undefined {
  const having = traits.filter((trait) => !isDenied(trait));
  const last = stem(noun);
  const withWord = (isIt: (word: string) => boolean): Trait | undefined =>
    last.length > 2 ? having.find(({ text }) => text.split(' ').some((word) => isIt(stem(word)))) : undefined;
  return (
    having.find(({ text }) => names(text, noun)) ??
    withWord((word) => word.endsWith(last)) ??
    (isShortened(noun) ? withWord((word) => word.startsWith(last)) : undefined)
  );
}

/** "Sax", of a saxophone: no word of its own. */
const isShortened = (noun: string): boolean => {
  const [token, ...others] = tokensOf(noun);
  return token !== undefined && others.length === 0 && isUnknown(token);
};

export function add(one: Character, what: string): Character {
  const noun = what.trim().split(/\s+/).at(-1) ?? '';
  const kept = one.traits.filter((trait) => !(isDenied(trait) && names(trait.text, noun)));
  const isListed = kept.some(({ joint, text }) => /\bwith\b/i.test(joint + text) && !/without/i.test(joint));
  const added = { joint: isListed ? ' and ' : ' with ', text: what };
  const end = kept.findIndex(isWithout);
  const at = end < 0 ? kept.length : end;
  return { ...one, traits: [...kept.slice(0, at), added, ...kept.slice(at)] };
}

/** Things that a creature may have without anybody naming them. */
const grown = new Set(
  'wing horn tusk mane beard hair antler trunk fang spike moustache mustache whisker'.split(' '),
);

export function remove(one: Character, noun: string): Character {
  const trait = traitWith(one, noun);
  if (trait) return { ...one, traits: removed(one.traits, trait) };
  const looks = one.looks.filter((look) => stem(look) !== stem(noun));
  if (looks.length < one.looks.length) return { ...one, looks };
  const isPart =
    Object.hasOwn(partNames, noun.toLowerCase()) || grown.has(stem(noun)) || wears(writeCharacter(one), noun);
  if (!isPart || one.traits.some((other) => isWithout(other) && names(other.text, noun))) return one;
  return { ...one, traits: [...one.traits, { joint: ' without ', text: noun.toLowerCase() }] };
}

function removed(traits: readonly Trait[], gone: Trait): Trait[] {
  const at = traits.indexOf(gone);
  let end = at + 1;
  if (!isOfThing(traits, at)) while (isOfThing(traits, end)) end += 1;
  const next = traits[end];
  const isInside = isOfThing(traits, at) || (at > 0 && gone.joint.trim() === 'in'); // hair in a bun
  const opens = !isInside && new RegExp(links, 'i').test(gone.joint);
  const heir = next && opens && !new RegExp(`\\b(?:${links})\\b`, 'i').test(next.joint);
  return traits.flatMap((trait, index) => {
    if (index >= at && index < end) return [];
    return trait === next && heir ? [{ ...trait, joint: gone.joint }] : [trait];
  });
}

/** The spots of "with a red cap with spots", which go with the cap. */
const isOfThing = (traits: readonly Trait[], at: number): boolean =>
  traits[at]?.joint.trim() === 'with' && traits.slice(0, at).some(({ joint }) => /\bwith\b/i.test(joint));

/** Leaves only the traits that name a thing, or the chicken that a boy rides. */
export const only = (one: Character, noun: string): Character => {
  if (names(one.kind, noun)) return { ...one, traits: [] };
  const trait = traitWith(one, noun);
  if (trait && (isSpecies(noun) || isRole(noun)))
    return readCharacter(trait.text.replace(/^\w+ing (?=an? )/i, ''));
  return trait ? { ...one, traits: [{ ...trait, joint: ' with ' }] } : one;
};
