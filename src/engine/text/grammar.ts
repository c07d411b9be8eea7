/**
 * Reads a description left to right: colour, size and finish words wait for the noun they stand before; a creature, a
 * role, a body part or a thing takes them. What is left over shapes the whole body. Nothing is dropped silently.
 */
import type { Vec3 } from '../math/vec.js';
import type { SkeletonKind } from '../types.js';
import { colourOf, colourWords, darker, isMetalColour, lighter } from './colours.js';
import {
  builds,
  fillers,
  finishes,
  handheld,
  headgear,
  itemNames,
  type Mood,
  manners,
  mildColourModifiers,
  moods,
  negations,
  oldWords,
  partNames,
  patternNames,
  poses,
  roleNames,
  sizes,
  stances,
  styles,
  womanWords,
} from './lexicon.js';
import { roles, type Species, species, speciesNames } from './species.js';
import { canWear, standsUp } from './wear.js';
import { lookUp, singular, spoken, wordsOf } from './words.js';

export type { Mood } from './lexicon.js';
export type Finish = { roughness: number; metalness: number };
/** How a thing was described. */
export type Look = {
  colour?: Vec3;
  second?: Vec3;
  size: number;
  finish?: Finish;
  pattern?: Pattern;
  /** The noun somebody used: a hoodie and a suit are both shirts. */
  word?: string;
  /** How hair falls. */
  manner?: string;
};
export type Pattern = 'striped' | 'spotted' | 'patched' | 'checked' | 'socks' | 'masked';

export type Description = {
  name: string;
  species: Species;
  kind: SkeletonKind;
  style: 'chibi' | 'natural' | 'heroic' | null;
  build: { height: number; girth: number; limb: number; legs: number; head: number };
  mood: Mood | null;
  /** The clip whose moment the picture shows. */
  pose: string | null;
  womanly: boolean;
  old: boolean;
  /** Main colour and finish of the creature. */
  look: Look;
  parts: ReadonlyMap<string, Look>;
  items: ReadonlyMap<string, Look>;
  pattern: Pattern | null;
  /** Things and parts the words rule out. */
  without: ReadonlySet<string>;
  words: { understood: string[]; unknown: string[] };
  /** A sentence for each thing asked for that this body has no place for. */
  notes: string[];
};

type Draft = {
  creature: string | null;
  role: string | null;
  stance: SkeletonKind | null;
  style: Description['style'];
  build: Description['build'];
  mood: Mood | null;
  pose: string | null;
  womanly: boolean;
  old: boolean;
  look: Look;
  parts: Map<string, Look>;
  items: Map<string, Look>;
  refused: Set<string>;
  pattern: Pattern | null;
  waiting: Waiting;
  subject: Look | null;
  understood: Set<string>;
  unknown: Set<string>;
};
type Waiting = {
  colours: Vec3[];
  sizes: string[];
  finish?: Finish;
  pattern?: Pattern;
  manner?: string;
  shift: number;
  negated: boolean;
};
const nothingWaiting = (): Waiting => ({ colours: [], sizes: [], shift: 0, negated: false });

/** @param wanted the class of body, whatever the words say */
export function describe(prompt: string, wanted?: SkeletonKind): Description {
  const draft: Draft = {
    creature: null,
    role: null,
    stance: null,
    style: null,
    build: { height: 1, girth: 1, limb: 1, legs: 1, head: 1 },
    mood: null,
    pose: null,
    womanly: false,
    old: false,
    look: { size: 1 },
    parts: new Map(),
    items: new Map(),
    refused: new Set(),
    pattern: null,
    waiting: nothingWaiting(),
    subject: null,
    understood: new Set(),
    unknown: new Set(),
  };
  for (const word of wordsOf(prompt)) readWord(draft, word);
  settleWaiting(draft);
  return finish(draft, wanted);
}

function readWord(draft: Draft, word: string): void {
  if (/^[,.;]$/.test(word)) return;
  const { waiting } = draft;
  const known = noteWho(draft, word);
  if (negations.has(word)) waiting.negated = true;
  else if (word === 'is' || word === 'are') {
    predicate(draft);
    return;
  } else if (fillers.has(word)) return;
  else if (colourWords.has(word)) addColour(draft, word);
  else if (Object.hasOwn(mildColourModifiers, word)) waiting.shift = mildColourModifiers[word]!;
  else if (!readNoun(draft, word) && !readAdjective(draft, word) && !known) {
    draft.unknown.add(spoken.get(word) ?? word);
    return;
  }
  draft.understood.add(spoken.get(word) ?? word);
}

/** Womanhood and age, which words for other things tell by the way. */
function noteWho(draft: Draft, word: string): boolean {
  const [womanly, old] = [womanWords, oldWords].map((words) =>
    singular(word).some((form) => words.has(form)),
  );
  draft.womanly ||= womanly!;
  draft.old ||= old!;
  return womanly! || old!;
}

/** "the scarf is blue": what follows describes the noun before. */
function predicate(draft: Draft): void {
  const before = [...draft.items.values(), ...draft.parts.values()].at(-1) ?? draft.look;
  draft.subject = before;
}

function addColour(draft: Draft, word: string): void {
  const { waiting } = draft;
  const colour = colourOf(word);
  const shifted = waiting.shift < 0 ? darker(colour, -waiting.shift) : lighter(colour, waiting.shift);
  waiting.shift = 0;
  if (isMetalColour(word)) waiting.finish ??= { roughness: 0.32, metalness: 1 };
  if (draft.subject) {
    draft.subject.colour = shifted;
    draft.subject = null;
  } else waiting.colours.push(shifted);
}

function readNoun(draft: Draft, word: string): boolean {
  const item = lookUp(itemNames, word);
  const part = lookUp(partNames, word);
  const creature = lookUp(species, word)
    ? singular(word).find((form) => Object.hasOwn(species, form))!
    : lookUp(speciesNames, word);
  const asked = lookUp(roleNames, word) ?? word;
  const role = singular(asked).find((form) => Object.hasOwn(roles, form));
  if (creature && !draft.creature) draft.creature = creature;
  else if (role && !draft.role) draft.role = role;
  else if (item) return take(draft, draft.items, item, word);
  else if (part) return take(draft, draft.parts, part, word);
  else if (!creature && !role) return false;
  settleWaiting(draft);
  return true;
}

/** The waiting words belong to this part or thing. */
function take(draft: Draft, into: Map<string, Look>, name: string, word: string): true {
  const { waiting } = draft;
  draft.waiting = nothingWaiting();
  draft.subject = null;
  if (waiting.negated) draft.refused.add(name);
  else {
    const factor = [...new Set(waiting.sizes)].reduce((size, one) => size * (sizes[one] ?? 1), 1);
    const soft = isSoft(name) && waiting.finish?.metalness === 1;
    const before = into.get(name);
    into.set(name, {
      colour: waiting.colours[0] ?? before?.colour,
      second: waiting.colours[1] ?? before?.second,
      size: factor * (before?.size ?? 1),
      finish: soft ? undefined : waiting.finish,
      pattern: waiting.pattern,
      word: nounOf(name, word),
      manner: waiting.manner ?? before?.manner,
    });
    if (into === draft.parts && waiting.pattern) draft.pattern ??= waiting.pattern;
  }
  return true;
}

/** The noun as the lexicon has it, in two words if it has two. */
function nounOf(name: string, word: string): string {
  const noun = singular(word).find((form) => Object.hasOwn(itemNames, form) && itemNames[form] === name);
  return spoken.get(noun ?? word) ?? noun ?? word;
}

/** Golden hair is not made of metal. */
const isSoft = (name: string): boolean =>
  ['hair', 'beard', 'moustache', 'mane', 'coat', 'eyes', 'tail', 'belly', 'legs', 'arms', 'feet'].includes(
    name,
  );

function readAdjective(draft: Draft, word: string): boolean {
  const { waiting } = draft;
  const pattern = lookUp(patternNames, word);
  const finish = lookUp(finishes, word);
  if (Object.hasOwn(builds, word) || Object.hasOwn(sizes, word)) waiting.sizes.push(word);
  else if (pattern) waiting.pattern = pattern;
  else if (manners.has(word)) waiting.manner = word;
  else if (Object.hasOwn(moods, word)) draft.mood = moods[word]!;
  else if (Object.hasOwn(poses, word)) draft.pose = poses[word]!;
  else if (finish) {
    waiting.finish = { roughness: finish.roughness, metalness: finish.metalness };
    if (finish.colour && waiting.colours.length === 0) waiting.colours.push(colourOf(finish.colour));
  } else if (Object.hasOwn(stances, word)) draft.stance = stances[word]!;
  else if (Object.hasOwn(styles, word)) draft.style = styles[word]!;
  else if (word === 'bald') draft.refused.add('hair');
  else return false;
  return true;
}

/** The waiting words belong to the creature as a whole. */
function settleWaiting(draft: Draft): void {
  const { waiting, look, build } = draft;
  draft.waiting = nothingWaiting();
  look.colour ??= waiting.colours[0];
  look.second ??= waiting.colours[1];
  look.finish ??= waiting.finish;
  draft.pattern ??= waiting.pattern ?? null;
  for (const word of new Set(waiting.sizes)) {
    const factors = builds[word] ?? {};
    for (const key of ['height', 'girth', 'limb', 'legs', 'head'] as const) build[key] *= factors[key] ?? 1;
  }
}

function finish(draft: Draft, wanted: SkeletonKind | undefined): Description {
  const named = species[draft.creature ?? 'human']!;
  const role = draft.role ? roles[draft.role]! : null;
  const kind = wanted ?? draft.stance ?? (role && standsUp(named.kind) ? 'biped' : named.kind);
  const items = new Map<string, Look>();
  const given = [...named.parts, ...(role?.items ?? [])];
  for (const item of given) {
    const own = role?.wears?.[item];
    items.set(item, { size: 1, word: own?.word, colour: own?.colour ? colourOf(own.colour) : undefined });
  }
  const ownHat = [...headgear].find((item) => items.has(item) && item.includes('hat'));
  if (ownHat && draft.items.get('hat')?.word === 'hat') {
    draft.items.set(ownHat, { ...draft.items.get('hat')!, word: items.get(ownHat)!.word });
    if (ownHat !== 'hat') draft.items.delete('hat');
  }
  for (const place of [headgear, handheld])
    if ([...draft.items.keys()].some((item) => place.has(item))) for (const item of place) items.delete(item);
  for (const [item, look] of draft.items) {
    const own = items.get(item)?.word;
    const costume = look.word === 'suit' && own !== undefined;
    const same = costume || (look.word === item && headgear.has(item));
    items.set(item, same ? { ...look, word: own ?? look.word } : look);
  }
  if (role?.items.includes('longbow') && items.has('bow')) {
    items.set('longbow', items.get('bow')!);
    items.delete('bow');
  }
  for (const item of draft.refused) items.delete(item);
  if ((named.face !== 'human' || draft.womanly) && !draft.items.has('beard')) items.delete('beard');
  if (kind === 'biped' && named.dressed && draft.parts.has('socks')) {
    items.set('socks', draft.parts.get('socks')!);
    draft.parts.delete('socks');
  }
  const roleColour = role?.colour ? colourOf(role.colour) : undefined;
  const clothed = !named.skinTakesColour || (role && !draft.creature);
  const look = { ...draft.look, colour: draft.look.colour ?? (clothed ? roleColour : undefined) };
  if (role && !clothed)
    for (const item of mainItems)
      if (items.has(item))
        items.set(item, { ...items.get(item)!, colour: items.get(item)!.colour ?? roleColour });
  if (role?.suit && !draft.items.has('trousers'))
    items.set('trousers', { size: 1, colour: items.get('shirt')?.colour ?? look.colour ?? roleColour });
  const patternPart = (['stripes', 'spots', 'patches', 'socks'] as const).find((part) =>
    draft.parts.has(part),
  );
  const pattern =
    draft.pattern ??
    (patternPart && patternOfPart[patternPart]) ??
    (draft.look.second && clothed === false ? 'patched' : null);
  if (draft.refused.has('ears')) draft.parts.set('ears', { size: 0 });
  if (draft.refused.has('tail')) draft.parts.set('tail', { size: 0 });
  if (draft.refused.has('hair')) items.delete('hair');
  const unworn = [...items.keys()].filter((item) => !canWear(kind, item));
  for (const item of unworn) items.delete(item);
  return {
    name: [draft.creature ?? (role ? null : 'human'), draft.role].filter(Boolean).join(' '),
    species: named,
    kind,
    style: draft.style,
    build: draft.build,
    look,
    mood: draft.mood,
    pose: draft.pose,
    womanly: draft.womanly,
    old: draft.old,
    parts: draft.parts,
    items,
    pattern: pattern ?? named.pattern ?? null,
    without: draft.refused,
    words: { understood: [...draft.understood], unknown: [...draft.unknown] },
    notes: unworn
      .filter((item) => draft.items.has(item))
      .map((item) => `A body like this has no place for “${item}”, so it goes without.`),
  };
}

const mainItems = ['armour', 'robe', 'dress', 'shirt', 'wizard hat'] as const;
const patternOfPart = { stripes: 'striped', spots: 'spotted', patches: 'patched', socks: 'socks' } as const;
