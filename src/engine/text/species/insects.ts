/** Creatures with six legs. */
import { animal, of, type Species } from './creature.js';
import type { HexapodForm } from './form.js';

const build: HexapodForm = {
  kind: 'hexapod',
  abdomen: 1,
  abdomenLong: 1,
  wings: 'none',
  antennae: 'bent',
  mandibles: 0,
  horn: false,
  sting: false,
  fuzzy: false,
  legLength: 1,
};

const plain = of(animal, {
  kind: 'hexapod',
  face: 'frog',
  coat: '8a3f24',
  belly: 'b06a48',
  height: 0.4,
  ears: 'none',
  eyes: '17181c',
  nose: '2a2422',
  feet: 'claw',
  form: { ...build, mandibles: 0.5 },
});

const insect = (changes: Partial<Species>, form: Partial<HexapodForm> = {}): Species =>
  of(plain, { ...changes, form: { ...build, ...form } });

export const insects: Record<string, Species> = {
  ant: insect({ coat: '8a3a22' }, { mandibles: 0.7, legLength: 1.1, abdomen: 0.95 }),
  bug: insect({ coat: '4f8f4a' }, { wings: 'shell', abdomen: 1.2, legLength: 0.8, antennae: 'club' }),
  bee: insect(
    { coat: 'f2b62a', height: 0.4, girth: 1.15 },
    {
      wings: 'clear',
      bands: '2a2422',
      sting: true,
      fuzzy: true,
      antennae: 'club',
      abdomen: 1.15,
      legLength: 0.7,
    },
  ),
  bumblebee: insect(
    { coat: 'f2bf32', height: 0.4, girth: 1.4 },
    {
      wings: 'clear',
      bands: '2a2422',
      fuzzy: true,
      antennae: 'club',
      abdomen: 1.2,
      abdomenLong: 0.85,
      legLength: 0.65,
      head: '2a2422',
    },
  ),
  wasp: insect(
    { coat: 'f2d22a', height: 0.4, girth: 0.9 },
    { wings: 'clear', bands: '1f1c1e', sting: true, abdomen: 0.85, abdomenLong: 1.35, head: '2a2422' },
  ),
  butterfly: insect(
    { coat: 'f08a24', height: 0.4, girth: 0.75, limb: 0.75 },
    {
      wings: 'broad',
      wingColour: 'f08a24',
      antennae: 'club',
      abdomen: 0.62,
      abdomenLong: 1.7,
      legLength: 0.8,
      head: '3a2f34',
    },
  ),
  moth: insect(
    { coat: 'c9b08a', height: 0.4, limb: 0.8 },
    {
      wings: 'broad',
      wingColour: 'b8966a',
      antennae: 'comb',
      abdomen: 0.8,
      abdomenLong: 1.3,
      legLength: 0.8,
      fuzzy: true,
    },
  ),
  dragonfly: insect(
    { coat: '2f9aa8', height: 0.35, limb: 0.75 },
    {
      wings: 'long',
      wingColour: 'd3ecf2',
      antennae: 'bent',
      abdomen: 0.55,
      abdomenLong: 3.4,
      legLength: 0.8,
      bands: '1f5f70',
    },
  ),
  fly: insect(
    { coat: '4a5560', height: 0.35, eyes: 'a8322c' },
    { wings: 'clear', antennae: 'club', legLength: 0.85 },
  ),
  mosquito: insect(
    { coat: '6a6258', height: 0.4, limb: 0.6, girth: 0.7 },
    { wings: 'clear', horn: false, sting: false, legLength: 1.5, abdomen: 0.6, abdomenLong: 2 },
  ),
  ladybug: insect(
    { coat: '2c2628', height: 0.36, pattern: 'spotted', patternColour: '1f1b1d' },
    {
      wings: 'shell',
      wingColour: 'd62f26',
      abdomen: 1.45,
      abdomenLong: 0.82,
      legLength: 0.72,
      antennae: 'club',
    },
  ),
  beetle: insect(
    { coat: '2f4a3a', height: 0.4 },
    { wings: 'shell', wingColour: '2f7a4f', abdomen: 1.35, legLength: 0.85, mandibles: 0.6 },
  ),
  stagbeetle: insect(
    { coat: '3a2420', height: 0.42 },
    { wings: 'shell', wingColour: '4a2a20', abdomen: 1.3, legLength: 0.95, mandibles: 2.1 },
  ),
  rhinobeetle: insect(
    { coat: '33231d', height: 0.45 },
    { wings: 'shell', wingColour: '5a3420', abdomen: 1.4, legLength: 0.95, horn: true },
  ),
  cockroach: insect(
    { coat: '7a4426', height: 0.3 },
    { wings: 'shell', wingColour: '8f5430', abdomen: 1.1, abdomenLong: 1.6, legLength: 0.95 },
  ),
  firefly: insect(
    { coat: '3a3230', height: 0.36 },
    { wings: 'clear', bands: 'f2e86a', antennae: 'club', legLength: 0.75, head: 'd8542c' },
  ),
  mantis: insect(
    { coat: '7cb83f', height: 0.6, girth: 0.7, limb: 0.85, head: 0.85, eyes: '3a5a1e' },
    { abdomen: 0.62, abdomenLong: 2.9, legLength: 1.6, antennae: 'bent' },
  ),
  grasshopper: insect(
    { coat: '6fae3c', height: 0.45, girth: 0.85 },
    { abdomen: 0.75, abdomenLong: 2.1, legLength: 1.4, antennae: 'bent' },
  ),
};
