/** Professions, sports and ranks: what each wears. */
import type { Role } from './roles.js';

const blackShoes = { word: 'shoes', colour: 'black' };
const whiteSneakers = { word: 'sneakers', colour: 'white' };

export const trades: Record<string, Role> = {
  teacher: {
    items: ['shirt', 'trousers', 'glasses', 'book', 'boots'],
    colour: 'forest',
    wears: { shirt: { word: 'cardigan' }, trousers: { colour: 'tan' }, boots: { word: 'shoes' } },
  },
  judge: { items: ['robe', 'hammer', 'boots'], colour: 'charcoal', wears: { boots: blackShoes } },
  courier: {
    items: ['shirt', 'trousers', 'cap', 'backpack', 'boots'],
    colour: 'royalblue',
    wears: { trousers: { colour: 'navy' }, backpack: { word: 'bag', colour: 'tan' }, boots: blackShoes },
  },
  artist: {
    items: ['shirt', 'trousers', 'beret', 'apron', 'brush', 'boots'],
    wears: {
      shirt: { colour: 'white', word: 'tunic' },
      apron: { colour: 'cream' },
      beret: { colour: 'crimson' },
      boots: { word: 'shoes' },
    },
  },
  musician: {
    items: ['shirt', 'trousers', 'guitar', 'boots'],
    colour: 'charcoal',
    wears: { shirt: { word: 'jacket' }, trousers: { word: 'jeans' } },
  },
  singer: {
    items: ['shirt', 'trousers', 'microphone', 'boots'],
    colour: 'magenta',
    suit: true,
    wears: { shirt: { word: 'blazer' }, boots: blackShoes },
  },
  fisherman: {
    items: ['shirt', 'trousers', 'hat', 'boots', 'fishing rod'],
    colour: 'yellow',
    wears: {
      shirt: { word: 'raincoat' },
      trousers: { colour: 'navy' },
      hat: { word: 'bucket hat', colour: 'yellow' },
    },
  },
  miner: {
    items: ['shirt', 'trousers', 'helmet', 'gloves', 'pickaxe', 'boots'],
    colour: 'grey',
    wears: { trousers: { word: 'overalls', colour: 'denim' }, helmet: { colour: 'yellow' } },
  },
  pilot: {
    items: ['shirt', 'trousers', 'scarf', 'beanie', 'glasses', 'gloves', 'boots'],
    colour: 'brown',
    wears: {
      shirt: { word: 'jacket' },
      trousers: { colour: 'khaki' },
      scarf: { colour: 'white' },
      beanie: { colour: 'chocolate' },
      glasses: { word: 'goggles', colour: 'bronze' },
    },
  },
  steward: {
    items: ['shirt', 'trousers', 'cap', 'scarf', 'boots'],
    colour: 'navy',
    suit: true,
    wears: { shirt: { word: 'uniform' }, scarf: { colour: 'red' }, boots: blackShoes },
  },
  captain: {
    items: ['shirt', 'trousers', 'cap', 'boots', 'gloves'],
    colour: 'navy',
    wears: {
      shirt: { word: 'coat' },
      trousers: { colour: 'white' },
      cap: { colour: 'white' },
      gloves: { colour: 'white' },
      boots: blackShoes,
    },
  },
  nurse: {
    items: ['shirt', 'trousers', 'stethoscope', 'boots'],
    colour: 'skyblue',
    suit: true,
    wears: { shirt: { word: 'tunic' }, boots: whiteSneakers },
  },
  merchant: {
    items: ['shirt', 'trousers', 'belt', 'beret', 'scroll', 'boots'],
    colour: 'mustard',
    wears: { shirt: { word: 'tunic' }, beret: { colour: 'maroon' } },
  },
  alchemist: {
    items: ['robe', 'glasses', 'gloves', 'potion', 'boots'],
    colour: 'emerald',
    wears: { glasses: { word: 'goggles', colour: 'bronze' } },
  },
  gamer: {
    items: ['shirt', 'trousers', 'headphones', 'boots'],
    colour: 'charcoal',
    wears: { shirt: { word: 'hoodie' }, trousers: { word: 'jeans' }, boots: whiteSneakers },
  },
  reporter: {
    items: ['shirt', 'trousers', 'camera', 'boots'],
    colour: 'tan',
    wears: { shirt: { word: 'vest' }, trousers: { word: 'jeans' }, boots: { word: 'shoes' } },
  },
  detective: {
    items: ['shirt', 'trousers', 'hat', 'boots', 'magnifier'],
    colour: 'tan',
    wears: {
      shirt: { word: 'trench coat' },
      trousers: { colour: 'charcoal' },
      hat: { word: 'fedora', colour: 'brown' },
      boots: blackShoes,
    },
  },
  gangster: {
    items: ['shirt', 'trousers', 'tie', 'hat', 'boots'],
    colour: 'charcoal',
    suit: true,
    wears: {
      shirt: { word: 'suit', pattern: 'striped' },
      tie: { colour: 'red' },
      hat: { word: 'fedora', colour: 'black' },
      boots: blackShoes,
    },
  },
  prisoner: {
    items: ['shirt', 'trousers', 'boots'],
    colour: 'orange',
    suit: true,
    wears: { shirt: { word: 'tunic' }, boots: blackShoes },
  },
  swimmer: {
    items: ['bare chest', 'trousers', 'boots'],
    wears: { trousers: { word: 'shorts', colour: 'red' }, boots: { word: 'sandals' } },
  },
  tourist: {
    items: ['shirt', 'trousers', 'hat', 'glasses', 'camera', 'backpack', 'boots'],
    wears: {
      shirt: { word: 'shirt', colour: 'turquoise', pattern: 'spotted' },
      trousers: { word: 'shorts', colour: 'khaki' },
      hat: { word: 'sun hat', colour: 'straw' },
      glasses: { word: 'sunglasses' },
      boots: { word: 'sandals' },
    },
  },
  skier: {
    items: ['shirt', 'trousers', 'beanie', 'glasses', 'gloves', 'boots'],
    colour: 'red',
    wears: {
      shirt: { word: 'parka' },
      trousers: { colour: 'charcoal' },
      glasses: { word: 'goggles' },
      beanie: { colour: 'royalblue' },
    },
  },
  racer: {
    items: ['shirt', 'trousers', 'helmet', 'gloves', 'boots'],
    colour: 'red',
    suit: true,
    wears: { shirt: { word: 'bodysuit' }, helmet: { colour: 'white' }, boots: { colour: 'black' } },
  },
  karateka: {
    items: ['shirt', 'trousers', 'belt', 'headband', 'boots'],
    colour: 'white',
    suit: true,
    wears: {
      shirt: { word: 'tunic' },
      belt: { colour: 'black' },
      headband: { colour: 'red' },
      boots: { word: 'sandals' },
    },
  },
  sumo: {
    items: ['bare chest', 'dress', 'belt', 'hair', 'boots'],
    wears: {
      dress: { word: 'kilt', colour: 'navy' },
      belt: { colour: 'white' },
      hair: { word: 'bun', colour: 'black' },
      boots: { word: 'sandals' },
    },
  },
  fencer: {
    items: ['shirt', 'trousers', 'gloves', 'sword', 'boots'],
    colour: 'white',
    suit: true,
    wears: { shirt: { word: 'jacket' }, sword: { word: 'rapier' }, boots: whiteSneakers },
  },
  cheerleader: {
    items: ['dress', 'shirt', 'long hair', 'boots'],
    colour: 'red',
    wears: {
      dress: { word: 'skirt', colour: 'white' },
      shirt: { word: 'tank top' },
      boots: whiteSneakers,
    },
  },
  shaman: {
    items: ['robe', 'staff', 'necklace', 'antlers', 'cape'],
    colour: 'chestnut',
    wears: { cape: { colour: 'chocolate' } },
  },
  noble: {
    items: ['shirt', 'trousers', 'cape', 'necklace', 'boots'],
    colour: 'wine',
    wears: { shirt: { word: 'coat' }, trousers: { colour: 'black' }, cape: { colour: 'plum' } },
  },
  mime: {
    items: ['shirt', 'trousers', 'beret', 'gloves', 'boots'],
    wears: {
      shirt: { word: 'sweater', colour: 'white', pattern: 'striped' },
      trousers: { colour: 'black' },
      beret: { colour: 'black' },
      gloves: { colour: 'white' },
      boots: blackShoes,
    },
  },
  beggar: {
    items: ['shirt', 'trousers', 'hood'],
    colour: 'khaki',
    wears: {
      shirt: { word: 'rags' },
      trousers: { word: 'rags', colour: 'chocolate' },
      hood: { colour: 'brown' },
    },
  },
  nomad: {
    items: ['robe', 'turban', 'belt', 'cape', 'boots'],
    colour: 'sand',
    wears: { turban: { colour: 'navy' }, cape: { colour: 'navy' } },
  },
  hippie: {
    items: ['shirt', 'trousers', 'headband', 'long hair', 'glasses', 'necklace', 'boots'],
    wears: {
      shirt: { word: 't shirt', colour: 'orange', pattern: 'patched' },
      trousers: { word: 'jeans' },
      glasses: { word: 'sunglasses' },
      boots: { word: 'sandals' },
    },
  },
  goth: {
    items: ['shirt', 'trousers', 'collar', 'boots', 'hair'],
    colour: 'black',
    wears: { trousers: { colour: 'charcoal' }, collar: { colour: 'black' }, hair: { colour: 'black' } },
  },
  villain: {
    items: ['shirt', 'trousers', 'cape', 'belt', 'boots', 'gloves', 'mask'],
    colour: 'purple',
    suit: true,
    wears: {
      shirt: { word: 'bodysuit' },
      cape: { colour: 'black' },
      boots: { colour: 'black' },
      gloves: { colour: 'black' },
    },
  },
  executioner: {
    items: ['bare chest', 'trousers', 'hood', 'belt', 'axe', 'boots', 'gloves'],
    wears: { hood: { colour: 'black' }, trousers: { colour: 'charcoal' } },
  },
  lumberjack: {
    items: ['shirt', 'trousers', 'beanie', 'beard', 'axe', 'boots'],
    wears: {
      shirt: { word: 'shirt', colour: 'red', pattern: 'checked' },
      trousers: { word: 'jeans' },
      beanie: { colour: 'charcoal' },
    },
  },
  maid: {
    items: ['dress', 'apron', 'headband', 'boots'],
    wears: {
      dress: { word: 'gown', colour: 'black' },
      apron: { colour: 'white' },
      headband: { colour: 'white' },
      boots: blackShoes,
    },
  },
};
