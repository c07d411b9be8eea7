import type { Pattern } from '../description.js';
import { trades } from './trades.js';

/** A role sets clothes and items, and makes an animal walk upright. */
export type Role = {
  items: readonly string[];
  colour?: string;
  /** Whether the trousers match the shirt. */
  suit?: boolean;
  /** The default creature for the role. */
  body?: string;
  /** Items with their own kind or colour; a colour is a word, or `#` and hex sRGB. */
  wears?: Record<string, { colour?: string; word?: string; pattern?: Pattern }>;
};

export const roles: Record<string, Role> = {
  ...trades,
  knight: { items: ['armour', 'helmet', 'sword', 'shield', 'boots'], colour: 'silver' },
  paladin: { items: ['armour', 'cape', 'sword', 'boots'], colour: 'gold' },
  warrior: { items: ['armour', 'axe', 'boots'] },
  barbarian: { items: ['bare chest', 'trousers', 'belt', 'boots', 'axe', 'long hair'] },
  soldier: { items: ['shirt', 'trousers', 'helmet', 'boots', 'backpack'], colour: 'olive' },
  wizard: { items: ['robe', 'wizard hat', 'beard', 'staff'], colour: 'blue' },
  mage: { items: ['robe', 'wizard hat', 'staff'], colour: 'purple' },
  witch: { items: ['robe', 'wizard hat', 'long hair'], colour: 'charcoal' },
  sorcerer: { items: ['robe', 'cape', 'staff'], colour: 'indigo' },
  priest: { items: ['robe', 'staff'], colour: 'white' },
  monk: { items: ['robe', 'belt'], colour: 'orange' },
  king: { items: ['robe', 'crown', 'cape', 'beard'], colour: 'red' },
  queen: { items: ['dress', 'crown', 'long hair', 'cape'], colour: 'purple' },
  prince: { items: ['shirt', 'trousers', 'crown', 'cape', 'boots'], colour: 'navy' },
  princess: { items: ['dress', 'crown', 'long hair'], colour: 'pink' },
  ninja: {
    items: ['shirt', 'trousers', 'hood', 'mask', 'belt', 'sword', 'boots'],
    colour: 'charcoal',
    suit: true,
    wears: { shirt: { word: 'bodysuit' } },
  },
  pirate: { items: ['shirt', 'trousers', 'pirate hat', 'belt', 'sword', 'boots', 'beard'], colour: 'maroon' },
  viking: { items: ['shirt', 'trousers', 'helmet', 'horns', 'beard', 'axe', 'boots'], colour: 'brown' },
  archer: { items: ['shirt', 'trousers', 'hood', 'quiver', 'longbow', 'boots'], colour: 'forest' },
  ranger: { items: ['shirt', 'trousers', 'hood', 'cape', 'boots'], colour: 'forest' },
  thief: { items: ['shirt', 'trousers', 'hood', 'mask', 'boots'], colour: 'charcoal', suit: true },
  superhero: {
    items: ['shirt', 'trousers', 'cape', 'belt', 'boots', 'gloves', 'mask'],
    colour: 'red',
    suit: true,
    wears: { shirt: { word: 'bodysuit' }, belt: { colour: 'gold' } },
  },
  hero: { items: ['shirt', 'trousers', 'cape', 'boots', 'sword'], colour: 'blue' },
  astronaut: {
    items: ['shirt', 'trousers', 'helmet', 'backpack', 'boots', 'gloves'],
    colour: 'white',
    suit: true,
    wears: {
      shirt: { word: 'bodysuit' },
      helmet: { word: 'space helmet' },
      boots: { colour: 'grey' },
      gloves: { colour: 'grey' },
      backpack: { colour: 'silver' },
    },
  },
  farmer: {
    items: ['shirt', 'trousers', 'hat', 'boots'],
    colour: 'red',
    wears: { trousers: { word: 'overalls', colour: 'denim' }, hat: { word: 'straw hat', colour: 'straw' } },
  },
  cowboy: {
    items: ['shirt', 'trousers', 'hat', 'scarf', 'boots', 'belt'],
    colour: 'tan',
    wears: { hat: { word: 'cowboy hat' }, trousers: { word: 'jeans' } },
  },
  chef: { items: ['shirt', 'trousers', 'chef hat'], colour: 'white', suit: true },
  santa: {
    items: ['shirt', 'trousers', 'santa hat', 'beard', 'belt', 'boots', 'gloves'],
    colour: 'red',
    suit: true,
    wears: {
      shirt: { word: 'jacket' },
      beard: { colour: 'white' },
      belt: { colour: 'black' },
      boots: { colour: 'black' },
      gloves: { colour: 'white' },
    },
  },
  adventurer: { items: ['shirt', 'trousers', 'backpack', 'scarf', 'boots', 'hat'], colour: 'tan' },
  explorer: { items: ['shirt', 'trousers', 'backpack', 'hat', 'boots'], colour: 'tan' },
  student: { items: ['shirt', 'trousers', 'backpack', 'glasses'], colour: 'blue' },
  doctor: {
    items: ['shirt', 'trousers', 'glasses', 'boots'],
    colour: 'white',
    wears: { shirt: { word: 'coat' }, boots: { word: 'shoes' } },
  },
  guard: { items: ['armour', 'helmet', 'boots', 'shield'], colour: 'grey' },
  druid: { items: ['robe', 'hood', 'staff', 'beard'], colour: 'forest' },
  bard: { items: ['shirt', 'trousers', 'hat', 'cape', 'boots'], colour: 'teal' },
  blacksmith: { items: ['shirt', 'trousers', 'belt', 'beard', 'gloves', 'boots'], colour: 'brown' },
  samurai: {
    items: ['armour', 'shirt', 'trousers', 'sword', 'boots', 'hair', 'belt'],
    colour: 'crimson',
    wears: { hair: { colour: 'black', word: 'bun' }, sword: { word: 'katana' } },
  },
  athlete: {
    items: ['shirt', 'trousers', 'boots'],
    colour: 'red',
    wears: {
      shirt: { word: 'jersey' },
      trousers: { word: 'shorts', colour: 'white' },
      boots: { word: 'sneakers', colour: 'white' },
    },
  },
  police: {
    items: ['shirt', 'trousers', 'cap', 'belt', 'boots', 'tie'],
    colour: 'navy',
    suit: true,
    wears: {
      shirt: { word: 'uniform' },
      tie: { colour: 'black' },
      belt: { colour: 'black' },
      boots: { colour: 'black' },
    },
  },
  firefighter: {
    items: ['shirt', 'trousers', 'helmet', 'boots', 'gloves'],
    colour: 'mustard',
    suit: true,
    wears: { shirt: { word: 'coat' }, helmet: { colour: 'red' }, boots: { colour: 'black' } },
  },
  businessman: {
    items: ['shirt', 'trousers', 'tie', 'boots'],
    colour: 'charcoal',
    suit: true,
    wears: { shirt: { word: 'suit' }, boots: { word: 'shoes', colour: 'black' } },
  },
  clown: {
    items: ['shirt', 'trousers', 'party hat', 'bow', 'gloves', 'boots', 'hair'],
    colour: 'yellow',
    wears: {
      hair: { colour: 'red', word: 'afro' },
      trousers: { colour: 'blue' },
      boots: { word: 'shoes', colour: 'red' },
      gloves: { colour: 'white' },
    },
  },
  fairy: {
    items: ['dress', 'wings', 'long hair', 'wand', 'flower crown'],
    colour: 'mint',
    wears: { wings: { colour: 'lavender' } },
  },
  builder: {
    items: ['shirt', 'trousers', 'helmet', 'boots', 'gloves', 'hammer'],
    colour: 'orange',
    wears: { trousers: { word: 'overalls', colour: 'denim' }, helmet: { colour: 'yellow' } },
  },
  punk: {
    items: ['shirt', 'trousers', 'boots', 'hair'],
    colour: 'charcoal',
    wears: {
      shirt: { word: 'jacket' },
      hair: { word: 'mohawk', colour: 'magenta' },
      trousers: { word: 'jeans' },
      boots: { colour: 'black' },
    },
  },
  sailor: {
    items: ['shirt', 'trousers', 'cap', 'boots'],
    colour: 'white',
    wears: { trousers: { colour: 'navy' }, boots: { word: 'shoes', colour: 'black' } },
  },
  reaper: {
    items: ['robe', 'hood', 'scythe'],
    colour: 'black',
    body: 'skeleton',
  },
  plaguedoctor: {
    items: ['shirt', 'trousers', 'hat', 'beak mask', 'gloves', 'boots'],
    colour: 'black',
    suit: true,
    wears: { shirt: { word: 'coat' }, hat: { word: 'hat', colour: 'black' } },
  },
  ballerina: {
    items: ['dress', 'boots', 'hair'],
    colour: 'pink',
    wears: { dress: { word: 'tutu' }, boots: { word: 'slippers' }, hair: { word: 'bun' } },
  },
  boxer: {
    items: ['bare chest', 'trousers', 'gloves', 'boots'],
    wears: {
      trousers: { word: 'shorts', colour: 'red' },
      gloves: { word: 'boxing gloves', colour: 'red' },
      boots: { word: 'sneakers', colour: 'white' },
    },
  },
  inventor: {
    items: ['shirt', 'trousers', 'apron', 'glasses', 'gloves', 'boots'],
    wears: {
      shirt: { colour: 'cream' },
      trousers: { colour: 'chestnut' },
      apron: { colour: 'brown' },
      glasses: { word: 'goggles', colour: 'bronze' },
    },
  },
  geisha: {
    items: ['robe', 'belt', 'hair', 'fan', 'boots'],
    colour: 'crimson',
    wears: {
      robe: { word: 'kimono' },
      belt: { word: 'sash', colour: 'gold' },
      hair: { word: 'bun', colour: 'black' },
      boots: { word: 'sandals' },
    },
  },
  pharaoh: {
    items: ['bare chest', 'dress', 'belt', 'nemes', 'necklace', 'staff', 'boots'],
    wears: {
      dress: { word: 'kilt', colour: 'white' },
      belt: { colour: 'gold' },
      boots: { word: 'sandals', colour: 'gold' },
    },
  },
  bride: {
    items: ['dress', 'long hair', 'flower crown', 'flower', 'boots'],
    colour: 'white',
    wears: { dress: { word: 'gown' }, boots: { word: 'shoes', colour: 'white' } },
  },
  nun: {
    items: ['robe', 'hood', 'necklace'],
    colour: 'charcoal',
  },
  jockey: {
    items: ['shirt', 'trousers', 'cap', 'boots'],
    colour: 'red',
    wears: { trousers: { colour: 'white' } },
  },
  diver: {
    items: ['shirt', 'trousers', 'glasses', 'jetpack', 'gloves', 'boots'],
    colour: 'charcoal',
    suit: true,
    wears: { shirt: { word: 'bodysuit' }, glasses: { word: 'goggles', colour: 'azure' } },
  },
  waiter: {
    items: ['shirt', 'trousers', 'bow', 'boots'],
    colour: 'charcoal',
    suit: true,
    wears: { shirt: { word: 'waistcoat' }, boots: { word: 'shoes', colour: 'black' } },
  },
  gladiator: {
    items: ['armour', 'helmet', 'sword', 'shield', 'boots', 'dress'],
    colour: 'bronze',
    wears: { dress: { word: 'kilt', colour: 'maroon' }, boots: { word: 'sandals' } },
  },
};
