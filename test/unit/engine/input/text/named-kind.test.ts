import { describe, expect, it } from 'vitest';
import { kindNamed, kindOfFile } from '../../../../../src/engine/input/text/named-kind.js';

describe('the class of body that words about a picture name', () => {
  it.each([
    ['shark', 'aquatic'],
    ['this is a kangaroo', 'biped'],
    ['my_dog-2', 'quadruped'],
    ['knight-with-sword', 'biped'],
    ['une araignée', 'octopod'],
    ['ein Hai', 'aquatic'],
    ['the owl from my book', 'avian'],
    ['make this dog', 'quadruped'],
    ['<@12345678> can you rig my cat please? https://example.org/sharks', 'quadruped'],
  ])('is, for “%s”, %s', (words, kind) => {
    expect(kindNamed(words)).toBe(kind);
  });

  it.each([
    'IMG_2034',
    'image',
    'screenshot 2026-11-23',
    'a drawing',
    'final_v2',
    'sharrk',
    'catalog',
    'my_character',
    'pet',
    'monster-3',
    '12345',
    '',
  ])('is unknown for “%s”', (words) => {
    expect(kindNamed(words)).toBeNull();
  });
});

describe('the class of body that the name of a picture tells', () => {
  it.each([
    ['shark.png', 'aquatic'],
    ['C:\\sharks\\owl_2.jpeg', 'avian'],
    ['pictures/myLittleDog.webp', 'quadruped'],
    ['fox2.png', 'quadruped'],
    ['SPOILER_horse.PNG', 'quadruped'],
    ['DALL·E 2026-11-23 - a knight in armor.png', 'biped'],
  ])('is, for “%s”, %s', (name, kind) => {
    expect(kindOfFile(name)).toBe(kind);
  });

  it.each([
    'IMG_1234.HEIC',
    'image0.jpg',
    'unknown.png',
    'cats/Screenshot_2026-11-23.png',
    'a3fox81.png',
    'PXL_20261123_101112.jpg',
    'IMG-20261123-WA0004.jpg',
    'download (3).png',
    'untitled.png',
    '.png',
    '',
  ])('is unknown for “%s”', (name) => {
    expect(kindOfFile(name)).toBeNull();
  });
});
