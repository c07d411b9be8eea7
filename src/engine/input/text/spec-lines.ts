/** A spec in words, one line for each thing that was asked for: for cards, forms and the differences of two specs. */
import { isInHand, type Place, sideNames } from '../../kinds.js';
import { phraseOfMark } from './mark-words.js';
import { type CharacterSpec, itemOrPartOf, type SpecThing } from './spec.js';
import { colourWord, poseWord, sizeWord, wordsOfBuild } from './spec-words.js';

/** `name`: the part, garment or prop that the words are about. */
export type SpecLine = { about: string; name: string | null; words: string[] };
export type SpecChange = Omit<SpecLine, 'words'> & { before: string[] | null; after: string[] | null };

/** English words of the vocabulary; as edits of a spec, they mean the same again. */
export function linesOf(spec: CharacterSpec): SpecLine[] {
  const { version: _version, seed: _seed, parts, garments, props, ...choices } = spec;
  const { species, blend, role, body, age, presentation, proportions, build, look, ...others } = choices;
  const { pose, expression, marks = [], companions = [], without = [], ...names } = others;
  const single: [about: string, words: readonly (string | undefined)[]][] = [
    ['species', species ?? []],
    ['blend', [blend]],
    ['role', [role]],
    ['body', [body]],
    ['age', [age]],
    ['presentation', [presentation]],
    ['proportions', [proportions]],
    ['build', build ? wordsOfBuild(build) : []],
    ['look', look ? [...lookWords(look), look.covering] : []],
    ['avoid', (look?.avoid ?? []).map(colourWord)],
  ];
  const things = Object.entries({ part: parts, garment: garments, prop: props }).flatMap(([about, list]) =>
    (list ?? []).flatMap((thing) => linesOfThing(about, thing)),
  );
  const last: typeof single = [
    ['without', without],
    ['pose', [pose && poseWord(pose)]],
    ['expression', [expression]],
    ...Object.entries(names).map(([about, name]): (typeof single)[number] => [about, [String(name)]]),
  ];
  const carried = companions.map(({ species: name, place, colour }) => ({
    about: 'companion',
    name,
    words: [...(colour ? [colourWord(colour)] : []), placeWords(place)],
  }));
  const drawn = marks.map((mark) => ({ about: 'mark', name: null, words: [phraseOfMark(mark)] }));
  return [...single.flatMap(lineOf), ...things, ...carried, ...drawn, ...last.flatMap(lineOf)];
}

const placeWords = (place: Place): string =>
  place === 'overhead' ? place : [isInHand(place) ? 'in' : 'on', place].join(' ');

function lineOf([about, given]: readonly [string, readonly (string | undefined)[]]): SpecLine[] {
  const words = given.filter((word) => word !== undefined);
  return words.length > 0 ? [{ about, name: null, words }] : [];
}

type Look = Pick<SpecThing, 'colour' | 'second' | 'material' | 'pattern'>;

const lookWords = ({ colour, second, material, pattern }: Look): (string | undefined)[] => [
  colour && colourWord(colour),
  second && colourWord(second),
  material,
  pattern,
];

const thingWords = ({ size, count, style, text, ...look }: Omit<SpecThing, 'name'>): string[] =>
  [
    count === undefined ? undefined : String(count),
    size === undefined ? undefined : sizeWord(size),
    style,
    ...lookWords(look),
    text,
  ].filter((word) => word !== undefined);

/** A thing, and each of a pair that differs: "left eye: green". */
function linesOfThing(about: string, thing: SpecThing): SpecLine[] {
  const { name, side } = thing;
  const one = name.replace(/s$/, '');
  const sided = sideNames.flatMap((which) => {
    const own = thing[which];
    if (!own) return [];
    const { state, row, ...look } = own;
    return [
      {
        about,
        name: [which, row, one].filter(Boolean).join(' '),
        words: [...thingWords(look), ...(state ? [state] : [])],
      },
    ];
  });
  const words = thingWords(thing);
  if (side) return [{ about, name: `${side} ${one}`, words: ['only', ...words] }, ...sided];
  return sided.length > 0 && words.length === 0 ? sided : [{ about, name, words }, ...sided];
}

/** A hoodie takes the place of a shirt. */
const keyOf = ({ about, name, words }: SpecLine): string =>
  about === 'mark' || about === 'companion'
    ? [name, ...words].join()
    : name === null
      ? about
      : `${about} ${itemOrPartOf(name)}`;

/** Statements in which the second spec differs. */
export function changesBetween(before: CharacterSpec, after: CharacterSpec): SpecChange[] {
  const [old, now] = [before, after].map((spec) => new Map(linesOf(spec).map((line) => [keyOf(line), line])));
  const keys = [...new Set([...now!.keys(), ...old!.keys()])];
  return keys.flatMap((key) => {
    const [was, is] = [old!.get(key), now!.get(key)];
    const isSame = was && is && was.name === is.name && was.words.join() === is.words.join();
    if (isSame) return [];
    const { about, name } = (is ?? was)!;
    return [{ about, name, before: was?.words ?? null, after: is?.words ?? null }];
  });
}
