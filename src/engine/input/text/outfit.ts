/** Turns a parsed prompt into a description: a creature, its role, and default clothes. */

import { hex } from '../../colour.js';
import type { SkeletonKind } from '../../types.js';
import { anatomyNotes, type Built } from './anatomy.js';
import { colourOf } from './colours.js';
import type { DescribedLook, Description } from './description.js';
import type { Draft } from './draft.js';
import { hybridOf } from './hybrids.js';
import { promptRefusalOf } from './refusal.js';
import type { Pattern, RoleWord, Species } from './vocabulary/shapes.js';
import { anyones, archers, crowds, handheld, headgear, roles, species, suits } from './vocabulary.js';
import { canWear, standsUp } from './wear.js';
import { lookUp } from './words.js';

type Items = Map<string, DescribedLook>;

export function outfit(draft: Draft, wanted: SkeletonKind | undefined): Description {
  const refusal = promptRefusalOf(draft);
  const role = draft.role ? roles[draft.role]! : null;
  if (!draft.role && draft.anyone) draft.creature ??= lookUp(anyones, draft.anyone) ?? 'human';
  const { named, upright, notes } = hybridOf(draft, species[draft.creature ?? role?.body ?? 'human']!);
  const clothes =
    ['robe', 'dress', 'trousers', 'apron', 'tie'].some((item) => draft.items.has(item)) ||
    Object.hasOwn(suits, draft.items.get('shirt')?.word ?? '');
  // Four-legged bodies hold nothing, so a held item makes the character stand up.
  const holds = [...draft.items.keys()].some((item) => handheld.has(item) && !canWear('quadruped', item));
  const stands =
    ((role !== null || clothes) && standsUp(named.kind)) || (holds && named.kind === 'quadruped');
  const kind = wanted ?? draft.stance ?? (upright || stands ? 'biped' : named.kind);
  const costume = role ?? (kind === 'biped' ? (named.costume ?? null) : null);
  const items = given(named, costume);
  adopt(draft, items, costume, role === null);
  for (const item of items.keys())
    if (
      [...draft.refused].some(
        (none) => item === none || item.replace(/s$/, '').endsWith(` ${none.replace(/s$/, '')}`),
      )
    )
      items.delete(item);
  countOne(draft, items, kind);
  if ((named.face !== 'human' || draft.womanly) && !draft.items.has('beard')) items.delete('beard');
  if (kind === 'biped' && named.dressed && draft.parts.has('socks')) {
    items.set('socks', draft.parts.get('socks')!);
    draft.parts.delete('socks');
  }
  if (draft.parts.get('eyes')?.finish?.glow) items.set('glowing eyes', { size: 1 });
  spreadMarks(draft);
  const { look, clothed } = lookOf(draft, named, costume, items);
  if (kind === 'biped') matchSuit(draft, items, clothed ? look : null);
  refuseParts(draft, items, kind);
  const unworn = [...items.keys()].filter(
    (item) => !canWear(kind, item) && !named.parts.includes(item) && !/eyes?$/.test(item),
  );
  for (const item of unworn) items.delete(item);
  return {
    name: [draft.creature ?? role?.body ?? (role ? null : 'human'), draft.role].filter(Boolean).join(' '),
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
    pattern: patternOf(draft, clothed) ?? ownPattern(draft, named),
    without: draft.refused,
    words: wordsRead(draft),
    refusal,
    notes: notesOf(draft, { species: named, kind, items }, notes, unworn),
  };
}

const wordsRead = ({ understood, unknown, guesses }: Draft): Description['words'] => ({
  understood: [...understood],
  unknown: [...unknown],
  guessed: [...guesses],
});

const notesOf = (
  draft: Draft,
  built: Built,
  combined: readonly string[],
  unworn: readonly string[],
): string[] => [
  ...draft.notes,
  ...(draft.crowd
    ? [`I make one character at a time, not ${crowds.has(draft.crowd) ? `a ${draft.crowd}` : draft.crowd}.`]
    : []),
  ...combined,
  ...(built.species.caveat ? [built.species.caveat] : []),
  ...unplaced(draft, unworn),
  ...anatomyNotes(draft, built),
  ...unnamed(draft),
];

const unplaced = (draft: Draft, unworn: readonly string[]): string[] =>
  unworn
    .filter((item) => draft.items.has(item))
    .map((item) => `This body has no place for “${item}”, so I left that out.`);

/** Notes for a prompt that names only clothes, or a character of unspecified kind. */
function unnamed({ creature, role, anyone, womanly, old }: Draft): string[] {
  if (anyone && creature !== 'human' && lookUp(anyones, anyone) === creature)
    return anyone === creature ? [] : [`“${anyone}” could be anyone, so I made a ${creature}.`];
  return creature || role || womanly || old ? [] : ['You named no creature or role, so I made a person.'];
}

/** One eye sits in the middle of the brow, unless a role covers the other with a patch; one horn is a unicorn's. */
function countOne(draft: Draft, items: Items, kind: SkeletonKind): void {
  const isOne = (name: string) => draft.counts.get(name)?.many === 1;
  if (isOne('eyes') && (kind === 'biped' || kind === 'quadruped')) {
    const name = draft.role ? 'eyepatch' : 'one eye';
    items.set(name, { size: 1, ...items.get(name) });
  }
  if (isOne('horns') && items.has('horns') && !items.has('unicorn horn')) {
    items.set('unicorn horn', items.get('horns')!);
    items.delete('horns');
  }
}

/** Items that creature and role bring along. */
function given(named: Species, costume: RoleWord | null): Items {
  const items: Items = new Map();
  for (const item of [...named.parts, ...(costume?.items ?? [])]) {
    const own = costume?.wears?.[item];
    items.set(item, {
      size: 1,
      word: own?.word,
      colour: own?.colour ? toneOf(own.colour) : undefined,
      pattern: own?.pattern,
    });
  }
  return items;
}

/** Replaces default items by requested ones. */
function adopt(draft: Draft, items: Items, costume: RoleWord | null, free: boolean): void {
  nameOwn(
    draft,
    items,
    [...headgear].find((item) => items.has(item) && item.includes('hat')),
    'hat',
  );
  const horn = ['unicorn horn', 'nose horn'].find((item) => items.has(item));
  if (horn) nameOwn(draft, items, horn, 'horns', 'horn');
  nameOwn(draft, items, items.has('big mane') ? 'big mane' : undefined, 'mane');
  nameOwn(draft, items, items.has('snail shell') ? 'snail shell' : undefined, 'shell');
  nameOwn(draft, items, items.has('mushroom cap') ? 'mushroom cap' : undefined, 'cap');
  for (const place of [headgear, handheld])
    if ([...draft.items.keys()].some((item) => place.has(item))) for (const item of place) items.delete(item);
  const named = (list: readonly string[]) => list.some((item) => draft.items.has(item));
  if (named(['robe', 'dress']))
    for (const item of free ? ['shirt', 'robe', 'dress', 'trousers', 'bare chest'] : ['robe', 'dress'])
      items.delete(item);
  if (named(['shirt', 'armour']))
    for (const item of free ? ['robe', 'bare chest'] : ['bare chest']) items.delete(item);
  for (const [item, look] of draft.items) {
    const own = items.get(item)?.word;
    const costumed = look.word === 'suit' && own !== undefined && !free;
    const same = costumed || (look.word === item && headgear.has(item));
    items.set(item, same ? { ...look, word: own ?? look.word } : look);
  }
  if (
    items.get('bow')?.word === 'bow' &&
    (items.has('quiver') ||
      costume?.items.includes('longbow') ||
      archers.has(`${draft.role ?? draft.creature}`))
  ) {
    items.set('longbow', items.get('bow')!);
    items.delete('bow');
  }
}

/** "the hat" of a pirate is a pirate hat. */
function nameOwn(draft: Draft, items: Items, own: string | undefined, name: string, word = name): void {
  const requested = draft.items.get(name);
  if (!own || requested?.word !== word) return;
  draft.items.set(own, { ...requested, word: items.get(own)?.word });
  if (own !== name) draft.items.delete(name);
}

/** The main colour goes to the coat of animals and to the clothes of people. */
function lookOf(draft: Draft, named: Species, costume: RoleWord | null, items: Items) {
  const tone = costume?.colour ? toneOf(costume.colour) : undefined;
  const theme = draft.theme ? colourOf(draft.theme) : undefined;
  const clothed = !named.skinTakesColour;
  const colour = draft.look.colour ?? theme ?? (clothed ? tone : undefined);
  const look = { ...draft.look, colour };
  if (costume && !clothed)
    for (const item of mainItems)
      if (items.has(item)) items.set(item, { ...items.get(item)!, colour: items.get(item)!.colour ?? tone });
  if (costume?.suit && !draft.items.has('trousers'))
    items.set('trousers', { size: 1, colour: items.get('shirt')?.colour ?? look.colour ?? tone });
  return { look, clothed };
}

/** A suit's jacket and trousers share a colour, a dark one by default. */
function matchSuit(draft: Draft, items: Items, worn: DescribedLook | null): void {
  const top = draft.items.get('shirt');
  const tone = suits[top?.word ?? ''];
  if (!top || !tone) return;
  const colour = top.colour ?? worn?.colour ?? colourOf(tone);
  const { finish, pattern, second } = top;
  items.set('shirt', { ...items.get('shirt')!, colour });
  if (!draft.items.has('trousers') && !draft.items.has('dress'))
    items.set('trousers', { size: 1, colour, finish, pattern, second });
  if (/^(suit|tuxedo)$/.test(top.word ?? '') && !items.has('boots'))
    items.set('boots', { size: 1, word: 'shoes', colour: colourOf('black') });
}

/** "With green and yellow stripes": the first colour is the ground, unless the prompt sets another. */
function spreadMarks({ look, parts }: Draft): void {
  for (const name of ['stripes', 'spots', 'patches']) {
    const mark = parts.get(name);
    if (!mark?.colour || !mark.second || look.colour) continue;
    look.colour = mark.colour;
    parts.set(name, { ...mark, colour: mark.second, second: undefined });
  }
}

function patternOf(draft: Draft, clothed: boolean): Pattern | null {
  const marks = ['stripes', 'spots', 'patches', 'socks'] as const;
  const part = marks.find((one) => draft.parts.has(one));
  return draft.pattern ?? (part && patternOfPart[part]) ?? (draft.look.second && !clothed ? 'patched' : null);
}

/** A species pattern, unless the prompt excludes it: a tiger without stripes. */
const ownPattern = ({ refused }: Draft, { pattern }: Species): Pattern | null =>
  pattern && ![...refused].some((part) => (patternOfPart as Record<string, Pattern>)[part] === pattern)
    ? pattern
    : null;

function refuseParts(draft: Draft, items: Items, kind: SkeletonKind): void {
  if (kind === 'biped' || kind === 'quadruped')
    for (const part of ['ears', 'tail']) if (draft.refused.has(part)) draft.parts.set(part, { size: 0 });
  if (draft.refused.has('hair')) for (const item of ['hair', 'long hair']) items.delete(item);
}

/** A colour word, or `#` and hex sRGB. */
const toneOf = (tone: string) => (tone.startsWith('#') ? hex(tone.slice(1)) : colourOf(tone));

const mainItems = ['armour', 'robe', 'dress', 'shirt', 'wizard hat'] as const;
const patternOfPart = { stripes: 'striped', spots: 'spotted', patches: 'patched', socks: 'socks' } as const;
