/** Swimmers. Their heights are lengths. */
import { animal, of, type Species } from './creature.js';
import type { AquaticForm } from './form.js';

const build: AquaticForm = {
  kind: 'aquatic',
  deep: 0.17,
  wide: 0.1,
  snout: 'round',
  tail: 'fork',
  dorsal: 'sail',
  pelvic: true,
  fin: 1,
  teeth: false,
  lure: false,
};

const plain = of(animal, {
  kind: 'aquatic',
  face: 'frog',
  coat: '4f8fc0',
  belly: 'dfe9ee',
  height: 0.7,
  ears: 'none',
  eyes: '2a2c34',
  nose: '3a6a90',
  form: build,
});

const fish = (changes: Partial<Species>, form: Partial<AquaticForm> = {}): Species =>
  of(plain, { ...changes, form: { ...build, ...form } });

const spindle: Partial<AquaticForm> = {
  deep: 0.12,
  wide: 0.1,
  snout: 'point',
  tail: 'crescent',
  dorsal: 'blade',
};
const whaleBuild: Partial<AquaticForm> = {
  tail: 'fluke',
  pelvic: false,
  snout: 'blunt',
  deep: 0.15,
  wide: 0.15,
  dorsal: 'low',
};

export const sea: Record<string, Species> = {
  fish: plain,
  goldfish: fish(
    { coat: 'f28a1e', belly: 'f9c24a', height: 0.5, eyes: '2a2018' },
    { deep: 0.2, wide: 0.14, tail: 'fan', fin: 1.25, fins: 'f7a84a' },
  ),
  clownfish: fish(
    { coat: 'f27a1c', belly: 'f28a2c', height: 0.5 },
    { deep: 0.19, wide: 0.12, tail: 'fan', bands: 'f9f6f0', fins: 'f08a2c' },
  ),
  betta: fish(
    { coat: '6a3fc0', belly: '3f6fd0', height: 0.5 },
    { deep: 0.12, wide: 0.08, tail: 'fan', fin: 1.9, fins: 'c0306a' },
  ),
  angelfish: fish(
    { coat: 'f2d24a', belly: 'f7ecd0', height: 0.5, pattern: 'striped', patternColour: '2a2a30' },
    { deep: 0.26, wide: 0.08, fin: 1.6, fins: 'f0c030' },
  ),
  pufferfish: fish(
    {
      coat: 'e6c24a',
      belly: 'f9f4e2',
      height: 0.5,
      parts: ['spikes'],
      pattern: 'spotted',
      patternColour: '9a6a2a',
    },
    { deep: 0.3, wide: 0.29, tail: 'fan', dorsal: 'low', fin: 0.8 },
  ),
  anglerfish: fish(
    { coat: '4a3f52', belly: '5c5064', height: 0.6, eyes: 'd8e27a' },
    { deep: 0.24, wide: 0.2, snout: 'blunt', tail: 'fan', dorsal: 'low', teeth: true, lure: true },
  ),
  piranha: fish(
    { coat: '5f7f8f', belly: 'd8452c', height: 0.45, eyes: 'e8b82c' },
    { deep: 0.22, wide: 0.11, snout: 'blunt', teeth: true, fins: '3f5a68' },
  ),
  trout: fish(
    { coat: '8f9aa6', belly: 'f0a890', height: 0.8, pattern: 'spotted', patternColour: '4a525c' },
    { deep: 0.12, wide: 0.08, snout: 'point' },
  ),
  salmon: fish(
    { coat: 'e58a72', belly: 'f3d3c4', height: 0.9, pattern: 'spotted', patternColour: '8a4a40' },
    { deep: 0.13, wide: 0.09, snout: 'point' },
  ),
  seahorse: fish(
    {
      coat: 'f0b03a',
      belly: 'f7dc9a',
      height: 0.4,
      caveat: 'I make seahorses level, like other fish.',
    },
    { deep: 0.14, snout: 'beak', tail: 'fan' },
  ),
  ray: fish(
    { coat: '5f7488', belly: 'eef1f0', height: 1.2 },
    { deep: 0.07, wide: 0.2, snout: 'blunt', tail: 'fork', dorsal: 'none', pelvic: false, fin: 2.6 },
  ),
  tuna: fish(
    { coat: '2f4f7a', belly: 'd3dbe2', height: 1.6 },
    { ...spindle, deep: 0.13, dorsal: 'sail', fins: 'e0b82c' },
  ),
  shark: fish(
    {
      coat: '6f8296',
      belly: 'f1f3f3',
      height: 2.4,
      eyes: '16181c',
      snout: 1.1,
      nose: '4f6276',
      face: 'muzzle',
    },
    { ...spindle, pelvic: true, fin: 1.05, teeth: true },
  ),
  dolphin: fish(
    { coat: '7d93a8', belly: 'e8eef1', height: 2, eyes: '20242a', face: 'muzzle' },
    { ...whaleBuild, snout: 'beak', deep: 0.105, wide: 0.1, dorsal: 'blade' },
  ),
  orca: fish(
    { coat: '22252c', belly: 'f7f6f2', height: 3, eyes: '3a2f2a' },
    { ...whaleBuild, deep: 0.135, wide: 0.125, dorsal: 'blade', fin: 1.25, patch: 'f7f6f2' },
  ),
  whale: fish(
    { coat: '3f6f9f', belly: 'dfe8ee', height: 3.4, eyes: '22262c' },
    { ...whaleBuild, deep: 0.175, wide: 0.18 },
  ),
  narwhal: fish(
    {
      coat: '8fa2b4',
      belly: 'eef1f2',
      height: 2.4,
      pattern: 'spotted',
      patternColour: '6a7c90',
      parts: ['unicorn horn'],
    },
    { ...whaleBuild, deep: 0.14, wide: 0.14, dorsal: 'none' },
  ),
  beluga: fish({ coat: 'f2f4f4', belly: 'ffffff', height: 2.2 }, { ...whaleBuild, dorsal: 'none' }),
};
