/** The base of all birds. Leg and neck lengths are multiples of a plump songbird's. */
import { animal, of, type Species } from '../creature.js';
import type { AvianForm } from '../form.js';

const plumage: AvianForm = {
  kind: 'avian',
  bill: 'cone',
  billLength: 1,
  upright: 0.5,
  wing: 1,
  flipper: false,
  tail: 'fan',
  webbed: false,
  crest: 'none',
};

export const songbird = of(animal, {
  kind: 'avian',
  face: 'beak',
  coat: '8a6a48',
  belly: 'e9dcc4',
  height: 0.4,
  ears: 'none',
  nose: 'e8a02c',
  eyes: '3a2416',
  tail: 'brush',
  feet: 'claw',
  form: plumage,
});

export const bird = (changes: Partial<Species>, form: Partial<AvianForm> = {}): Species =>
  of(songbird, { ...changes, form: { ...plumage, ...form } });
