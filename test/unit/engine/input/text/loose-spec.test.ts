import { describe, expect, it } from 'vitest';
import { readLoosely } from '../../../../../src/engine/input/text/loose-spec.js';

describe('a spec of a language model', () => {
  it('is read in other forms of its names, colours and numbers', () => {
    expect(
      readLoosely({
        species: ['Mice', 'humans'],
        blend: 'head',
        role: 'Pirate Captain',
        age: 'elderly',
        build: { height: 99, girth: 'fat', arms: 2 },
        look: { color: 'dark_green', colour: 'crimson', covering: 'muddy', avoid: ['#FFF', 'glorp'] },
        parts: ['hat', { name: 'Ears', size: 1.5, color: '#EE7F1D' }],
        garments: [
          { name: 'Scarves' },
          { name: 'cowboy hat', colour: 'FF0000', pattern: 'Striped' },
          { name: 'sword', count: 2.4 },
        ],
        without: ['tails'],
        pose: 'waving',
        expression: 'smiling',
      })?.spec,
    ).toEqual({
      version: 1,
      species: ['mouse', 'human'],
      blend: 'head',
      role: 'pirate',
      age: 'old',
      build: { height: 4 },
      look: { colour: '#a81c33', covering: 'mud', avoid: ['#ffffff'] },
      parts: [{ name: 'ears', colour: '#ee7f1d', size: 1.5 }],
      garments: [
        { name: 'hat' },
        { name: 'scarf' },
        { name: 'cowboy hat', colour: '#ff0000', pattern: 'striped' },
      ],
      props: [{ name: 'sword', count: 2 }],
      without: ['tail'],
      pose: 'wave',
      expression: 'happy',
    });
  });

  it('says which names mean nothing here, and reads likely typos', () => {
    const read = readLoosely({
      species: ['dragn', 'glorpian'],
      props: [{ name: 'spaceship' }],
      pose: 'yodel',
    });
    expect(read).toEqual({
      spec: { version: 1, species: ['dragon'] },
      dropped: ['glorpian', 'spaceship', 'yodel'],
    });
  });

  it('drops words that are keys of every object', () => {
    const key = 'constructor';
    const look = { covering: key };
    expect(
      readLoosely({ species: ['fox'], age: key, proportions: key, look, pose: key, expression: key }),
    ).toEqual({ spec: { version: 1, species: ['fox'] }, dropped: [key] });
  });

  it.each([
    null,
    'a fox',
    42,
    [],
    {},
    { species: ['glorpian'] },
    { species: { a: 1 } },
    { species: [null, [[]]], look: 'red' },
    JSON.parse('{"__proto__":{"species":["fox"]}}'),
    { look: { colour: 'red' }, pose: 'waving' },
  ])('of which nothing names a character is none: %j', (value) => {
    expect(readLoosely(value)).toBeNull();
  });

  it('is always valid, whatever the model writes', () => {
    const odd = [
      null,
      '',
      'x'.repeat(9_000),
      -1,
      1e308,
      Number.NaN,
      true,
      [],
      {},
      [[['hat']]],
      ['red', 7, null],
    ];
    const keys = ['blend', 'role', 'body', 'age', 'presentation', 'proportions', 'build', 'look', 'parts'];
    for (const value of odd)
      for (const key of [...keys, 'garments', 'props', 'without', 'pose', 'expression', 'seed', 'hobby'])
        expect(readLoosely({ species: ['fox'], [key]: value })?.spec.species, `${key}: ${value}`).toEqual([
          'fox',
        ]);
    for (const value of odd)
      for (const key of ['colour', 'second', 'material', 'pattern', 'size', 'count', 'style', 'name'])
        expect(
          readLoosely({ species: ['fox'], parts: [{ name: 'hair', [key]: value }] })?.spec.species,
        ).toEqual(['fox']);
  });
});
