/** Reads species, roles and costumes, and resolves what each species inherits. */
import { join } from 'node:path';
import { z } from 'zod';
import { problemIn } from '../../../../base/data-file.js';
import { readVocabularyTable } from './files.js';
import { type Form, type Forms, formChanges, formsShape, hasForm } from './form.js';
import type { Colours } from './looks.js';
import {
  type Creatures,
  type RoleWord,
  roleShape,
  type Species,
  type SpeciesChanges,
  speciesChanges,
  speciesShape,
} from './shapes.js';
import { type BodyShape, readShapes } from './solids.js';

/** Files in `species` that hold creatures to name; where two match a misspelt word, the first wins. */
const families = [
  'people',
  'beasts',
  'dogs',
  'woodland',
  'wild',
  'hoofed',
  'reptiles',
  'myths',
  'songbirds',
  'fowl',
  'waterbirds',
  'raptors',
  'parrots',
  'sea',
  'insects',
  'eight-legs',
  'serpents',
  'objects',
  'produce',
] as const;

/** The species that all others are derived from, in a file of its own. */
const rootName = 'animal';

type Entry = { file: string; changes: SpeciesChanges };
type Sources = {
  entries: Map<string, Entry>;
  forms: Forms;
  costumes: Readonly<Record<string, RoleWord>>;
  shapes: ReadonlyMap<string, BodyShape>;
};

const roleTable = z.record(z.string(), roleShape);
const speciesTable = z.record(z.string(), speciesChanges);

export function readCreatures(root: string, colours: Colours): Creatures {
  const costumes = readRoles(root, 'costumes', colours);
  const sources: Sources = {
    entries: new Map(),
    forms: readVocabularyTable(root, join('species', 'forms'), formsShape),
    costumes,
    shapes: readShapes(root),
  };
  const resolved = new Map<string, Species>([
    [rootName, readVocabularyTable(root, join('species', rootName), speciesShape)],
  ]);
  readFamily(root, 'bases', sources.entries);
  const namesOf = families.map((family) => readFamily(root, family, sources.entries));
  const pick = (names: readonly string[]) =>
    Object.fromEntries(names.map((name) => [name, resolve(name, sources, resolved, [])]));
  const species = pick(namesOf.flat());
  const roles: Record<string, RoleWord> = {};
  for (const name of [join('roles', 'trades'), join('roles', 'adventurers')])
    for (const [key, role] of Object.entries(readRoles(root, name, colours))) {
      const complain = (keys: string[], message: string) =>
        problemIn(join(root, `${name}.json`), keys, message);
      if (Object.hasOwn(roles, key)) throw complain([key], taken);
      if (role.body !== undefined && !Object.hasOwn(species, role.body))
        throw complain([key, 'body'], `there is no species “${role.body}”`);
      roles[key] = role;
    }
  const family = (name: (typeof families)[number]) => pick(namesOf[families.indexOf(name)]!);
  return { species, produce: family('produce'), objects: family('objects'), roles, costumes };
}

const taken = 'this name is already used in another file';

/** Roles whose colours are words of colours.json, or `#` and hex sRGB. */
function readRoles(root: string, name: string, { colourHex }: Colours): Record<string, RoleWord> {
  const table = readVocabularyTable(root, name, roleTable);
  const isColour = (tone: string) => /^#[0-9a-f]{6}$/.test(tone) || Object.hasOwn(colourHex, tone);
  for (const [key, { colour, wears = {} }] of Object.entries(table)) {
    const tones = [['colour', colour], ...Object.entries(wears).map(([item, own]) => [item, own.colour])];
    for (const [at, tone] of tones)
      if (tone !== undefined && !isColour(tone))
        throw problemIn(join(root, `${name}.json`), [key, at!], `“${tone}” is not a colour`);
  }
  return table;
}

/** @returns the names of the creatures in the file */
function readFamily(root: string, family: string, entries: Map<string, Entry>): string[] {
  const name = join('species', family);
  const file = join(root, `${name}.json`);
  const table = readVocabularyTable(root, name, speciesTable);
  for (const [key, changes] of Object.entries(table)) {
    if (entries.has(key) || key === rootName) throw problemIn(file, [key], taken);
    entries.set(key, { file, changes });
  }
  return Object.keys(table);
}

function resolve(
  name: string,
  sources: Sources,
  resolved: Map<string, Species>,
  heirs: readonly string[],
): Species {
  const known = resolved.get(name);
  if (known) return known;
  const { file, changes } = sources.entries.get(name)!;
  const { like, pattern, patternColour, costume, form, shape, ...rest } = changes;
  if (!sources.entries.has(like) && !resolved.has(like))
    throw problemIn(file, [name, 'like'], `there is no species “${like}”`);
  if (rest.carried !== undefined && !sources.entries.has(rest.carried))
    throw problemIn(file, [name, 'carried'], `there is no species “${rest.carried}”`);
  if ([...heirs, name].includes(like)) throw problemIn(file, [name, 'like'], 'the species is like itself');
  const made: Species = { ...resolve(like, sources, resolved, [...heirs, name]), ...rest };
  if (rest.coat && !rest.coats) delete made.coats; // a coat of its own is the only one
  if (pattern !== undefined) made.pattern = pattern ?? undefined;
  if (patternColour !== undefined) made.patternColour = patternColour ?? undefined;
  if (costume !== undefined) made.costume = costumeOf(sources, { file, name }, costume);
  const own = shapeOf(sources, { file, name }, shape);
  if (own) made.shape = own;
  if (form !== undefined) made.form = formOf(sources, { file, name }, made.kind, form);
  resolved.set(name, made);
  return made;
}

type Place = { file: string; name: string };

function shapeOf(
  { shapes }: Sources,
  { file, name }: Place,
  shape: string | undefined,
): BodyShape | undefined {
  const found = shapes.get(shape ?? name);
  if (shape !== undefined && !found) throw problemIn(file, [name, 'shape'], `there is no shape “${shape}”`);
  return found;
}

function costumeOf({ costumes }: Sources, { file, name }: Place, costume: string | RoleWord): RoleWord {
  if (typeof costume !== 'string') return costume;
  const found = costumes[costume];
  if (!found) throw problemIn(file, [name, 'costume'], `there is no costume “${costume}”`);
  return found;
}

/** The default form of the class with the species' own changes; it does not inherit the form it is `like`. */
function formOf({ forms }: Sources, { file, name }: Place, kind: string, changes: object): Form {
  if (!hasForm(kind)) throw problemIn(file, [name, 'form'], `a ${kind} has no form`);
  const parsed = formChanges[kind].safeParse(changes);
  const [issue] = parsed.error?.issues ?? [];
  if (issue) throw problemIn(file, [name, 'form', ...issue.path], issue.message);
  return { kind, ...forms[kind], ...parsed.data } as Form;
}
