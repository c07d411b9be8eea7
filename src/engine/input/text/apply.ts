/** Applies pending adjectives to what they describe. */
import { hexOf } from '../../colour.js';
import { claimCount, dropCount } from './counts.js';
import { type Count, type Draft, type DraftLook, nothingWaiting, type PendingAdjectives } from './draft.js';
import { leaveColoursOut, leaveWordOut } from './pending.js';
import { takeSide } from './siding.js';
import type { Age } from './spec.js';
import { canTear } from './torn.js';
import type { Pattern } from './vocabulary/shapes.js';
import {
  builds,
  colourHex,
  colourWords,
  coverings,
  nonMetallic,
  rivals,
  sizes,
  species,
} from './vocabulary.js';

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
  if (waiting.side) {
    takeSide(draft, into, { name, word, look: sideLookOf(waiting), side: waiting.side });
    return;
  }
  const known = into.get(name);
  if (isHidden(draft, waiting, known, word)) return;
  const before = draft.unshown.has(known?.word ?? '') ? undefined : known;
  recolour(draft, waiting, before);
  readTexture(draft, waiting, name);
  if (waiting.torn && !canTear(name)) leaveWordOut(draft, waiting.torn);
  const covering = waiting.covering ? hexOf(coverings[waiting.covering]!.colour) : undefined;
  const look: DraftLook = {
    colour: waiting.colours[0] ?? before?.colour ?? waiting.implied ?? themeColour(waiting),
    second: waiting.colours[1] ?? covering ?? before?.second,
    size: (kept.length > 0 ? 1 : sizeOf(waiting)) * (before?.size ?? 1),
    material: waiting.material ?? (nonMetallic.has(name) ? undefined : waiting.sheen) ?? before?.material,
    pattern: patternOf(name, word, waiting, draft.sided) ?? before?.pattern,
    word,
    manner: waiting.manner ?? before?.manner,
    place: waiting.place ?? before?.place,
    torn: (waiting.torn !== undefined && canTear(name)) || before?.torn,
    print: waiting.print?.name ?? before?.print,
    printColour: before?.printColour,
    printMany: waiting.print?.isMany ?? before?.printMany,
    ...(before?.side && { side: before.side }),
    ...(before?.left && { left: before.left }),
    ...(before?.right && { right: before.right }),
    shift: waiting.colours.length === 0 && waiting.shift !== 0 ? waiting.shift : before?.shift,
    ...(name === 'number' ? { text: digitsOf(count) } : { count: countOfBoth(before?.count, count) }),
    said: [...(before?.said ?? []), ...waiting.words],
  };
  into.set(name, look);
  draft.last = look;
  if (into === draft.parts && waiting.pattern) draft.pattern ??= waiting.pattern;
  if (into === draft.parts && waiting.covering) draft.look.covering ??= waiting.covering;
}

/** The adjectives of one of a pair. */
const sideLookOf = (waiting: PendingAdjectives): DraftLook => ({
  colour: waiting.colours[0] ?? waiting.implied ?? themeColour(waiting),
  second: waiting.colours[1],
  size: sizeOf(waiting),
  material: waiting.material ?? waiting.sheen,
  pattern: waiting.pattern,
  said: waiting.words,
});

/** "A lightning scar" is yellow. */
const themeColour = ({ theme }: PendingAdjectives): string | undefined => theme && `#${colourHex[theme]}`;

/** Whether a garment is hidden by the one before, for the same place: a shirt under a jacket. Notes which one is made. */
function isHidden(
  draft: Draft,
  waiting: PendingAdjectives,
  before: DraftLook | undefined,
  word: string,
): boolean {
  const own = before?.word;
  const rank =
    own === undefined || own === word ? undefined : rivals.find((list) => list.has(own) && list.has(word));
  if (!own || !rank) return false;
  const ranks = [...rank];
  const isLast = ranks.indexOf(word) > ranks.indexOf(own);
  const [made, left, adjectives] = isLast ? [own, word, waiting.words] : [word, own, before?.said ?? []];
  for (const one of [left, ...adjectives]) leaveWordOut(draft, one);
  draft.notes.push(`It shows only one of them, so I made the ${made} and left out the ${left}.`);
  return isLast;
}

/** Of two colours of one thing, the last counts. */
function recolour(draft: Draft, { colours, words }: PendingAdjectives, before: DraftLook | undefined): void {
  if (colours.length === 0) return;
  const earlier = (before?.said ?? []).filter((one) => colourWords.has(one) && !words.includes(one));
  for (const one of earlier) leaveWordOut(draft, one);
}

/** "One blue eye and one green eye" are two; of two heads, "one head happy" is still one of two. */
const countOfBoth = (first: Count | undefined, second: Count | null): Count | undefined => {
  if (first === undefined || second?.many !== 1) return second ?? first;
  return first.many === 1 ? undefined : first;
};

const digitsOf = (count: Count | null): string | undefined =>
  count ? (/^\d/.test(count.word) ? count.word : `${count.many}`) : undefined;

const contradiction = (word: string, last: 'with' | 'without'): string =>
  `You asked for it both with and without “${word}”. The last one counts, so I made it ${last}.`;

/** Limbs and chests are hairy like the body; a furry boot is not made. */
function readTexture(draft: Draft, { texture }: PendingAdjectives, name: string): void {
  if (!texture) return;
  if (bodyParts.test(name)) draft.textures.set(texture.kind, texture.word);
  else leaveWordOut(draft, texture.word);
}
const bodyParts = /^(arms|legs|hands|feet|belly|coat|face|neck)$/;

const sizeOf = ({ sizes: words }: PendingAdjectives): number =>
  [...new Map(words.map((one) => [one.word, one])).values()].reduce(
    (size, { word, degree }) => size * (sizes[word] ?? 1) ** degree,
    1,
  );

function patternOf(
  name: string,
  word: string,
  { pattern, covering, colours }: PendingAdjectives,
  sided: boolean,
): Pattern | undefined {
  if (sided && colours.length > 1) return 'halved';
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
  if (look.colour && waiting.colours.length > 0 && !waiting.negated && look.colour !== waiting.colours[0])
    leaveColoursOut(draft);
  draft.waiting = nothingWaiting();
  draft.subject = null;
  dropCount(draft);
  if (waiting.manner) styleHair(draft, waiting.manner);
  if (waiting.torn) leaveWordOut(draft, waiting.torn);
  if (waiting.negated) {
    ruleOut(draft, waiting);
    return;
  }
  if (waiting.colours.length === 0 && waiting.shift < -0.3) draft.theme ??= 'charcoal';
  draft.theme ??= waiting.theme ?? null;
  look.colour ??= waiting.colours[0];
  look.implied ??= waiting.implied;
  look.second ??= waiting.colours[1];
  look.covering ??= waiting.covering;
  look.material ??= waiting.material ?? (alive ? undefined : waiting.sheen);
  if (waiting.texture) draft.textures.set(waiting.texture.kind, waiting.texture.word);
  if (waiting.age) draft.age = younger(draft.age, waiting.age);
  draft.pattern ??= waiting.pattern ?? null;
  for (const { word, degree } of new Map(waiting.sizes.map((one) => [one.word, one])).values()) {
    scaleBuild(build, word, degree);
    if (!Object.hasOwn(builds, word)) leaveWordOut(draft, word); // a long fox: only parts are long
  }
}

/** "Not black, but blue": the colour that was ruled out is not applied to what follows. */
export function endNegation(draft: Draft): void {
  const { waiting } = draft;
  if (!waiting.negated) return;
  waiting.negated = false;
  if (waiting.colours.length === 0) return;
  ruleOut(draft, { ...nothingWaiting(), colours: waiting.colours });
  waiting.colours = [];
}

/** "Not brown", "not striped", "not tall". */
function ruleOut(draft: Draft, { colours, pattern, sizes: words }: PendingAdjectives): void {
  draft.avoid.push(...colours);
  const mark = pattern && markOfPattern[pattern];
  if (mark) draft.refused.add(mark);
  for (const { word } of words) scaleBuild(draft.build, word, -0.5);
}

/** A messy man has messy hair; on an animal no hair is made. */
function styleHair(draft: Draft, manner: string): void {
  const isPerson = draft.creature === null || species[draft.creature]!.face === 'human';
  if (!isPerson || draft.refused.has('hair') || /^(straight|twin|teased|sleek)$/.test(manner)) {
    misread(draft, manner);
    return;
  }
  const hair = draft.items.get('hair') ?? { size: 1, word: 'hair' };
  draft.items.set('hair', { ...hair, manner: hair.manner ?? manner });
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
