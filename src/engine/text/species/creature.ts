/** A creature as proportions: multiples of its body plan's own unless stated otherwise. */
import type { SkeletonKind } from '../../types.js';
import type { Form } from './form.js';
import type { Role } from './roles.js';

export type Face = 'human' | 'muzzle' | 'beak' | 'robot' | 'frog';
export type EarShape =
  | 'none'
  | 'human'
  | 'elf'
  | 'point'
  | 'round'
  | 'long'
  | 'floppy'
  | 'horse'
  | 'fan'
  | 'side';
export type TailShape =
  | 'none'
  | 'brush'
  | 'plume'
  | 'thin'
  | 'stub'
  | 'curl'
  | 'tuft'
  | 'spade'
  | 'hair'
  | 'lizard';
export type Feet = 'paw' | 'hoof' | 'claw' | 'shoe' | 'block';

export type Species = {
  kind: SkeletonKind;
  face: Face;
  /** Hex sRGB of coat or skin, and of belly and muzzle. */
  coat: string;
  belly?: string;
  /** Metres to the top of the head; nose to tail for swimmers and crawlers. */
  height: number;
  head: number;
  girth: number;
  legs: number;
  limb: number;
  neck: number;
  body: number;
  snout: number;
  snoutWidth: number;
  nose: string;
  eyes: string;
  ears: EarShape;
  earSize: number;
  tail: TailShape;
  tailLength: number;
  feet: Feet;
  /** Parts the creature has by default. */
  parts: readonly string[];
  pattern?: 'striped' | 'spotted' | 'patched' | 'socks' | 'masked';
  patternColour?: string;
  /** Biped creatures whose skin takes the colour word, as fur does; for others it colours the clothes. */
  skinTakesColour: boolean;
  dressed: boolean;
  /** Arm lengths and tail thickness, where they differ from the plan's. */
  arms?: number;
  tailThick?: number;
  /** Colours of parts that differ from the coat: head, ears, arms, legs, feet, tail. */
  marks?: Readonly<Record<string, string>>;
  /** Clothes worn when neither prompt nor role sets any. */
  costume?: Role;
  /** What is simplified, as a sentence for the member. */
  caveat?: string;
  /** Ears and tail of an animal, in the colour of the hair. */
  furry?: boolean;
  /** Wings of skin rather than feathers. */
  leathery?: boolean;
  /** Parameters that only its body class needs. */
  form?: Form;
};

export const animal: Species = {
  kind: 'quadruped',
  face: 'muzzle',
  coat: 'a9743f',
  height: 0.6,
  head: 1,
  girth: 1,
  legs: 1,
  limb: 1,
  neck: 1,
  body: 1,
  snout: 1,
  snoutWidth: 1,
  nose: '2a2222',
  eyes: '5b3a1e',
  ears: 'point',
  earSize: 1,
  tail: 'thin',
  tailLength: 1,
  feet: 'paw',
  parts: [],
  skinTakesColour: true,
  dressed: false,
};
export const person: Species = {
  ...animal,
  kind: 'biped',
  face: 'human',
  coat: 'eebc98',
  height: 1.7,
  nose: 'e2a384',
  eyes: '4a6b8a',
  ears: 'human',
  tail: 'none',
  feet: 'shoe',
  skinTakesColour: false,
  dressed: true,
};
export const of = (base: Species, changes: Partial<Species>): Species => ({ ...base, ...changes });
