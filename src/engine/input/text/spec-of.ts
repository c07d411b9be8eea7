/** The spec of a prompt that was read to its end. */
import { darker, hex, hexOf, lighter } from '../../colour.js';
import type { Draft, DraftLook, SidedLook } from './draft.js';
import { spoken } from './joined.js';
import { objectHeadNote } from './object-head.js';
import { leaveWordOut } from './pending.js';
import { type CharacterSpec, listOf, type SpecSide, type SpecThing, specVersion } from './spec.js';
import { applyTextures } from './textures.js';
import type { Species } from './vocabulary/shapes.js';
import {
  anyones,
  colourHex,
  crowds,
  generalNames,
  itemNames,
  maidens,
  partNames,
  roles,
  species,
} from './vocabulary.js';
import { lookUp, singular } from './words.js';

export function specOf(draft: Draft): { spec: CharacterSpec; notes: string[] } {
  const { role, anyone, stance, style, artStyle, age, old, look, theme, pattern, pose, mood } = draft;
  const named = draft.creature ?? (role || !anyone ? null : (lookUp(anyones, anyone) ?? 'human'));
  const first = draft.objectHead === null ? named : (named ?? 'human');
  const body = species[first ?? 'human']!;
  const isBoxHeaded = draft.objectHead !== null && (body.face === 'human' || body.face === 'robot');
  applyTextures(draft, species[first ?? (role && roles[role]!.body) ?? 'human']!);
  spreadMarks(draft);
  if (theme && (look.colour ?? look.implied)) leaveWordOut(draft, draft.chosenBy.get('theme') ?? theme);
  const blended =
    first === null
      ? []
      : isBoxHeaded
        ? [...new Set([first, 'robot'])]
        : [first, ...blendedWith(draft, first)];
  const spec: CharacterSpec = {
    version: specVersion,
    ...(blended.length > 0 && { species: blended }),
    ...(blended.length > 1 && (isBoxHeaded ? { blend: 'head' as const } : blendOf(draft))),
    ...(role && { role }),
    ...(stance && stance !== 'other' && { body: stance }),
    ...((old || age) && { age: old ? 'old' : age! }),
    ...presentationOf(draft),
    ...(style && { proportions: style }),
    ...buildOf(draft, body),
    ...lookOf(
      {
        ...look,
        colour: look.colour ?? look.implied ?? (theme ? `#${colourHex[theme]}` : undefined),
        pattern: pattern ?? (look.second && draft.sided ? 'halved' : undefined),
      },
      draft.avoid,
    ),
    ...thingsOf(draft, body),
    ...(draft.refused.size > 0 && { without: [...draft.refused] }),
    ...(pose && { pose }),
    ...(draft.arms && { arms: draft.arms }),
    ...(draft.companions.length > 0 && {
      companions: draft.companions.map(({ creature, place, look }) =>
        defined({ species: creature, place, colour: look.colour }),
      ),
    }),
    ...(draft.marks.length > 0 && { marks: draft.marks }),
    ...(mood && { expression: mood }),
    ...(artStyle && { style: artStyle }),
  };
  return {
    spec,
    notes: [
      ...new Set([
        ...draft.notes,
        ...objectHeadNote(draft, isBoxHeaded),
        ...heightNotes(draft, body),
        ...crowdNotes(draft),
        ...otherNotes(draft),
        ...unnamed(draft, first),
      ]),
    ],
  };
}

/** Creatures named without a link between them; words that repeat what is already named blend nothing: a husky dog. */
function blendedWith({ others, creature: named, word, halved }: Draft, first: string): string[] {
  const isGeneral = (creature: string) =>
    creature === named ||
    (!halved &&
      generalNames.has(creature) &&
      !generalNames.has(word ?? '') &&
      species[creature]!.kind === species[first]!.kind);
  const names = others.flatMap(({ creature, apart }) =>
    creature && !apart && !isGeneral(creature) ? [creature] : [],
  );
  return [...new Set(names)].slice(0, 3);
}

/** A cat girl is a person with ears and tail; a wolf man has a wolf's head. */
const blendOf = ({ word, creature, others, halved, headed }: Draft): Pick<CharacterSpec, 'blend'> => {
  if (halved) return { blend: 'halves' };
  const person = [{ creature, word }, ...others].find((one) => one.creature === 'human')?.word;
  if (!person) return headed ? { blend: 'head' } : {};
  return { blend: maidens.has(person) && !headed ? 'ears' : 'head' };
};

const presentationOf = ({ womanly, manly }: Draft): Pick<CharacterSpec, 'presentation'> =>
  womanly ? { presentation: 'feminine' } : manly ? { presentation: 'masculine' } : {};

function buildOf({ build, metres }: Draft, { height }: Species): Pick<CharacterSpec, 'build'> {
  const sized = metres === null ? build : { ...build, height: metres / height };
  const changed = Object.entries(sized).flatMap(([name, factor]) =>
    factor === 1 ? [] : [[name, bounded(factor)]],
  );
  return changed.length > 0 ? { build: Object.fromEntries(changed) } : {};
}

/** Limits of a factor on a body or a thing. */
const [least, most] = [0.2, 4];
const bounded = (factor: number): number => Math.min(most, Math.max(least, round(factor)));

const heightNotes = ({ metres }: Draft, { height }: Species): string[] =>
  metres === null || (metres / height >= least && metres / height <= most)
    ? []
    : ["This body can't be that small or large, so I came as near as I could."];

const round = (factor: number): number => Math.round(factor * 1000) / 1000;

function lookOf(
  { colour, second, material, pattern, covering }: DraftLook,
  ruledOut: readonly string[],
): Pick<CharacterSpec, 'look'> {
  const avoid = ruledOut.length > 0 ? [...new Set(ruledOut)] : undefined;
  const look = defined({ colour, second, material, pattern, covering, avoid });
  return Object.keys(look).length > 0 ? { look } : {};
}

type Things = Pick<CharacterSpec, 'parts' | 'garments' | 'props'>;

function thingsOf({ parts, items }: Draft, body: Species): Things {
  const things: Things = {};
  const add = (list: keyof Things, [name, look]: [string, DraftLook]) => {
    things[list] = [...(things[list] ?? []), thingOf(name, look)];
  };
  for (const [name, look] of parts)
    add('parts', [name, name === 'coat' ? { ...look, colour: look.colour ?? toneOf(look, body) } : look]);
  for (const item of items) add(listOf(item[0]), item);
  return things;
}

/** "Dark skin" is the darkest that a species has, or a darker shade of its only one. */
function toneOf({ shift }: DraftLook, { coat, coats }: Species): string | undefined {
  if (!shift) return undefined;
  const own = coats?.at(shift < 0 ? -1 : 0);
  if (own) return `#${own}`;
  return hexOf(shift < 0 ? darker(hex(coat), -shift) : lighter(hex(coat), shift));
}

function thingOf(
  name: string,
  { size, manner, count, word, colour, second, material, pattern, text, place, ...look }: DraftLook,
): SpecThing {
  return defined({
    name: wordFor(name, word),
    colour,
    second,
    material,
    pattern,
    size: size === 1 ? undefined : bounded(size),
    style: manner,
    count: count && (Number.isFinite(count.many) ? count.many : ('many' as const)),
    text,
    place,
    torn: look.torn || undefined,
    side: look.side,
    left: look.left && sideOf(look.left),
    right: look.right && sideOf(look.right),
    print:
      look.print &&
      defined({ picture: look.print, colour: look.printColour, many: look.printMany || undefined }),
  }) as SpecThing;
}

const sideOf = ({ colour, second, material, pattern, size, state, row }: SidedLook): SpecSide =>
  defined({
    colour,
    second,
    material,
    pattern,
    size: size === 1 ? undefined : bounded(size),
    state,
    row,
  });

/** The word of the vocabulary for an item or part: the one in the prompt, if it means the same. */
function wordFor(name: string, word = name): string {
  const table: Record<string, string> = items.has(name) ? itemNames : partNames;
  const forms = [word, name].flatMap((one) => singular(one.replace(/[ -]/g, '')));
  const own = forms.find((form) => Object.hasOwn(table, form) && table[form] === name);
  const found = own ?? Object.keys(table).find((one) => table[one] === name)!;
  return spoken.get(found) ?? found;
}

const items: ReadonlySet<string> = new Set(Object.values(itemNames));

/** Without the keys that are undefined. */
const defined = <T extends object>(value: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(value).filter(([, one]) => one !== undefined)) as never;

/** "With green and yellow stripes": the first colour is the ground, unless the prompt sets another. */
function spreadMarks({ look, parts }: Draft): void {
  for (const name of ['stripes', 'spots', 'patches']) {
    const mark = parts.get(name);
    if (!mark?.colour || !mark.second || look.colour) continue;
    look.colour = mark.colour;
    parts.set(name, { ...mark, colour: mark.second, second: undefined });
  }
}

const crowdNotes = ({ crowd }: Draft): string[] =>
  crowd ? [`I make one character at a time, not ${crowds.has(crowd) ? `a ${crowd}` : crowd}.`] : [];

/** A sentence for each separate figure, and for each role after the first. */
const otherNotes = ({ others, word: first, role }: Draft): string[] =>
  others.flatMap(({ word, apart, creature }) => {
    if (apart) return [leftOut(word === first ? `other ${word}` : word)];
    return creature ? [] : [`It's dressed as a ${role}, so “${word}” adds nothing.`];
  });

export const leftOut = (who: string): string => `I make one character at a time, so I left out the ${who}.`;

/** Notes for a prompt that names only clothes, or a character of unspecified kind. */
function unnamed({ creature, role, anyone, womanly, manly, old }: Draft, first: string | null): string[] {
  if (!creature && !role && anyone && first !== 'human')
    return anyone === first ? [] : [`“${anyone}” could be anyone, so I made a ${first}.`];
  const isNamed = creature || role || anyone || womanly || manly || old;
  return isNamed ? [] : ['You named no creature or role, so I made a person.'];
}
