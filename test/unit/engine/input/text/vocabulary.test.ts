import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  dictionaryNames,
  readDictionary,
} from '../../../../../src/engine/input/text/languages/dictionary.js';
import { findVocabulary } from '../../../../../src/engine/input/text/vocabulary/files.js';
import { readVocabulary } from '../../../../../src/engine/input/text/vocabulary/read.js';

const shipped = findVocabulary();
const files = readdirSync(shipped, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
);
let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'vocabulary-'));
  cpSync(shipped, copy, { recursive: true });
});
afterAll(() => rmSync(copy, { recursive: true }));

/** The message of the error when one file of the vocabulary has another content. */
function messageWith(file: string, text: string): string {
  const path = join(copy, file);
  const before = readFileSync(path, 'utf8');
  writeFileSync(path, text);
  try {
    const language = dictionaryNames.find((name) => file === `languages/${name}.json`);
    if (language) readDictionary(copy, language);
    else readVocabulary(copy);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message.replace(join(copy, '/'), '') : String(error);
  } finally {
    writeFileSync(path, before);
  }
}

type Table = Record<string, Record<string, unknown>>;
const tableOf = (file: string): Table => JSON.parse(readFileSync(join(copy, file), 'utf8'));
const changed = (file: string, change: (table: Table) => void): string => {
  const table = tableOf(file);
  change(table);
  return messageWith(file, JSON.stringify(table));
};

describe('the vocabulary', () => {
  it('resolves what a species inherits', () => {
    const { species } = readVocabulary(copy);
    expect(species.lion).toMatchObject({ kind: 'quadruped', coat: 'd9a24a', head: 1.1, feet: 'paw' });
    expect(species.cobra?.form).toMatchObject({ kind: 'serpentine', hood: true, rattle: false });
    expect(species.shiba?.pattern).toBeUndefined();
    expect(species.fox?.pattern).toBe('socks');
  });

  it.each(files)('names %s when it is not JSON', (file) => {
    expect(messageWith(file, '{ "a": ')).toMatch(
      new RegExp(`^${file.replaceAll('.', '\\.')}: not readable as JSON`),
    );
  });

  it('names a file that is missing', () => {
    const alone = mkdtempSync(join(tmpdir(), 'vocabulary-'));
    expect(() => readVocabulary(alone)).toThrow(join(alone, 'colours.json'));
    rmSync(alone, { recursive: true });
  });

  it('names the folder when it is in no folder above', () => {
    expect(() => findVocabulary(tmpdir())).toThrow(join('data', 'vocabulary'));
  });

  it.each<[key: string, file: string, change: (table: Table) => unknown]>([
    [
      'fox: Unrecognized key: "furr"',
      'species/beasts.json',
      ({ fox }) => Object.assign(fox!, { furr: true }),
    ],
    ['fox.coat: ', 'species/beasts.json', ({ fox }) => Object.assign(fox!, { coat: 'orange' })],
    ['fox.height: ', 'species/beasts.json', ({ fox }) => Object.assign(fox!, { height: '2' })],
    [
      'fox.like: there is no species “foxx”',
      'species/beasts.json',
      ({ fox }) => Object.assign(fox!, { like: 'foxx' }),
    ],
    [
      'fox.like: the species is like itself',
      'species/beasts.json',
      ({ fox }) => Object.assign(fox!, { like: 'fox' }),
    ],
    [
      'fox.form: a quadruped has no form',
      'species/beasts.json',
      ({ fox }) => Object.assign(fox!, { form: {} }),
    ],
    [
      'cat: this name is already used',
      'species/dogs.json',
      (table) => Object.assign(table, { cat: table.pug }),
    ],
    [
      'ant.form.wings: ',
      'species/insects.json',
      ({ ant }) => Object.assign(ant!, { form: { wings: 'two' } }),
    ],
    [
      'elf.costume: there is no costume “silk”',
      'species/people.json',
      ({ elf }) => Object.assign(elf!, { costume: 'silk' }),
    ],
    [
      'reaper.body: there is no species “bones”',
      'roles/adventurers.json',
      ({ reaper }) => Object.assign(reaper!, { body: 'bones' }),
    ],
    [
      'judge.colour: “blakc” is not a colour',
      'roles/trades.json',
      ({ judge }) => Object.assign(judge!, { colour: 'blakc' }),
    ],
    [
      'genie.turban: “glod” is not a colour',
      'costumes.json',
      ({ genie }) => Object.assign(genie!, { wears: { turban: { colour: 'glod' } } }),
    ],
    [
      'cap: “sombrero” already means “hat”',
      'items.json',
      (table) => Object.assign(table, { cap: ['sombrero'] }),
    ],
    [
      'pairs: “witch hat” is listed twice',
      'phrases.json',
      ({ pairs }) => (pairs as unknown as string[]).push('witch hat'),
    ],
    [
      'names.foxx: there is no species “foxx”',
      'species-names.json',
      ({ names }) => Object.assign(names!, { foxx: ['vix'] }),
    ],
    [
      'knigth: there is no role “knigth”',
      'role-names.json',
      (table) => Object.assign(table, { knigth: ['templar'] }),
    ],
    [
      'pairs: “skyred” is not in words',
      'colours.json',
      ({ pairs }) => (pairs as unknown as string[]).push('sky red'),
    ],
    [
      'finishes.steel.colour: ',
      'materials.json',
      ({ finishes }) => Object.assign(finishes!, { steel: { roughness: 0, metalness: 1, colour: 'silvre' } }),
    ],
    [
      'builds.tall: Unrecognized key: "hight"',
      'builds.json',
      ({ builds }) => Object.assign(builds!, { tall: { hight: 2 } }),
    ],
    [
      'moods: Unrecognized key: "hungry"',
      'manners.json',
      ({ moods }) => Object.assign(moods!, { hungry: ['hungry'] }),
    ],
    [
      'bodies.avian.places.0: ',
      'wear.json',
      ({ bodies }) => Object.assign(bodies!, { avian: { places: ['hat'], items: [] } }),
    ],
    [
      'nouns.cat: “貓” is “猫” in other characters',
      'languages/zh.json',
      ({ nouns }) => (nouns!.cat as string[]).push('貓'),
    ],
    [
      'variants: the two lists are not of the same length',
      'languages/zh.json',
      ({ variants }) => Object.assign(variants!, { simplified: '猫龙', traditional: '貓' }),
    ],
    [
      'variants: “貓” has two simplified characters',
      'languages/zh.json',
      ({ variants }) => Object.assign(variants!, { simplified: '猫喵', traditional: '貓貓' }),
    ],
    [
      'variants: “猫” is in both lists',
      'languages/zh.json',
      ({ variants }) => Object.assign(variants!, { simplified: '猫喵', traditional: '貓猫' }),
    ],
    [
      'variants: “𩿸” and “鸢” are not of the same length',
      'languages/zh.json',
      ({ variants }) => Object.assign(variants!, { simplified: '鸢', traditional: '𩿸' }),
    ],
  ])('reports %s', (key, file, change) => {
    expect(changed(file, change)).toContain(`${file}: ${key}`);
  });
});
