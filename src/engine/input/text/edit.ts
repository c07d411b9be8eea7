/** Changes a spec by short words: "hat: red", "no scarf", "taller". What they do not name stays, also the seed. */
import { clamp } from '../../geometry/vec.js';
import { sideNames } from '../../kinds.js';
import type { Description, Reading } from './description.js';
import { type EditPiece, readPieces } from './edit-words.js';
import type { DictionaryName } from './languages/dictionary.js';
import { describeSpec, rulesOut } from './outfit.js';
import {
  type Age,
  ages,
  type CharacterSpec,
  inLimits,
  itemOrPartOf,
  readSpec,
  type SpecThing,
  thingLists,
  withoutEmpty,
} from './spec.js';
import { markNames, type SpecMark } from './spec-marks.js';
import { headgear, partNames } from './vocabulary.js';

export type Edited = {
  spec: CharacterSpec;
  /** The reading of the words; `unexpressed` was understood and changes nothing that this body shows. */
  words: Pick<Reading['words'], 'understood' | 'unknown' | 'unexpressed'>;
  /** A sentence for each guess, and for each request that this body cannot show. */
  notes: string[];
};

/**
 * @param hint the language of the member, for words that mean something else in English
 * @throws AppError `invalid_request` when the spec would have too many things
 */
export function editSpec(spec: CharacterSpec, said: string, hint: DictionaryName | null = null): Edited {
  const pieces = readPieces(said, hint);
  const changed = readSpec(tidy(pieces.reduce(apply, spec)));
  const before = new Set(describeSpec(spec).notes);
  const description = describeSpec(changed);
  return {
    spec: changed,
    words: wordsOf(pieces, description),
    notes: [
      ...pieces.flatMap(({ reading }) => reading.notes),
      ...description.notes.filter((note) => !before.has(note)),
    ],
  };
}

function wordsOf(pieces: readonly EditPiece[], { unshown }: Description): Edited['words'] {
  const said = (pick: (piece: EditPiece) => readonly string[]) => [...new Set(pieces.flatMap(pick))];
  const isUnshown = (word: string) => unshown.has(word) || unshown.has(itemOrPartOf(word));
  const inTheirWords = ({ reading: { saidFor } }: EditPiece, list: readonly string[]) =>
    list.map((word) => saidFor.get(word) ?? word);
  return {
    understood: said((piece) =>
      inTheirWords(
        piece,
        piece.reading.words.understood.filter((word) => !isUnshown(word)),
      ),
    ),
    unknown: said((piece) => inTheirWords(piece, piece.reading.words.unknown)),
    unexpressed: said((piece) => {
      const { understood, unexpressed } = piece.reading.words;
      return inTheirWords(piece, [...unexpressed, ...understood.filter(isUnshown)]);
    }),
  };
}

function apply(spec: CharacterSpec, { reading, isRelative, years }: EditPiece): CharacterSpec {
  const {
    species,
    blend,
    look,
    build,
    parts,
    garments,
    props,
    marks,
    without,
    version: _,
    ...rest
  } = reading.spec;
  const named: CharacterSpec = { ...spec, ...rest };
  if (marks) named.marks = marks.reduce(markOver, spec.marks ?? []);
  if (species) Object.assign(named, { species, blend });
  if (years !== 0) named.age = olderBy(spec.age ?? 'adult', years);
  if (look) named.look = lookOf(spec.look ?? {}, look);
  if (build) named.build = buildOf(spec.build ?? {}, build, isRelative);
  const bare = (without ?? []).reduce(takeAway, named);
  const things = [...(parts ?? []), ...(garments ?? []), ...(props ?? [])];
  return things.reduce((one, thing) => add(one, thing, reading.spec, isRelative), bare);
}

const olderBy = (age: Age, steps: number): Age => ages[clamp(ages.indexOf(age) + steps, 0, ages.length - 1)]!;

/** Another text takes the place of the one there, and so does a mark of its kind at its place. */
function markOver(marks: readonly SpecMark[], mark: SpecMark): SpecMark[] {
  const usual = /^(writing|picture)$/.test(mark.mark) ? 'chest' : undefined;
  const isSame = (one: SpecMark) =>
    one.mark === mark.mark &&
    (mark.place === undefined || ((one.place ?? usual) === mark.place && one.side === mark.side));
  const at = marks.findLastIndex(isSame);
  return at < 0 ? [...marks, mark] : marks.map((one, i) => (i === at ? { ...one, ...mark } : one));
}

type Look = NonNullable<CharacterSpec['look']>;

/** A colour that is asked for is no longer ruled out, and one that is ruled out no longer asked for. */
function lookOf(before: Look, { avoid = [], ...asked }: Look): Look {
  const ruledOut = [...new Set([...(before.avoid ?? []), ...avoid])].filter(
    (colour) => colour !== asked.colour,
  );
  const kept = before.colour && avoid.includes(before.colour) ? { ...before, colour: undefined } : before;
  return { ...kept, ...asked, avoid: ruledOut.length > 0 ? ruledOut : undefined };
}

type Build = NonNullable<CharacterSpec['build']>;

function buildOf(before: Build, asked: Build, isRelative: boolean): Build {
  const changed = Object.entries(asked).map(([axis, factor]) => {
    const now = isRelative ? (before[axis as keyof Build] ?? 1) * factor : factor;
    return [axis, rounded(now)];
  });
  return { ...before, ...Object.fromEntries(changed) };
}

const rounded = (factor: number): number => Math.round(inLimits(factor) * 1000) / 1000;

/** Parts that species and role bring have to be ruled out; parts that were only requested are left out. */
function takeAway(spec: CharacterSpec, none: string): CharacterSpec {
  const marks = spec.marks?.filter(({ mark }) => mark !== none.replace(/s$/, ''));
  if (isMark(none)) return { ...spec, marks };
  const next = { ...spec, marks };
  let isListed = marks?.length !== spec.marks?.length;
  for (const list of thingLists) {
    next[list] = spec[list]?.filter(({ name }) => !rulesOut(none, itemOrPartOf(name)));
    isListed ||= next[list]?.length !== spec[list]?.length;
  }
  const isBrought = [...describeSpec(next).items.keys()].some((item) => rulesOut(none, item));
  const isOver = isListed && !isBrought && !Object.values(partNames).includes(none);
  return isOver ? next : { ...next, without: [...new Set([...(spec.without ?? []), none])] };
}

const isMark = (name: string): boolean =>
  !Object.hasOwn(partNames, name) && itemOrPartOf(name) === name && markNames.includes(name);

/** Adds a thing, or changes the one that there is; a new hat takes the place of a crown. */
function add(
  spec: CharacterSpec,
  thing: SpecThing,
  reading: CharacterSpec,
  isRelative: boolean,
): CharacterSpec {
  const list = thingLists.find((name) => reading[name]?.includes(thing as never))!;
  const item = itemOrPartOf(thing.name);
  const isSame = ({ name }: SpecThing) => itemOrPartOf(name) === item;
  const isReplaced = ({ name }: SpecThing) => headgear.has(item) && headgear.has(itemOrPartOf(name));
  const there: readonly SpecThing[] = spec[list] ?? [];
  const before = there.find(isSame);
  const size = isRelative && thing.size ? rounded((before?.size ?? 1) * thing.size) : thing.size;
  const changed = mergedWith(before, { ...thing, ...(size !== undefined && { size }) });
  const kept = before
    ? there.map((one) => (one === before ? changed : one))
    : [...there.filter((one) => !isReplaced(one)), changed];
  const without = spec.without?.filter((none) => !rulesOut(none, item));
  return { ...spec, [list]: kept, without };
}

/** A colour of both is no longer one of each; what is said of one leaves the other as it is. */
function mergedWith(before: SpecThing | undefined, thing: SpecThing): SpecThing {
  const isOfBoth = !thing.left && !thing.right && !thing.side;
  const sided = sideNames.flatMap((side) => {
    const { colour, ...own } = before?.[side] ?? {};
    const isKept = !isOfBoth || thing.colour === undefined;
    const now = { ...own, ...(isKept && colour && { colour }), ...thing[side] };
    return [[side, Object.keys(now).length > 0 ? now : undefined]];
  });
  const kept = Object.fromEntries(sided.filter(([, own]) => own !== undefined));
  const { left: _left, right: _right, side: only, ...others } = before ?? {};
  return { ...others, ...(only && isOfBoth && thing.count !== 2 && { side: only }), ...thing, ...kept };
}

/** An undone edit leaves the spec as it was. */
const tidy = (spec: CharacterSpec): CharacterSpec =>
  withoutEmpty({ ...spec, ...(spec.look && { look: withoutEmpty(spec.look) }) });
