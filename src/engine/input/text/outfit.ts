/** Turns a spec into a description: a creature, its role, and default clothes. */

import { hex } from '../../colour.js';
import { type ArmStance, leavesArms, type Place } from '../../kinds.js';
import type { SkeletonKind } from '../../types.js';
import { anatomyNotes } from './anatomy.js';
import { type Asked, askedOf, type Unshown } from './asked.js';
import { allowedColour, withoutCoats } from './avoid.js';
import { adopt, given, type Items, toneOf } from './belongings.js';
import { carriedBy, freeHands, holdsThing, uncarried } from './carrying.js';
import type { DescribedLook, Description } from './description.js';
import { hybridOf } from './hybrids.js';
import { missLimbs, unshownSides } from './missing.js';
import { countsOf, heldTwice } from './repeats.js';
import type { CharacterSpec } from './spec.js';
import { standUp } from './standing.js';
import { matchSuit } from './suits.js';
import { shareColours } from './two-colours.js';
import { undress } from './undressed.js';
import type { Pattern, RoleWord, Species } from './vocabulary/shapes.js';
import { ages, handheld, suits } from './vocabulary.js';
import { canWear, standsUp } from './wear.js';

export function describeSpec(spec: CharacterSpec): Description {
  const asked = askedOf(spec);
  const { role, first } = asked;
  const { named: own, upright, left } = hybridOf(asked, first);
  const kind = kindOf(asked, own, upright || holdsThing(spec));
  missLimbs(asked, kind);
  const fins = new Map<string, DescribedLook>();
  const named = standUp(own, kind, fins);
  const costume = role ?? (kind === 'biped' ? (named.costume ?? null) : null);
  const items = new Map([...itemsOf(asked, named, costume, kind), ...fins]);
  freeHands(spec, asked, items);
  const { look, clothed } = lookOf(asked, named, costume, items);
  if (kind === 'biped') matchSuit(asked, items, clothed ? look : null);
  if (kind === 'biped' && clothed) shareColours(asked, items);
  refuseParts(asked, items, kind);
  const { species, kept } = kind === 'biped' ? undress(asked, named, items) : { species: named, kept: [] };
  const unworn = [...items.keys()].filter(
    (item) => !canWear(kind, item) && !named.parts.includes(item) && !/eyes?$/.test(item),
  );
  for (const item of unworn) items.delete(item);
  const counts = countsOf(asked, { species, kind, items });
  const inBothHands = heldTwice(asked, kind, items);
  const unshown = [
    ...left,
    ...unplacedArms(spec, kind),
    ...uncarried(spec, kind),
    ...unshownSides(asked, kind),
    ...kept,
    ...unplaced(asked, unworn),
    ...anatomyNotes(asked, { species: named, kind, items, counts, inBothHands }),
  ];
  return {
    name: [asked.creature ?? role?.body ?? (role ? null : 'human'), spec.role].filter(Boolean).join(' '),
    species: withoutCoats(species, asked.avoid),
    kind,
    style: spec.proportions ?? null,
    build: buildOf(spec),
    look,
    mood: spec.expression ?? null,
    pose: spec.pose ?? null,
    arms: armsOf(spec, kind, items),
    companions: carriedBy(spec, kind).map(({ species: one, place, colour }) => ({
      place,
      description: describeSpec({
        version: spec.version,
        species: [one],
        ...(colour && { look: { colour } }),
      }),
    })),
    womanly: asked.womanly,
    old: spec.age === 'old',
    parts: asked.parts,
    items,
    marks: marksOf(spec),
    counts,
    inBothHands,
    pattern: patternOf(asked, clothed) ?? ownPattern(asked, named),
    without: asked.refused,
    notes: [
      ...(named.caveat && !named.shape ? [named.caveat] : []),
      ...new Set(unshown.map(({ note }) => note)),
    ],
    unshown: new Set(unshown.map(({ about }) => about)),
  };
}

/** What is held in both hands, or over the head, places the arms. */
function armsOf({ arms, companions }: CharacterSpec, kind: SkeletonKind, items: Items): ArmStance | null {
  const isAt = (place: Place) => [...items.values()].some((look) => look.place === place);
  if (kind !== 'biped') return null;
  return isAt('overhead')
    ? 'arms up'
    : isAt('both hands') || companions?.some(({ place }) => place === 'both hands')
      ? 'hands together'
      : (arms ?? (items.has('walking frame') ? 'hands on frame' : null));
}

const marksOf = ({ marks = [] }: CharacterSpec): Description['marks'] =>
  marks.map(({ colour, size = 1, ...mark }) => ({
    ...mark,
    size,
    ...(colour && { colour: hex(colour.slice(1)) }),
  }));

/** Arms are only placed on who stands, sits or kneels on two legs. */
function unplacedArms({ arms, pose }: CharacterSpec, kind: SkeletonKind): Unshown[] {
  if (!arms || (kind === 'biped' && (!pose || leavesArms(pose)))) return [];
  const note = "I can't place the arms of this body, or in this pose, so they are where they usually are.";
  return arms.split(' ').map((about) => ({ about, note }));
}

/** Clothes and tools make an animal stand up. */
function kindOf({ body, role, items, parts }: Asked, named: Species, upright: boolean): SkeletonKind {
  const clothes =
    ['robe', 'dress', 'trousers', 'apron', 'tie'].some((item) => items.has(item)) ||
    (items.has('armour') && named.feet !== 'hoof') ||
    Object.hasOwn(suits, items.get('shirt')?.word ?? '');
  // Bodies without arms hold nothing, so a held item makes the character stand up.
  const holds = [...items.keys()].some((item) => handheld.has(item) && !canWear(named.kind, item));
  const stands =
    ((role !== null || clothes) && standsUp(named.kind)) || (holds && /^(quadruped|avian)$/.test(named.kind));
  // Fish and insects wear nothing but hats, and have no arms.
  const isDressed =
    (named.kind === 'aquatic' || named.kind === 'hexapod') &&
    ([...items.keys()].some((item) => worn.test(item)) ||
      [...parts].some(([part, { size }]) => size > 0 && hasLimb(named.kind, part)));
  const hasArms = named.parts.includes('human torso');
  return body ?? (!hasArms && (upright || stands || isDressed) ? 'biped' : named.kind);
}

const worn = /^(shirt|boots|gloves|armour|belt)$/;
const hasLimb = (kind: SkeletonKind, part: string): boolean =>
  /^(arms|hands)$/.test(part) || (kind === 'aquatic' && /^(legs|feet)$/.test(part));

/** "Without a hat" excludes a wizard hat too. */
export const rulesOut = (none: string, item: string): boolean =>
  item === none || item.replace(/s$/, '').endsWith(` ${none.replace(/s$/, '')}`);

/** The asked items, and those of species and role. */
function itemsOf(asked: Asked, named: Species, costume: RoleWord | null, kind: SkeletonKind): Items {
  const items = given(named, costume);
  adopt(asked, items, costume, asked.role === null);
  const isRefused = (item: string) => [...asked.refused].some((none) => rulesOut(none, item));
  for (const item of items.keys()) if (isRefused(item)) items.delete(item);
  countOne(asked, named, items, kind);
  const isBearded = named.face === 'human' && !asked.womanly && !asked.young;
  if (isBearded && asked.items.has('body hair') && !isRefused('beard') && !items.has('beard'))
    items.set('beard', { size: 1 });
  if (!isBearded && !asked.items.has('beard')) items.delete('beard');
  if (kind === 'biped' && named.dressed && asked.parts.has('socks')) {
    items.set('socks', asked.parts.get('socks')!);
    asked.parts.delete('socks');
  }
  if (asked.parts.get('eyes')?.finish?.glow) items.set('glowing eyes', { size: 1 });
  return items;
}

function buildOf({ build, age = 'adult' }: CharacterSpec): Description['build'] {
  const own = ages[age];
  const factor = (name: keyof Description['build']) => (build?.[name] ?? 1) * (own[name] ?? 1);
  const [height, girth, limb, legs, head] = (['height', 'girth', 'limb', 'legs', 'head'] as const).map(
    factor,
  );
  return { height: height!, girth: girth!, limb: limb!, legs: legs!, head: head! };
}

const unplaced = ({ items }: Asked, unworn: readonly string[]): Unshown[] =>
  unworn
    .filter((item) => items.has(item))
    .map((item) => {
      const word = items.get(item)?.word ?? item;
      return { about: item, note: `This body has no place for “${word}”, so I left that out.` };
    });

/** One eye sits in the middle of the brow, unless a role covers the other with a patch; one horn is a unicorn's. */
function countOne(asked: Asked, named: Species, items: Items, kind: SkeletonKind): void {
  const isOne = (name: string) => asked.counts.get(name)?.many === 1;
  if (isOne('eyes') && (kind === 'biped' || kind === 'quadruped')) {
    const name = asked.role ? 'eyepatch' : 'one eye';
    items.set(name, { size: 1, ...items.get(name) });
  }
  // Of somebody who has two anyway, "the left horn" is one of them.
  const isOnly = asked.items.get('horns')?.word === 'horn' && !named.parts.includes('horns');
  const isHorn = isOne('horns') || isOnly;
  if (isHorn && items.has('horns') && !items.has('unicorn horn')) {
    items.set('unicorn horn', items.get('horns')!);
    items.delete('horns');
  }
}

/** The main colour goes to the coat of animals and to the clothes of people. */
function lookOf(asked: Asked, named: Species, costume: RoleWord | null, items: Items) {
  const tone = costume?.colour ? toneOf(costume.colour) : undefined;
  const clothed = !named.skinTakesColour;
  const usual = clothed ? tone : hex(named.coat);
  const allowed = allowedColour(usual, asked.avoid, asked.seed);
  const colour = asked.look.colour ?? (clothed || allowed !== usual ? allowed : undefined);
  const look = { ...asked.look, colour, usual: asked.look.colour === undefined };
  if (costume && !clothed)
    for (const item of mainItems) {
      const worn = items.get(item);
      if (worn && !worn.colour) items.set(item, { ...worn, colour: tone, usual: true });
    }
  if (costume?.suit && !asked.items.has('trousers')) {
    const { colour: jacket, usual: isUsual } = items.get('shirt') ?? {};
    const trousers = jacket
      ? { colour: jacket, usual: isUsual }
      : { colour: colour ?? tone, usual: look.usual };
    items.set('trousers', { size: 1, ...trousers });
  }
  return { look, clothed };
}

function patternOf(asked: Asked, clothed: boolean): Pattern | null {
  const marks = ['stripes', 'spots', 'patches', 'socks'] as const;
  const part = marks.find((one) => asked.parts.has(one));
  return asked.pattern ?? (part && patternOfPart[part]) ?? (asked.look.second && !clothed ? 'patched' : null);
}

/** A species pattern, unless the prompt excludes it: a tiger without stripes. */
const ownPattern = ({ refused }: Asked, { pattern }: Species): Pattern | null =>
  pattern && ![...refused].some((part) => (patternOfPart as Record<string, Pattern>)[part] === pattern)
    ? pattern
    : null;

function refuseParts(asked: Asked, items: Items, kind: SkeletonKind): void {
  if (kind === 'biped' || kind === 'quadruped')
    for (const part of ['ears', 'tail']) if (asked.refused.has(part)) asked.parts.set(part, { size: 0 });
  if (asked.refused.has('hair')) for (const item of ['hair', 'long hair']) items.delete(item);
}

const mainItems = ['armour', 'robe', 'dress', 'shirt', 'wizard hat'] as const;
const patternOfPart = { stripes: 'striped', spots: 'spotted', patches: 'patched', socks: 'socks' } as const;
