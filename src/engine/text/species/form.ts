/** What only one class of body has. Lengths are multiples of the plan's own; colours are hex sRGB. */

export type AvianForm = {
  kind: 'avian';
  bill: 'cone' | 'hook' | 'parrot' | 'flat' | 'spear' | 'bent' | 'great';
  billLength: number;
  /** How the back leans: 0 lies level, 1 stands upright. */
  upright: number;
  wing: number;
  /** Flippers have no feathers. */
  flipper: boolean;
  /** A display stands up as a wheel, sickles arch over the rump. */
  tail: 'fan' | 'short' | 'long' | 'display' | 'sickle';
  webbed: boolean;
  crest: 'none' | 'tufts' | 'comb' | 'plume';
  /** A round mask of feathers, as owls have. */
  disc?: string;
  cheeks?: string;
  hood?: string;
  wings?: string;
  wingTips?: string;
  tailColour?: string;
  /** Colour of an eye at the end of each tail feather. */
  tailEyes?: string;
  legsColour?: string;
};

export type SerpentineForm = {
  kind: 'serpentine';
  head: 'snake' | 'worm' | 'eel' | 'dragon';
  thick: number;
  hood: boolean;
  rattle: boolean;
  /** Short legs, as dragons of the east have. */
  legs: boolean;
  bands?: string;
};

export type AquaticForm = {
  kind: 'aquatic';
  /** Half height and half width as parts of the length. */
  deep: number;
  wide: number;
  snout: 'round' | 'point' | 'beak' | 'blunt';
  tail: 'fan' | 'fork' | 'crescent' | 'fluke';
  dorsal: 'sail' | 'blade' | 'low' | 'none';
  /** Pairs of fins below; whales have one. */
  pelvic: boolean;
  fin: number;
  teeth: boolean;
  /** A lamp on a rod before the mouth. */
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
  /** A bell afloat, its arms hanging. */
  bell?: boolean;
  /** Colour of the marks on back or hind body. */
  mark?: string;
};

export type Form = AvianForm | SerpentineForm | AquaticForm | HexapodForm | OctopodForm;
