/** Reads a spec that a language model wrote: names and colours in other forms, numbers out of range, other keys. */

import { clamp } from '../../geometry/vec.js';
import { legRows, sideNames, sideStates } from '../../kinds.js';
import { spoken } from './joined.js';
import {
  type Age,
  type CharacterSpec,
  characterSpec,
  inLimits,
  itemOf,
  listOf,
  mostThings,
  type SpecThing,
  specVersion,
  thingLists,
  withoutEmpty,
} from './spec.js';
import { creatureOf, roleOfWord } from './species-lookup.js';
import { nearestKind } from './typos.js';
import {
  ageWords,
  colourHex,
  coverings,
  finishes,
  itemNames,
  layers,
  manners,
  moods,
  partNames,
  patternNames,
  poses,
  styles,
} from './vocabulary.js';
import { lookUp, singular } from './words.js';

export type LooseSpec = {
  spec: CharacterSpec;
  /** Values that mean nothing here, as they were written. */
  dropped: string[];
};

const longestName = 40;

const dictionary = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {};
const entries = (value: unknown): unknown[] =>
  (Array.isArray(value) ? value : value === undefined || value === null ? [] : [value]).slice(0, mostThings);

/** The name as it is, then the known word that it is likely a typo of. */
function wordIn<T>(said: string, find: (word: string) => T | undefined): T | undefined {
  const joined = said.toLowerCase().replace(/[\s_-]/g, '');
  const last = said
    .toLowerCase()
    .split(/[\s_-]+/)
    .at(-1)!;
  return (
    find(joined) ?? find(last) ?? find((nearestKind(joined, true) ?? nearestKind(last, true))?.word ?? '')
  );
}

type Reader = <T>(value: unknown, find: (word: string) => T | undefined) => T | undefined;

/** @returns null where nothing of it can be used */
export function readLoosely(value: unknown): LooseSpec | null {
  const given = dictionary(value);
  const dropped = new Set<string>();
  const read: Reader = (said, find) => {
    if (said === undefined || said === null || said === '') return undefined;
    const found = typeof said === 'string' ? wordIn(said.slice(0, longestName), find) : undefined;
    if (found === undefined) dropped.add(String(said).slice(0, longestName));
    return found;
  };
  const species = entries(given.species).flatMap((one) => read(one, creatureOf) ?? []);
  const things = thingLists.flatMap((list) =>
    entries(given[list]).flatMap((one) => thingOf(one, read) ?? []),
  );
  const look = dictionary(given.look);
  const spec = withoutEmpty({
    version: specVersion,
    species: [...new Set(species)].slice(0, 4),
    blend: ['head', 'ears', 'halves'].find((one) => one === given.blend),
    role: read(given.role, roleOfWord),
    body: given.body,
    age: read(given.age, (word) => valueIn(ages, word) ?? lookUp(ageWords, word)),
    presentation: given.presentation,
    style: given.style,
    proportions: read(given.proportions, (word) => valueIn(styles, word) ?? itself(styles, word)),
    build: buildOf(given.build),
    look: withoutEmpty({
      ...lookOf(look, read),
      covering: read(look.covering, (word) => valueIn(layers, word)?.name ?? itself(coverings, word)),
      avoid: entries(look.avoid).flatMap((one) => colourOf(one) ?? []),
    }),
    ...listed(things),
    without: entries(given.without).flatMap((one) => read(one, nameOf) ?? []),
    pose: read(
      given.pose,
      (word) => valueIn(poses, word) ?? Object.values(poses).find((pose) => pose === word),
    ),
    expression: read(
      given.expression,
      (word) => valueIn(moods, word) ?? Object.values(moods).find((mood) => mood === word),
    ),
  });
  for (const key of ['body', 'presentation', 'style'] as const)
    if (!characterSpec.safeParse({ version: specVersion, [key]: spec[key] }).success) delete spec[key];
  if (species.length === 0 && !spec.role && things.length === 0) return null;
  const { data } = characterSpec.safeParse(spec);
  return data ? { spec: data, dropped: [...dropped] } : null;
}

const ages: Readonly<Record<string, Age>> = {
  baby: 'baby',
  child: 'child',
  young: 'child',
  teen: 'teen',
  adult: 'adult',
  old: 'old',
  elderly: 'old',
  ancient: 'old',
};

/** Not by the key alone: a model may write `constructor`. */
const valueIn = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined;

const itself = (table: Readonly<Record<string, unknown>>, word: string): string | undefined =>
  Object.hasOwn(table, word) || Object.values(table).includes(word) ? word : undefined;

const nameOf = (word: string): string | undefined => lookUp(itemNames, word) ?? lookUp(partNames, word);

/** `#F00`, `#ff0000`, `FF0000` or a word. */
function colourOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const text = value.trim().toLowerCase();
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/.exec(text);
  if (short)
    return `#${short
      .slice(1)
      .flatMap((digit) => [digit, digit])
      .join('')}`;
  const [, digits] = /^#?([0-9a-f]{6})(?:[0-9a-f]{2})?$/.exec(text) ?? [];
  const word = text.replace(/[\s_-]/g, '');
  const named = digits ?? (Object.hasOwn(colourHex, word) ? colourHex[word] : undefined);
  return named === undefined ? undefined : `#${named}`;
}

function lookOf(look: Readonly<Record<string, unknown>>, read: Reader) {
  const colour = (value: unknown) => colourOf(value) ?? read(value, (word) => colourOf(word));
  return {
    colour: colour(look.colour ?? look.color),
    second: colour(look.second),
    material: read(look.material, (word) => singular(word).find((form) => Object.hasOwn(finishes, form))),
    pattern: read(look.pattern, (word) => lookUp(patternNames, word) ?? itself(patternNames, word)),
  };
}

const factorOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? inLimits(value) : undefined;

const buildOf = (value: unknown) => {
  const { height, girth, limb, legs, head } = dictionary(value);
  const factors = { height, girth, limb, legs, head };
  return withoutEmpty(
    Object.fromEntries(Object.entries(factors).map(([axis, factor]) => [axis, factorOf(factor)])),
  );
};

/** A hat, also where it is only named, and whichever list names it. */
function thingOf(value: unknown, read: Reader): SpecThing | undefined {
  const given = typeof value === 'string' ? { name: value } : dictionary(value);
  const name = read(given.name, (word) => {
    const form = singular(word).find((one) => Object.hasOwn(itemNames, one) || Object.hasOwn(partNames, one));
    return form && (spoken.get(form) ?? form);
  });
  if (name === undefined) return undefined;
  const { count, style } = given;
  return withoutEmpty({
    name,
    ...lookOf(given, read),
    size: factorOf(given.size),
    count:
      typeof count === 'number' && Number.isFinite(count) ? clamp(Math.round(count), 0, 9_999) : undefined,
    ...sidesIn(given, read),
    style: isBody(name) ? read(style, (word) => (manners.has(word) ? word : undefined)) : undefined,
  }) as SpecThing;
}

/** What a model says of one side, in the names of a spec. */
function sidesIn(given: Readonly<Record<string, unknown>>, read: Reader) {
  const sided = sideNames.map((side) => {
    const own = dictionary(given[side]);
    const { state, row } = own;
    const look = withoutEmpty({
      ...lookOf(own, read),
      size: factorOf(own.size),
      state: sideStates.find((one) => one === state),
      row: legRows.find((one) => one === row),
    });
    return [side, look] as const;
  });
  return { ...Object.fromEntries(sided), side: sideNames.find((side) => side === given.side) };
}

const isBody = (name: string): boolean => listNamed(name) === 'parts';

function listNamed(name: string): ReturnType<typeof listOf> {
  const item = itemOf(name);
  return item === undefined ? 'parts' : listOf(item);
}

function listed(things: readonly SpecThing[]) {
  const once = [...new Map(things.map((thing) => [thing.name, thing])).values()];
  const of = (list: ReturnType<typeof listOf>) => once.filter(({ name }) => listNamed(name) === list);
  return { parts: of('parts'), garments: of('garments'), props: of('props') };
}
