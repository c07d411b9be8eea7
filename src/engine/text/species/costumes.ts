/** Default clothes of creatures. */
import type { Role } from './roles.js';

/** Trousers and a belt with a bare chest. @param colour hex sRGB of the trousers */
export const bareChested = (colour: string): Role => ({
  items: ['bare chest', 'trousers', 'belt'],
  wears: { trousers: { colour: `#${colour}` }, belt: { colour: 'black' } },
});

const leatherVest: Role = {
  items: ['shirt', 'trousers', 'belt', 'boots'],
  colour: 'brown',
  wears: { shirt: { word: 'vest', colour: '#6b4528' }, trousers: { colour: '#4a4032' } },
};

export const costumes = {
  goblin: leatherVest,
  orc: { ...leatherVest, items: ['bare chest', 'trousers', 'belt', 'boots', 'shoulder pads'] },
  troll: bareChested('6b5638'),
  demon: bareChested('2b2426'),
  genie: {
    items: ['bare chest', 'trousers', 'belt', 'turban', 'bracelet', 'boots'],
    wears: {
      trousers: { colour: '#7a3fa8' },
      belt: { colour: 'gold' },
      turban: { colour: 'gold' },
      boots: { word: 'slippers', colour: 'gold' },
    },
  },
  zombie: {
    items: ['shirt', 'trousers'],
    wears: { shirt: { word: 'rags', colour: '#5d6470' }, trousers: { word: 'rags', colour: '#453a34' } },
  },
  vampire: {
    items: ['shirt', 'trousers', 'cape', 'boots'],
    wears: {
      shirt: { word: 'suit', colour: '#26222a' },
      trousers: { colour: '#1f1d22' },
      cape: { colour: '#7d1620' },
      boots: { word: 'shoes', colour: 'black' },
    },
  },
  angel: {
    items: ['robe', 'belt', 'boots'],
    colour: 'white',
    wears: { belt: { colour: 'gold', word: 'sash' }, boots: { word: 'sandals', colour: 'gold' } },
  },
  elf: {
    items: ['shirt', 'trousers', 'belt', 'boots'],
    colour: 'forest',
    wears: { shirt: { word: 'tunic' }, trousers: { colour: '#4f4636' } },
  },
  dwarf: {
    items: ['shirt', 'trousers', 'belt', 'boots'],
    wears: { shirt: { word: 'tunic' }, trousers: { colour: '#4f4030' } },
  },
} satisfies Record<string, Role>;
