/** Patterns, materials and shades. */
import { colourOf } from '../colours.js';
import type { Layer } from '../description.js';
import { wordsFor } from './words-for.js';

export const patternNames = wordsFor<'striped' | 'spotted' | 'patched' | 'checked' | 'rainbow'>({
  striped: 'striped stripy tabby pinstriped stripey zebraprint zebrastriped tigerstriped',
  spotted: 'spotted dotted speckled dalmatian polkadot polkadotted floral flowery leopardprint freckled',
  patched: 'patched patchy calico camouflage camo',
  checked: 'checked checkered chequered plaid tartan',
  rainbow: 'rainbow multicolored multicoloured colorful colourful tiedye prismatic',
});

/** Materials, as roughness and metalness. */
export const finishes: Record<
  string,
  { roughness: number; metalness: number; glow?: number; colour?: string }
> = {
  metal: { roughness: 0.35, metalness: 1 },
  metallic: { roughness: 0.35, metalness: 1 },
  steel: { roughness: 0.32, metalness: 1, colour: 'silver' },
  iron: { roughness: 0.5, metalness: 1, colour: 'grey' },
  chrome: { roughness: 0.12, metalness: 1, colour: 'silver' },
  shiny: { roughness: 0.18, metalness: 0.2 },
  glossy: { roughness: 0.15, metalness: 0 },
  leather: { roughness: 0.6, metalness: 0, colour: 'brown' },
  wooden: { roughness: 0.75, metalness: 0, colour: 'brown' },
  wood: { roughness: 0.75, metalness: 0, colour: 'brown' },
  stone: { roughness: 0.9, metalness: 0, colour: 'grey' },
  velvet: { roughness: 0.95, metalness: 0 },
  silk: { roughness: 0.35, metalness: 0 },
  plastic: { roughness: 0.3, metalness: 0 },
  crystal: { roughness: 0.08, metalness: 0.1, colour: 'iceblue' },
  glass: { roughness: 0.05, metalness: 0, colour: 'iceblue' },
  marble: { roughness: 0.3, metalness: 0, colour: 'white' },
  clay: { roughness: 0.95, metalness: 0, colour: 'rust' },
  glowing: { roughness: 0.4, metalness: 0, glow: 0.7 },
  luminous: { roughness: 0.4, metalness: 0, glow: 0.7 },
  radiant: { roughness: 0.4, metalness: 0, glow: 0.7 },
  neon: { roughness: 0.35, metalness: 0, glow: 0.55 },
  matte: { roughness: 0.95, metalness: 0 },
  sparkly: { roughness: 0.15, metalness: 0.5 },
  sparkling: { roughness: 0.15, metalness: 0.5 },
  glittery: { roughness: 0.15, metalness: 0.5 },
  shimmering: { roughness: 0.15, metalness: 0.5 },
  iridescent: { roughness: 0.12, metalness: 0.6 },
  holographic: { roughness: 0.12, metalness: 0.6 },
  pewter: { roughness: 0.45, metalness: 1, colour: 'slate' },
  titanium: { roughness: 0.35, metalness: 1, colour: 'ash' },
  obsidian: { roughness: 0.08, metalness: 0.1, colour: 'jetblack' },
  onyx: { roughness: 0.1, metalness: 0.1, colour: 'jetblack' },
  amethyst: { roughness: 0.08, metalness: 0.1, colour: 'violet' },
  diamond: { roughness: 0.04, metalness: 0.1, colour: 'iceblue' },
  porcelain: { roughness: 0.15, metalness: 0, colour: 'ivory' },
  ceramic: { roughness: 0.2, metalness: 0, colour: 'cream' },
  cardboard: { roughness: 0.95, metalness: 0, colour: 'tan' },
  paper: { roughness: 0.95, metalness: 0, colour: 'cream' },
  robotic: { roughness: 0.35, metalness: 0.85, colour: 'silver' },
  mechanical: { roughness: 0.35, metalness: 0.85, colour: 'silver' },
  cybernetic: { roughness: 0.35, metalness: 0.85, colour: 'silver' },
  bionic: { roughness: 0.35, metalness: 0.85, colour: 'silver' },
  clockwork: { roughness: 0.35, metalness: 0.9, colour: 'brass' },
  rusty: { roughness: 0.75, metalness: 0.7, colour: 'rust' },
};

export const mildColourModifiers: Record<string, number> = {
  dark: -0.38,
  deep: -0.28,
  light: 0.38,
  bright: 0.08,
  pastel: 0.5,
  pale: 0.5,
};

type Kind = { words: string; colour: string; roughness: number; glow?: number; rises: number };
const layerKinds: Record<string, Kind> = {
  moss: { words: 'mossy overgrown leafy', colour: 'olivegreen', roughness: 1, rises: 0.5 },
  mud: { words: 'muddy dirty grimy filthy', colour: 'chocolate', roughness: 0.9, rises: -1 },
  dust: { words: 'dusty sandy', colour: 'sand', roughness: 1, rises: -0.6 },
  soot: { words: 'sooty charred burnt smoky', colour: 'charcoal', roughness: 1, rises: 0 },
  snow: { words: 'snowcovered', colour: 'snow', roughness: 0.9, rises: 1 },
  ice: { words: 'icy frozen frosty frosted', colour: 'iceblue', roughness: 0.08, rises: 0.2 },
  embers: {
    words: 'fiery burning flaming molten blazing',
    colour: 'amber',
    roughness: 0.5,
    glow: 0.8,
    rises: 0,
  },
  slime: { words: 'slimy gooey', colour: 'lime', roughness: 0.1, rises: 0.5 },
};

/** Coverings in patches. */
export const layers: Record<string, Layer> = Object.fromEntries(
  Object.entries(layerKinds).flatMap(([name, { words, colour, roughness, glow, rises }]) =>
    words.split(' ').map((word) => {
      const finish = { roughness, metalness: 0, ...(glow && { glow }) };
      return [word, { name, colour: colourOf(colour), finish, rises }] as const;
    }),
  ),
);

/** Elements and styles with their default colour. */
export const themes: Record<string, string> = {
  fire: 'scarlet',
  flame: 'scarlet',
  lava: 'scarlet',
  magma: 'scarlet',
  shadowy: 'charcoal',
  ghostly: 'snow',
  ice: 'iceblue',
  frost: 'iceblue',
  snow: 'snow',
  snowy: 'snow',
  water: 'azure',
  ocean: 'teal',
  sea: 'teal',
  storm: 'slate',
  lightning: 'yellow',
  thunder: 'yellow',
  electric: 'yellow',
  earth: 'brown',
  nature: 'forest',
  jungle: 'forest',
  swamp: 'olive',
  poison: 'lime',
  toxic: 'lime',
  shadow: 'charcoal',
  gothic: 'charcoal',
  goth: 'charcoal',
  holy: 'cream',
  candy: 'hotpink',
  cosmic: 'indigo',
  galaxy: 'indigo',
  space: 'indigo',
  cyberpunk: 'magenta',
  steampunk: 'chestnut',
};
