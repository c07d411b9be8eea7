/** Applies pending adjectives to what they describe. */
import { hexOf } from '../../colour.js';
import { claimCount, dropCount } from './counts.js';
import { type Draft, type DraftLook, nothingWaiting, type PendingAdjectives } from './draft.js';
import type { Age } from './spec.js';
import type { Pattern } from './vocabulary/shapes.js';
import { builds, coverings, nonMetallic, sizes } from './vocabulary.js';

/** To a part or item. */
export function take(draft: Draft, into: Map<string, DraftLook>, name: string, word: string): void {
  const { waiting } = draft;
  // A tall, dark-skinned woman has no tall skin.
  const kept = name === 'coat' ? waiting.sizes : [];
  draft.waiting = { ...nothingWaiting(), sizes: kept };
  draft.subject = null;
  const count = claimCount(draft);
  if (waiting.negated) {
    if (into.delete(name)) draft.notes.push(contradiction(word, 'without'));
    draft.refused.add(name);
    return;
  }
  if (draft.refused.delete(name)) draft.notes.push(contradiction(word, 'with'));
  const before = into.get(name);
  const covering = waiting.covering ? hexOf(coverings[waiting.covering]!.colour) : undefined;
  const look: DraftLook = {
    colour: waiting.colours[0] ?? before?.colour,
    second: waiting.colours[1] ?? covering ?? before?.second,
    size: (kept.length > 0 ? 1 : sizeOf(waiting)) * (before?.size ?? 1),
    material: waiting.material ?? (nonMetallic.has(name) ? undefined : waiting.sheen),
    pattern: patternOf(name, word, waiting),
    word,
    manner: waiting.manner ?? before?.manner,
    shift: waiting.colours.length === 0 && waiting.shift !== 0 ? waiting.shift : before?.shift,
    count: count ?? before?.count,
  };
  into.set(name, look);
  draft.last = look;
  if (into === draft.parts && waiting.pattern) draft.pattern ??= waiting.pattern;
  if (into === draft.parts && waiting.covering) draft.look.covering ??= waiting.covering;
}

const contradiction = (word: string, last: 'with' | 'without'): string =>
  `You asked for it both with and without “${word}”. The last one counts, so I made it ${last}.`;

const sizeOf = ({ sizes: words }: PendingAdjectives): number =>
  [...new Map(words.map((one) => [one.word, one])).values()].reduce(
    (size, { word, degree }) => size * (sizes[word] ?? 1) ** degree,
    1,
  );

function patternOf(
  name: string,
  word: string,
  { pattern, covering, colours }: PendingAdjectives,
): Pattern | undefined {
  if (pattern || covering) return pattern ?? 'patched';
  return colours.length > 1 && isWoven(name, word) ? 'striped' : undefined;
}

/** Woven cloth of two colours is striped; on tailored cloth the second colour is the lining or brim. */
const isWoven = (name: string, word: string): boolean =>
  /^(scarf|shirt|trousers|dress|robe|cape|socks|apron|tie|bow)$/.test(name) &&
  !/suit|tuxedo|jacket|coat|blazer|vest|uniform|gown/.test(word);

/** To the whole creature. @param alive whether its coat ignores metallic finishes */
export function settle(draft: Draft, alive: boolean): void {
  const { waiting, look, build } = draft;
  draft.waiting = nothingWaiting();
  draft.subject = null;
  dropCount(draft);
  if (waiting.manner) misread(draft, waiting.manner);
  if (waiting.negated) {
    ruleOut(draft, waiting);
    return;
  }
  if (waiting.colours.length === 0 && waiting.shift < -0.3) draft.theme ??= 'charcoal';
  look.colour ??= waiting.colours[0];
  look.second ??= waiting.colours[1];
  look.covering ??= waiting.covering;
  look.material ??= waiting.material ?? (alive ? undefined : waiting.sheen);
  if (waiting.age) draft.age = younger(draft.age, waiting.age);
  draft.pattern ??= waiting.pattern ?? null;
  for (const { word, degree } of new Map(waiting.sizes.map((one) => [one.word, one])).values())
    scaleBuild(build, word, degree);
}

/** "Not brown", "not striped", "not tall". */
function ruleOut(draft: Draft, { colours, pattern, sizes: words }: PendingAdjectives): void {
  draft.avoid.push(...colours);
  const mark = pattern && markOfPattern[pattern];
  if (mark) draft.refused.add(mark);
  for (const { word } of words) scaleBuild(draft.build, word, -0.5);
}

const markOfPattern: Partial<Record<Pattern, string>> = {
  striped: 'stripes',
  spotted: 'spots',
  patched: 'patches',
};

export const cannotRuleOut = "I can't rule out a colour or look. Tell me which one you want instead.";

/** Marks a word as not understood after it was read but had no effect. */
export function misread(draft: Draft, word: string): void {
  draft.understood.delete(word);
  draft.unknown.add(word);
}

const ageOrder: readonly Age[] = ['baby', 'child', 'teen', 'adult', 'old'];

/** A baby boy is a baby. */
export const younger = (a: Age | null, b: Age): Age =>
  a !== null && ageOrder.indexOf(a) < ageOrder.indexOf(b) ? a : b;

export function scaleBuild(build: Draft['build'], word: string, degree = 1): void {
  const factors = builds[word] ?? {};
  for (const key of ['height', 'girth', 'limb', 'legs', 'head'] as const)
    build[key] *= (factors[key] ?? 1) ** degree;
}
