/** Parameters of a single body class. Lengths are multiples of the plan's own; colours are hex sRGB. */

export type AvianForm = {
  kind: 'avian';
  bill: 'cone' | 'hook' | 'parrot' | 'flat' | 'spear' | 'bent' | 'great';
  billLength: number;
  /** Lean of the back: 0 is horizontal, 1 upright. */
  upright: number;
  wing: number;
  /** Flippers without feathers. */
  flipper: boolean;
  /** `display` is an upright wheel; `sickle` feathers arch over the rump. */
  tail: 'fan' | 'short' | 'long' | 'display' | 'sickle';
  webbed: boolean;
  crest: 'none' | 'tufts' | 'comb' | 'plume';
  /** Colour of an owl's round face mask. */
  disc?: string;
  cheeks?: string;
  hood?: string;
  wings?: string;
  wingTips?: string;
  tailColour?: string;
  /** Colour of the eye spot at the end of each tail feather. */
  tailEyes?: string;
  legsColour?: string;
};

export type SerpentineForm = {
  kind: 'serpentine';
  head: 'snake' | 'worm' | 'eel' | 'dragon';
  thick: number;
  hood: boolean;
  rattle: boolean;
  /** Whether it has short legs, as eastern dragons have. */
  legs: boolean;
  bands?: string;
};

export type AquaticForm = {
  kind: 'aquatic';
  /** Half height and half width as fractions of the length. */
  deep: number;
  wide: number;
  snout: 'round' | 'point' | 'beak' | 'blunt';
  tail: 'fan' | 'fork' | 'crescent' | 'fluke';
  dorsal: 'sail' | 'blade' | 'low' | 'none';
  /** Whether it has pelvic fins; whales have one pair of fins fewer. */
  pelvic: boolean;
  fin: number;
  teeth: boolean;
  /** An anglerfish's light on a rod in front of the mouth. */
  lure: boolean;
  fins?: string;
  bands?: string;
  /** A light patch behind the eye. */
  patch?: string;
};

export type HexapodForm = {
  kind: 'hexapod';
  abdomen: number;
  abdomenLong: number;
  wings: 'none' | 'clear' | 'broad' | 'long' | 'shell';
  antennae: 'bent' | 'club' | 'comb';
  mandibles: number;
  horn: boolean;
  sting: boolean;
  fuzzy: boolean;
  legLength: number;
  bands?: string;
  head?: string;
  wingColour?: string;
};

export type OctopodForm = {
  kind: 'octopod';
  plan: 'spider' | 'octopus' | 'crab' | 'scorpion' | 'lobster';
  abdomen: number;
  legLength: number;
  legThick: number;
  /** A jellyfish bell with hanging arms. */
  bell?: boolean;
  /** Colour of the markings on back or abdomen. */
  mark?: string;
};

export type Form = AvianForm | SerpentineForm | AquaticForm | HexapodForm | OctopodForm;
