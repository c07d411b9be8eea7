/** Belly crawlers and eastern dragons. Their heights are lengths. */
import { animal, of, type Species } from './creature.js';
import type { SerpentineForm } from './form.js';

const coil: SerpentineForm = {
  kind: 'serpentine',
  head: 'snake',
  thick: 1,
  hood: false,
  rattle: false,
  legs: false,
};

const viper = of(animal, {
  kind: 'serpentine',
  face: 'muzzle',
  coat: '5f9a3f',
  belly: 'e9e3b8',
  height: 1.5,
  snout: 1,
  ears: 'none',
  eyes: 'e8c02c',
  nose: '3f6a2a',
  tail: 'lizard',
  form: { ...coil, bands: '3a6a2c' },
});

const serpent = (changes: Partial<Species>, form: Partial<SerpentineForm> = {}): Species =>
  of(viper, { ...changes, form: { ...coil, ...form } });

export const serpents: Record<string, Species> = {
  snake: viper,
  cobra: serpent({ coat: '8a6a3f', belly: 'e8d6a4', eyes: 'e8a82c' }, { hood: true, thick: 0.95 }),
  python: serpent({ coat: 'c99b4c', belly: 'f2e4c0', height: 2.2 }, { thick: 1.25, bands: '5a3a1e' }),
  rattlesnake: serpent(
    { coat: 'b59a6c', belly: 'e9dcc0', height: 1.3 },
    { rattle: true, thick: 1.1, bands: '6a4a2c' },
  ),
  worm: serpent(
    { coat: 'e59a92', belly: 'f0b4ac', height: 0.4, eyes: '2a2024', face: 'frog' },
    { head: 'worm', thick: 1.9 },
  ),
  caterpillar: serpent(
    {
      coat: '7cc04a',
      belly: 'a8d87a',
      height: 0.45,
      eyes: '2a2024',
      face: 'frog',
      parts: ['antennae'],
      pattern: 'striped',
      patternColour: '4f8f2c',
    },
    { head: 'worm', thick: 2 },
  ),
  snail: serpent(
    {
      coat: 'c9a878',
      belly: 'e6d3a8',
      height: 0.45,
      eyes: '2a2420',
      face: 'frog',
      parts: ['snail shell', 'antennae'],
    },
    { head: 'worm', thick: 2.3 },
  ),
  eel: serpent(
    { coat: '3f5a6a', belly: 'b9c7c4', height: 1.2, eyes: 'd8d27a' },
    { head: 'eel', thick: 1.15 },
  ),
  lung: serpent(
    { coat: 'c9302c', belly: 'f0c860', height: 3.2, eyes: 'f2c22c', nose: '8a1f1c', feet: 'claw' },
    { head: 'dragon', thick: 1.05, legs: true },
  ),
};
