import { expect, test } from 'vitest';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { listing, says, turn } from './says.js';

const knight = ['knight with a hammer', 'and a shield in the other hand'];
const pirates = ['skeleton pirate', 'now a zombie one'];
const plumber = 'plumber, red cap, blue overalls';

test.each([
  [[...knight, 'go back to before the shield'], 'knight with a hammer'],
  [
    [...knight, 'what about wings?', 'back to how it was before the wings'],
    `${knight[0]} and a shield in the other hand`,
  ],
  [pirates, 'zombie pirate'],
  [[...pirates, 'like the first one but with a hook for a hand'], 'skeleton pirate with a hook for a hand'],
  [[...pirates, 'the first one', 'nah lets go with the zombie'], 'zombie pirate'],
  [[...pirates, 'the second one but green'], 'green zombie pirate'],
  [[plumber, 'now a green one, taller and thinner', 'ok then the red one first'], plumber],
  [['a fox', 'a bear', 'a wolf', 'the second one'], 'a bear'],
  [['a fox', 'now a wizard one'], 'a wizard'],
  [['a cat', 'now a dog', 'a bird', 'bring back the dog'], 'a dog'],
  [['cat with a blue hat', 'now a dog', 'make it like the cat but red'], 'red cat with a blue hat'],
])('%j refers to "%s"', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test.each([
  [['knight with a hammer', 'hammer i mean'], 'knight with a hammer'],
  [
    ['a catgirl with pink hair black hoodie', 'no hoodie, sailor top instead'],
    'a catgirl with pink hair and a sailor top',
  ],
  [['a fox with a sword', 'the sword should glow blue'], 'a fox with a glowing blue sword'],
  [['a fox with a glowing sword', 'make the sword glow red'], 'a fox with a glowing red sword'],
  [['white wolf', 'can you make it stand up like a person', 'stand up straight'], 'upright white wolf'],
  [['a dragon', 'ok make the wings way bigger'], 'a dragon with big wings'],
  [['a woman', 'shall we give her a scar too?'], 'a woman with a scar'],
  [['a man with a hat', 'he must not have the hat'], 'a man'],
  [['need a vrc avatar, catgirl with black boots'], 'catgirl with black boots'],
  [['bunny, no armour this time'], 'bunny, no armour'],
  [['a wizard with red robe long beard tall hat', 'remove the beard'], 'a wizard with red robe, tall hat'],
  [['a dwarf', 'give him a cape and a hat', 'the hat, not the cape'], 'a dwarf with a hat'],
  [['a dwarf', 'add him a sword'], 'a dwarf with a sword'],
  [['a mouse king', 'make her a queen'], 'a mouse queen'],
  [
    ['a man with a robe and a hat', 'make the robe blue and the hat green'],
    'a man with a blue robe and a green hat',
  ],
  [['a gnome', 'a longer beard actually'], 'a gnome with a long beard'],
])('%j ends with "%s"', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test('a description without anybody is asked about', () => {
  expect(says('ok with a bow tie then')).toEqual({ kind: 'describe', draft: null });
});

test.each([
  [['my cat died yesterday'], 'sad', null],
  [['my cat died yesterday', 'she was orange with a white chin'], 'noted', null],
  [
    ['my cat died yesterday', 'she was orange with a white chin', 'could you make her?'],
    'make',
    'an orange cat with a white chin',
  ],
  [
    ['Mara lost her left eye at sea and now she hunts them. Grey braid, tall, cloak, harpoon.'],
    'make',
    'a tall woman with cloak, harpoon, Grey braid without left eye',
  ],
])('%j is a description told in sentences', (lines, kind, draft) => {
  expect(says(...lines)).toEqual({ kind, draft });
});

test.each([
  ['nah not that', { kind: 'ideas', look: '' }],
  ['something scary but cute', { kind: 'ideas', look: 'scary cute' }],
  ['yes that', { kind: 'which' }],
])('"%s" after ideas', (line, wish) => {
  const offers = ['a red fox', 'a blue bear'].map(
    (one) => ({ kind: 'idea', name: one, prompt: one }) as const,
  );
  expect(follow([listing(offers), turn(line)]).wishes).toEqual([wish]);
});

test.each([
  [
    ['a nurse with a lavender cardigan', 'is the cardigan lavender?', 'make it mustard instead'],
    /^a nurse with .*mustard cardigan$/,
  ],
  [
    ['a ranger with a bow and a quiver', 'no bow', 'does he still have a quiver?', 'get rid of it'],
    /^a ranger$/,
  ],
  [['a robot with a cape', 'make the cape longer', 'make it red'], /^a robot with a .*red .*cape$/],
  [['a robot', 'give him a sword', 'make it glowing'], /^a robot with a glowing sword$/],
  [['a robot', 'give him a sword', 'make him red'], /^a red robot with a sword$/],
  [['a robot', 'give him a sword', 'make it cuter'], /^a cute robot with a sword$/],
  [
    ['a robot with a sword', 'make the sword red', 'what does he look like?', 'make it blue'],
    /^a blue robot with a red sword$/,
  ],
  [
    ['a pirate with a red hat', 'does he have a hat?', 'lovely', 'it should be black'],
    /^a pirate with a black hat$/,
  ],
])('"it" is the thing that was spoken of last: %j', (lines, expected) => {
  expect(says(...lines).draft).toMatch(expected);
});

test.each([
  [
    ['a king with a red cape and a silver crown', 'no crown', 'bring the crown back'],
    /^a king with a red cape and a silver crown$/,
  ],
  [
    ['a ballerina with a pink tutu', 'swap the tutu for a raincoat', 'the tutu was better'],
    /^a ballerina with a pink tutu$/,
  ],
  [
    ['a samurai with a helmet', 'no helmet', 'ok helmet back on but add a scar'],
    /^a samurai with a helmet and a scar$/,
  ],
  [['a frog', 'with a long coat', 'nah go back that looks like a dress'], /^a frog$/],
  [['a wizard with a hat', 'make it a knight', 'back to the wizard please'], /^a wizard with a hat$/],
])('what went is as it was: %j', (lines, expected) => {
  expect(says(...lines).draft).toMatch(expected);
});

test.each([
  [['a robot', 'make it red', 'no wait, silver'], 'a silver robot'],
  [
    ['a muscular duck', 'chat says boxing gloves. and shorts'],
    'a muscular duck with boxing gloves and shorts',
  ],
  [
    ['a cleric with a warhammer', 'swap the warhammer for a mace, DM says warhammers are banned'],
    'a cleric with a mace',
  ],
  [['a dragon, small, teal', 'bigger'], 'a big dragon, teal'],
])('a change alters what it names, whatever is said beside it: %j', (lines, expected) => {
  expect(says(...lines).draft).toBe(expected);
});
