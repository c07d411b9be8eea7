import { describe, expect, it } from 'vitest';
import { kindNamed } from '../../../../../src/engine/input/text/named-kind.js';

describe('the class of body that words about a picture name', () => {
  it.each([
    ['shark', 'aquatic'],
    ['this is a kangaroo', 'biped'],
    ['my_dog-2', 'quadruped'],
    ['knight-with-sword', 'biped'],
    ['une araignée', 'octopod'],
    ['ein Hai', 'aquatic'],
    ['the owl from my book', 'avian'],
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
