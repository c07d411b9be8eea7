/** Applies pending adjectives to what they describe. */
import { claimCount, dropCount } from './counts.js';
import type { DescribedLook, Description } from './description.js';
import { type Draft, nothingWaiting, type PendingAdjectives } from './draft.js';
import type { Pattern } from './vocabulary/shapes.js';
import { builds, nonMetallic, sizes } from './vocabulary.js';

/** To a part or item. */
export function take(draft: Draft, into: Map<string, DescribedLook>, name: string, word: string): void {
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
  const look: DescribedLook = {
    colour: waiting.colours[0] ?? before?.colour,
    second: waiting.colours[1] ?? waiting.layer?.colour ?? before?.second,
    size: sizeOf(waiting) * (before?.size ?? 1),
    finish: nonMetallic.has(name) && finish?.metalness === 1 ? undefined : finish,
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

const sizeOf = ({ sizes: words }: PendingAdjectives): number =>
  [...new Map(words.map((one) => [one.word, one])).values()].reduce(
    (size, { word, degree }) => size * (sizes[word] ?? 1) ** degree,
    1,
  );

function patternOf(
  name: string,
  word: string,
  { pattern, layer, colours }: PendingAdjectives,
): Pattern | undefined {
  if (pattern || layer) return pattern ?? 'patched';
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
    scaleBuild(build, word, degree);
}

export const cannotRuleOut = "I can't rule out a colour or look. Tell me which one you want instead.";

/** Marks a word as not understood after it was read but had no effect. */
export function misread(draft: Draft, word: string): void {
  draft.understood.delete(word);
  draft.unknown.add(word);
}

export function scaleBuild(build: Description['build'], word: string, degree = 1): void {
  const factors = builds[word] ?? {};
  for (const key of ['height', 'girth', 'limb', 'legs', 'head'] as const)
    build[key] *= (factors[key] ?? 1) ** degree;
}
