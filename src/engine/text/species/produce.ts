/** Fruit, vegetables and pastry on two legs: a big head over a small body, with leaves or a stem on top. */
import { of, person, type Species } from './creature.js';

type Marks = Pick<
  Partial<Species>,
  'pattern' | 'patternColour' | 'girth' | 'head' | 'height' | 'marks' | 'costume'
>;

const grown = of(person, {
  height: 1,
  head: 1.45,
  girth: 1.4,
  legs: 0.62,
  limb: 0.85,
  ears: 'none',
  eyes: '2a2320',
  skinTakesColour: true,
  dressed: false,
  feet: 'paw',
  costume: {
    items: ['gloves', 'boots'],
    wears: { gloves: { colour: 'white' }, boots: { word: 'sneakers', colour: 'white' } },
  },
});

/** Skin-coloured, so that it wears clothes. */
const clothed: Marks = {
  costume: {
    items: ['trousers', 'gloves', 'boots'],
    wears: {
      trousers: { word: 'overalls', colour: 'denim' },
      gloves: { colour: 'white' },
      boots: { word: 'sneakers', colour: 'white' },
    },
  },
};

const plant = (coat: string, nose: string, top: readonly string[], marks: Marks = {}): Species =>
  of(grown, { coat, nose, parts: top, ...marks });

const tall: Marks = { height: 1.3, girth: 0.95, head: 1.25 };
const seeds = (patternColour: string): Marks => ({ pattern: 'spotted', patternColour });
const stripes = (patternColour: string): Marks => ({ pattern: 'striped', patternColour });

export const produce: Record<string, Species> = {
  cactus: plant('4f9a4a', '3f8040', ['flower crown'], { ...tall, ...seeds('e9efc0') }),
  carrot: plant('ee7f1d', 'd26a12', ['leaf tuft'], tall),
  banana: plant('f3d23c', 'd9b628', ['stem'], tall),
  broccoli: plant('8dbb5c', '76a548', ['leaf crown']),
  pineapple: plant('e9b33a', 'c9932a', ['leaf tuft'], seeds('a8742a')),
  strawberry: plant('dd3038', 'b9222c', ['leaf tuft'], seeds('f6dd84')),
  apple: plant('cf2e2a', 'ab2420', ['stem']),
  pear: plant('c3cf4a', 'a3b03a', ['stem']),
  watermelon: plant('4fa84a', '3c8a3c', ['stem'], stripes('245f2c')),
  tomato: plant('dd3a28', 'b92e20', ['leaf tuft'], { girth: 1.6 }),
  potato: plant('c19a62', 'a5804e', [], { ...seeds('93703f'), ...clothed }),
  avocado: plant('4d7a3a', '3c652e', ['stem'], { girth: 1.5 }),
  onion: plant('b5658f', '96507a', ['leaf tuft'], clothed),
  corn: plant('f2cf3f', 'd4b02c', ['leaf tuft'], { ...tall, ...seeds('d9a823') }),
  eggplant: plant('5b2f78', '4a2564', ['leaf tuft'], tall),
  grape: plant('7a3fa8', '66348f', ['stem'], { girth: 1.6 }),
  chili: plant('d12d24', 'b0231c', ['stem'], tall),
  radish: plant('d93b6c', 'b92c58', ['leaf tuft']),
  turnip: plant('ece2ea', 'd3c2d2', ['leaf tuft'], { marks: { head: 'a85fae' } }),
  cabbage: plant('8cc46a', '74ac55', ['leaf crown']),
  pickle: plant('6f9a3a', '5c832e', [], { ...tall, ...seeds('4d7029') }),
  egg: plant('f6efe2', 'e3d8c4', [], { girth: 1.6, ...clothed }),
  cheese: plant('f4c93a', 'd9ad28', [], seeds('d09a20')),
  toast: plant('d9a662', 'bd8a4a', [], { marks: { legs: 'a86f34', arms: 'a86f34' }, ...clothed }),
  donut: plant('d69a58', 'ba8044', ['icing'], clothed),
  cupcake: plant('e3b87a', 'c79a5c', ['icing'], clothed),
  icecream: plant('d9a35c', 'bd8844', ['icing'], clothed),
  cookie: plant('c98f4e', 'ad7639', [], { ...seeds('4a2a18'), ...clothed }),
  burger: plant('d08a3c', 'b4722c', ['icing'], { girth: 1.6, marks: { torso: '6b3a20' }, ...clothed }),
  pizza: plant('f0c040', 'd4a42c', [], seeds('c9352a')),
};
