/** The parser's state half-way through a prompt. */
import type { Vec3 } from '../math/vec.js';
import type { SkeletonKind } from '../types.js';
import { type Count, claimCount, dropCount } from './counts.js';
import type { Description, Finish, Layer, Look, Pattern } from './description.js';
import { builds, type Mood, sizes } from './lexicon.js';

export type Draft = {
  creature: string | null;
  /** The word the prompt used for it. */
  word: string | null;
  /** Creatures and roles named after the first, with the words used; `apart` marks a separate figure. */
  others: { creature: string | null; word: string; apart: boolean }[];
  /** Whether "and", "riding" or a similar word followed the named character. */
  linked: boolean;
  /** A character of unspecified kind: "monster", "animal", "character". */
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
  /** A default colour from an element such as fire or ice. */
  theme: string | null;
  parts: Map<string, Look>;
  items: Map<string, Look>;
  refused: Set<string>;
  pattern: Pattern | null;
  waiting: Waiting;
  /** The pending number, the counts of parts and items, and the count of the characters themselves. */
  count: Count | null;
  counts: Map<string, Count & { of: string }>;
  crowd: string | null;
  /** The last thing described, to which a following colour belongs. */
  last: Look | null;
  subject: Look | null;
  /** Whether only adjectives followed the last comma. */
  apposed: boolean;
  understood: Set<string>;
  unknown: Set<string>;
  /** One sentence for each exclusion, contradiction and guess. */
  notes: string[];
  /** How many words were read, and how many of them were known or guessed. */
  wordCounts: { all: number; known: number; guessed: boolean };
  /** Known things that are not characters. */
  lifeless: string[];
};

/** Adjectives waiting for their noun. */
export type Waiting = {
  colours: Vec3[];
  sizes: { word: string; degree: number }[];
  finish?: Finish;
  /** The finish that a metal colour would give an item; a living coat takes only the colour. */
  sheen?: Finish;
  pattern?: Pattern;
  layer?: Layer;
  manner?: string;
  shift: number;
  /** "very" and "slightly" raise the next adjective to this power. */
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
  wordCounts: { all: 0, known: 0, guessed: false },
  lifeless: [],
});

/** Applies the pending adjectives to a part or item. */
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
  `You asked for it both with and without “${word}”. The last one counts, so I made it ${last}.`;

const sizeOf = ({ sizes: words }: Waiting): number =>
  [...new Map(words.map((one) => [one.word, one])).values()].reduce(
    (size, { word, degree }) => size * (sizes[word] ?? 1) ** degree,
    1,
  );

/** Materials that stay non-metallic: golden hair is not made of metal. */
const soft: ReadonlySet<string> = new Set(
  'hair beard moustache mane coat eyes tail belly legs arms feet wings shirt trousers scarf'.split(' '),
);

function patternOf(name: string, word: string, { pattern, layer, colours }: Waiting): Pattern | undefined {
  if (pattern || layer) return pattern ?? 'patched';
  return colours.length > 1 && isWoven(name, word) ? 'striped' : undefined;
}

/** Woven cloth of two colours is striped; on tailored cloth the second colour is the lining or brim. */
const isWoven = (name: string, word: string): boolean =>
  /^(scarf|shirt|trousers|dress|robe|cape|socks|apron|tie|bow)$/.test(name) &&
  !/suit|tuxedo|jacket|coat|blazer|vest|uniform|gown/.test(word);
const isSoft = (name: string): boolean => soft.has(name);

/** Applies the pending adjectives to the whole creature. @param alive whether its coat ignores metallic finishes */
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

export const cannotRuleOut = "I can't rule out a colour or look. Tell me which one you want instead.";

/** Marks a word as not understood after it was read but had no effect. */
export function misread(draft: Draft, word: string): void {
  draft.understood.delete(word);
  draft.unknown.add(word);
}

export function grow(build: Description['build'], word: string, degree = 1): void {
  const factors = builds[word] ?? {};
  for (const key of ['height', 'girth', 'limb', 'legs', 'head'] as const)
    build[key] *= (factors[key] ?? 1) ** degree;
}
