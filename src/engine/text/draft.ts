/** What is known half-way through a sentence. */
import type { Vec3 } from '../math/vec.js';
import type { SkeletonKind } from '../types.js';
import { type Count, claimCount, dropCount } from './counts.js';
import type { Description, Finish, Layer, Look, Pattern } from './description.js';
import { builds, type Mood, sizes } from './lexicon.js';

export type Draft = {
  creature: string | null;
  /** The word somebody used for it. */
  word: string | null;
  /** Creatures and roles named after the first, by the word somebody used; `apart` is another figure beside it. */
  others: { creature: string | null; word: string; apart: boolean }[];
  /** "And", "riding" and the like were said since somebody was named. */
  linked: boolean;
  /** "Monster", "animal", "character": somebody of no particular kind. */
  anyone: string | null;
  role: string | null;
  stance: SkeletonKind | null;
  style: Description['style'];
  build: Description['build'];
  mood: Mood | null;
  pose: string | null;
  womanly: boolean;
  old: boolean;
  look: Look;
  /** The colour of fire, ice and the like, for want of another. */
  theme: string | null;
  parts: Map<string, Look>;
  items: Map<string, Look>;
  refused: Set<string>;
  pattern: Pattern | null;
  waiting: Waiting;
  /** A number whose noun has not come yet, those of parts and things, and that of the characters themselves. */
  count: Count | null;
  counts: Map<string, Count & { of: string }>;
  crowd: string | null;
  /** What was taken last, and what a colour told afterwards belongs to. */
  last: Look | null;
  subject: Look | null;
  /** Nothing but describing words since the last comma. */
  apposed: boolean;
  understood: Set<string>;
  unknown: Set<string>;
  /** Things and creatures ruled out or asked for against each other, guesses and the like: a sentence each. */
  notes: string[];
  /** How many words were heard, and how many of them were known or guessed. */
  heard: { all: number; known: number; guessed: boolean };
  /** Things of the world that are no characters. */
  lifeless: string[];
};

/** Words before a noun that has not come yet. */
export type Waiting = {
  colours: Vec3[];
  sizes: { word: string; degree: number }[];
  finish?: Finish;
  /** What a colour of metal would make of a thing; a living coat only takes the colour. */
  sheen?: Finish;
  pattern?: Pattern;
  layer?: Layer;
  manner?: string;
  shift: number;
  /** "very" and "slightly" raise what follows to this power. */
  degree: number;
  negated: boolean;
};

export const nothingWaiting = (): Waiting => ({
  colours: [],
  sizes: [],
  shift: 0,
  degree: 1,
  negated: false,
});

export const emptyDraft = (): Draft => ({
  creature: null,
  word: null,
  others: [],
  linked: false,
  anyone: null,
  role: null,
  stance: null,
  style: null,
  build: { height: 1, girth: 1, limb: 1, legs: 1, head: 1 },
  mood: null,
  pose: null,
  womanly: false,
  old: false,
  look: { size: 1 },
  theme: null,
  parts: new Map(),
  items: new Map(),
  refused: new Set(),
  pattern: null,
  waiting: nothingWaiting(),
  count: null,
  counts: new Map(),
  crowd: null,
  last: null,
  subject: null,
  apposed: false,
  understood: new Set(),
  unknown: new Set(),
  notes: [],
  heard: { all: 0, known: 0, guessed: false },
  lifeless: [],
});

/** The waiting words belong to this part or thing. */
export function take(draft: Draft, into: Map<string, Look>, name: string, word: string): void {
  const { waiting } = draft;
  draft.waiting = nothingWaiting();
  draft.subject = null;
  const count = claimCount(draft);
  if (waiting.negated) {
    if (into.delete(name)) draft.notes.push(contradiction(word, 'without'));
    draft.refused.add(name);
    return;
  }
  if (draft.refused.delete(name)) draft.notes.push(contradiction(word, 'with'));
  if (count) draft.counts.set(name, { ...count, of: word });
  const before = into.get(name);
  const finish = waiting.finish ?? waiting.sheen;
  const look: Look = {
    colour: waiting.colours[0] ?? before?.colour,
    second: waiting.colours[1] ?? waiting.layer?.colour ?? before?.second,
    size: sizeOf(waiting) * (before?.size ?? 1),
    finish: isSoft(name) && finish?.metalness === 1 ? undefined : finish,
    pattern: patternOf(name, word, waiting),
    word,
    manner: waiting.manner ?? before?.manner,
  };
  into.set(name, look);
  draft.last = look;
  if (into === draft.parts && waiting.pattern) draft.pattern ??= waiting.pattern;
  if (into === draft.parts && waiting.layer) draft.look.layer ??= waiting.layer;
}

const contradiction = (word: string, last: 'with' | 'without'): string =>
  `The words say both with and without “${word}”; the last of them counts, so it is made ${last}.`;

const sizeOf = ({ sizes: said }: Waiting): number =>
  [...new Map(said.map((one) => [one.word, one])).values()].reduce(
    (size, { word, degree }) => size * (sizes[word] ?? 1) ** degree,
    1,
  );

/** Golden hair is not made of metal. */
const soft: ReadonlySet<string> = new Set(
  'hair beard moustache mane coat eyes tail belly legs arms feet wings shirt trousers scarf'.split(' '),
);

function patternOf(name: string, word: string, { pattern, layer, colours }: Waiting): Pattern | undefined {
  if (pattern || layer) return pattern ?? 'patched';
  return colours.length > 1 && isWoven(name, word) ? 'striped' : undefined;
}

/** Cloth of two colours is striped; on what is cut from one, the second shows underneath or on the brim. */
const isWoven = (name: string, word: string): boolean =>
  /^(scarf|shirt|trousers|dress|robe|cape|socks|apron|tie|bow)$/.test(name) &&
  !/suit|tuxedo|jacket|coat|blazer|vest|uniform|gown/.test(word);
const isSoft = (name: string): boolean => soft.has(name);

/** The waiting words belong to the creature as a whole. @param alive its coat is no metal */
export function settle(draft: Draft, alive: boolean): void {
  const { waiting, look, build } = draft;
  draft.waiting = nothingWaiting();
  dropCount(draft);
  if (waiting.manner) misread(draft, waiting.manner);
  if (waiting.negated) {
    if (waiting.colours.length + waiting.sizes.length > 0 || waiting.pattern) draft.notes.push(cannotRuleOut);
    return;
  }
  if (waiting.colours.length === 0 && waiting.shift < -0.3) draft.theme ??= 'charcoal';
  look.colour ??= waiting.colours[0];
  look.second ??= waiting.colours[1];
  look.layer ??= waiting.layer;
  look.finish ??= waiting.finish ?? (alive ? undefined : waiting.sheen);
  draft.pattern ??= waiting.pattern ?? null;
  for (const { word, degree } of new Map(waiting.sizes.map((one) => [one.word, one])).values())
    grow(build, word, degree);
}

export const cannotRuleOut =
  'Looks can be asked for but not ruled out, so what it should not be is left open.';

/** A word that was read, and then found nothing to shape. */
export function misread(draft: Draft, word: string): void {
  draft.understood.delete(word);
  draft.unknown.add(word);
}

export function grow(build: Description['build'], word: string, degree = 1): void {
  const factors = builds[word] ?? {};
  for (const key of ['height', 'girth', 'limb', 'legs', 'head'] as const)
    build[key] *= (factors[key] ?? 1) ** degree;
}
