/** Patterns, materials and shades. */
import { wordsFor } from './words-for.js';

export const patternNames = wordsFor<'striped' | 'spotted' | 'patched' | 'checked'>({
  striped: 'striped stripy tabby pinstriped stripey',
  spotted: 'spotted dotted speckled dalmatian polkadot polkadotted',
  patched: 'patched patchy calico camouflage camo',
  checked: 'checked checkered chequered plaid tartan',
});

/** Materials, as roughness and metalness. */
export const finishes: Record<string, { roughness: number; metalness: number; colour?: string }> = {
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

/** Elements and fashions, and the colour they lend what was given none. */
export const themes: Record<string, string> = {
  fire: 'scarlet',
  flame: 'scarlet',
  lava: 'scarlet',
  ice: 'iceblue',
  frost: 'iceblue',
  snow: 'snow',
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
