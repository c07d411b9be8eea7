import { expect, test } from 'vitest';
import type { Turn } from '../../../../src/service/agents/brain.js';
import { remind } from '../../../../src/service/agents/embedded/answers.js';
import { readCharacter, writeCharacter } from '../../../../src/service/agents/embedded/changes/character.js';
import { tellPackReach } from '../../../../src/service/agents/embedded/prices.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { topicsFor } from '../../../../src/service/agents/embedded/topics/about.js';
import { t } from '../../../support/copy.js';
import { effortOf } from '../../../support/effort.js';
import { eachOf } from '../../../support/slice.js';
import { listing, says, turn } from './says.js';

test.each([
  'a small red fox with a blue scarf and a hat, without wings',
  'pirate parrot',
  'an old bear who wears a green cloak and carries a wooden staff',
  'a witch on halloween with pointy hat and a broom',
  'a knight in silver armour, holding a sword and carrying a shield',
  'a raccoon stealing a pie with a fork',
  'a flying squirrel',
])('"%s" is the same after it was taken apart and written again', (prompt) => {
  expect(writeCharacter(readCharacter(prompt))).toBe(prompt);
});

test('a description is kept by its parts, and shown by them', () => {
  expect(readCharacter('a small red fox with a blue scarf without wings')).toEqual({
    article: 'a ',
    looks: ['small', 'red'],
    kind: 'fox',
    traits: [
      { joint: ' with ', text: 'a blue scarf' },
      { joint: ' without ', text: 'wings' },
    ],
  });
  expect(remind('a red fox with a scarf', t)).toContain('> kind: `fox` · look: `red` · with: `a scarf`');
});

test.each([
  [
    ['a moth girl with big antennae', 'the antennae should be darker, almost black'],
    /almost black .*antennae/,
  ],
  [['a mare with a braided mane', 'make her mane lighter, nearly white'], /nearly white .*mane/],
  [['a skeleton pirate', 'oh and coat, red one'], /^a skeleton pirate with (?:a )?red coat$/],
] as const)('%s: the colour is of the thing that was named before it', ([plan, change], told) => {
  const { draft } = says(plan, change);
  expect(draft).toMatch(told);
  expect(draft?.split(' with ')[0]).not.toMatch(/black|white|red/);
});

test('characters in general are looked for among the rigs, not one of this name', () => {
  expect(says('where do i find the characters i made last week').kind).not.toBe('find');
});

test('a limit for members is no sum', () => {
  expect(says('can I limit how many rigs each member can make per day?').kind).not.toBe('sum');
});

test.each([
  [['a blue knight with a lance', 'the same but red'], 'a red knight with a lance'],
  [['a snow leopard', 'a walrus', 'give the first one a red collar'], 'a snow leopard with a red collar'],
  [['an astronaut', 'an alien with 4 arms', 'can we go back to the astronaut'], 'an astronaut'],
  [['a king', 'a queen', 'the king should have a staff'], 'a king with a staff'],
  [['a voxel cow', 'make it toon', 'no go back to voxel it was funnier'], 'a voxel cow'],
  [['a blue cat', 'make it pink', 'i liked the first one better'], 'a blue cat'],
  [['a panda', 'give it sunglasses', 'no, like the one before'], 'a panda'],
  [['a dragon with golden horns', 'without wings'], 'a dragon with golden horns without wings'],
  [['a dragon without wings', 'add a hat'], 'a dragon with a hat without wings'],
  [['a dragon', 'without wings', 'add wings'], 'a dragon with wings'],
  [['a wizard with a hat', 'hmm not the hat'], 'a wizard'],
  [['a troll with a hammer', 'never mind the hammer'], 'a troll'],
  [['a mouse', 'bigger', 'even bigger'], 'a huge mouse'],
  [['an elf with a bow', 'a sword instead of the bow'], 'an elf with a sword'],
  [['a rusty robot', 'shiny instead of rusty'], 'a shiny robot'],
  [['a green alien', 'grey not green'], 'a grey alien'],
  [['a king with a crown', 'queen instead'], 'a queen with a crown'],
  [['a fox in a red coat', 'the coat in blue'], 'a fox in a blue coat'],
  [['a horse', 'what if it had wings'], 'a horse with wings'],
  [['sup, can i get an elephant', 'grey with big tusks'], 'a grey elephant with big tusks'],
  [['a pirate', 'Thank you, could he have an eyepatch as well?'], 'a pirate with an eyepatch'],
  [['a penguin', 'does it come with a hat', 'ok add one'], 'a penguin with a hat'],
  [['a skeleton with a cape', 'same but a zombie'], 'a zombie with a cape'],
  [['a fox with boots', 'make everything blue'], 'a blue fox with boots'],
  [['a dog with a hat and a scarf', 'remove all accessories'], 'a dog'],
  [['a penguin with a cape', 'change penguin to duck'], 'a duck with a cape'],
  [['a mouse', 'no tail', 'i want the tail back'], 'a mouse with a tail'],
  [['a fox', 'make it red', 'go back one'], 'a fox'],
  [['a statue of a soldier', 'or maybe in bronze'], 'a bronze statue of a soldier'],
  [['a bear', 'an eagle', 'give me the bear again'], 'a bear'],
  [['an orc with a helmet', 'keep everything but make the helmet gold'], 'an orc with a gold helmet'],
  [['a gnome with a beard', 'shorter beard'], 'a gnome with a short beard'],
  [['a dwarf', 'give him an axe and a shield', 'actually no shield'], 'a dwarf with an axe'],
  [['a shark in a tuxedo', 'the tuxedo white'], 'a shark in a white tuxedo'],
  [['a whale with a hat', 'i changed my mind, no hat'], 'a whale'],
  [['a gnome', 'what about a hat?', 'nah remove it'], 'a gnome'],
  [['a knight riding a horse', 'only the knight'], 'a knight'],
  [['wanna make a unicorn for my sister', 'also wings'], 'a unicorn with wings'],
  [['could i pretty please have a frog who plays the lute'], 'a frog with lute'],
  [['i wan a dragn that is purpl'], 'a dragon that is purple'],
  [['a blue no wait red lizard with a spear'], 'a red lizard with a spear'],
  [['a pirate with a spear', 'spear -> trident'], 'a pirate with a trident'],
  [['a monk with bare feet', 'sandals not bare feet'], 'a monk with sandals'],
  [['a pirate with a parrot', 'take the parrot off again'], 'a pirate'],
  [['a witch with a broom', 'a bear', 'hmm go back to the broom one'], 'a witch with a broom'],
  [['a witch with a broom', 'nvm the broom, give her a hat'], 'a witch with a hat'],
  [['a fox', 'make it red', 'oops no, undo'], 'a fox'],
])('%j comes to %s', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

const pirateAndNinja = ['a pirate', 'also a ninja'];

test.each([
  [['give the pirate a parrot'], 'a pirate with a parrot'],
  [['give the pirate a parrot', 'and the other one a katana'], 'a ninja with a katana'],
  [['give the ninja a katana'], 'a ninja with a katana'],
  [['the pirate only'], 'a pirate'],
  [['back to the pirate, give him a hat'], 'a pirate with a hat'],
  [['make the pirate green', 'go back'], 'a ninja'],
])('a character before the one under discussion can be named: %j', (lines, draft) => {
  expect(says(...pirateAndNinja, ...lines).draft).toBe(draft);
});

test('each of several characters in one message can be named later', () => {
  expect(says('a black cat and a white dog', 'ok the dog only').draft).toBe('a white dog');
});

test.each([
  [['give it a sword', 'no i meant an axe'], 'a knight with an axe'],
  [['give it a sword', 'no i meant an axe', 'no i meant a spear'], 'a knight with a spear'],
  [['a ninja', 'give the knight a sword', 'no i meant an axe'], 'a knight with an axe'],
  [['add a cape', 'red cape i mean'], 'a knight with red cape'],
  [['with a hat and boots', 'not the hat', 'sorry i meant the boots'], 'a knight with a hat'],
  [['with a long dress', 'shorter', 'the dress i mean'], 'a knight with a short dress'],
])('a correction replaces the last change: %j', (lines, draft) => {
  expect(says('a knight', ...lines).draft).toBe(draft);
});

test.each([
  [['not the silver crown', 'put the crown back'], 'a king with a red cape and a silver crown'],
  [['not the cape', 'put it back on'], 'a king with a red cape and a silver crown'],
  [['make it blue', 'add a sword', 'go back two'], 'a king with a red cape and a silver crown'],
  [['make it blue', 'undo 1st', 'go back'], 'a king with a red cape and a silver crown'],
  [['make it blue', 'add a sword', 'undo the last two changes'], 'a king with a red cape and a silver crown'],
  [['add a sword', 'go back', 'but keep the sword'], 'a king with a red cape and a silver crown and a sword'],
])('what went comes back as it was: %j', (lines, draft) => {
  expect(says('a king with a red cape and a silver crown', ...lines).draft).toBe(draft);
});

test.each([
  ['can you make dragons?', 'able', 'a dragon'],
  ['would a lion with wings be possible?', 'able', 'a lion with wings'],
  ['do you do elves', 'able', 'an elf'],
  ['how much is a dragon?', 'price', 'a dragon'],
  ['can you make me a dragon?', 'make', 'a dragon'],
  ['can you do santa claus?', 'make', 'santa claus'],
])('%s is %s', (line, kind, draft) => {
  expect(says(line)).toEqual({ kind, draft });
});

test.each([
  ['what did i ask for again?', 'remind'],
  ['how much would that be?', 'sum'],
  ['does it have a watch?', 'has'],
  ['two of them please', 'copies'],
  ['yes', 'confirm'],
  ['write a poem about a dragon', 'elsewhere'],
  ['i paid but no credits came', 'payment'],
  ['which pack is the best deal?', 'deal'],
  ['danke', 'thanks'],
  ['what can i make with 45 credits', 'sum'],
  ['i sent 0.02 sol and got nothing', 'payment'],
  ['tell me something funny', 'joke'],
])('with a character under discussion, %s is about %s and leaves it as it is', (line, kind) => {
  expect(says('a red fox', line)).toEqual({ kind, draft: 'a red fox' });
});

test.each([
  ['hmm wolf after all', 'a wolf'],
  ['raven on shoulder', 'a red fox with raven on shoulder'],
  ['forgot: a hat, a scarf', 'a red fox with a hat and a scarf'],
  ['cat ears and glasses', 'a red fox with cat ears and glasses'],
  ['white tux', 'a red fox with white tux'],
  ['ok whatever', 'a red fox'],
  ['nice weather', 'a red fox'],
])('words without a verb change the character under discussion: %s', (line, draft) => {
  expect(says('a red fox', line).draft).toBe(draft);
});

test('what a role wears can be left out, though the description does not name it', () => {
  expect(says('a knight', 'helmet off').draft).toBe('a knight without helmet');
  expect(says('a red fox', 'helmet off')).toEqual({ kind: 'unchanged', draft: 'a red fox' });
});

test('what an answer remembers is enough to go on, whatever came before it', () => {
  const memory = listing([], { draft: 'a red fox with a hat', past: ['a red fox'] });
  const after = (...lines: string[]) =>
    follow([turn('a blue dog'), memory, ...lines.map((line) => turn(line))]).talk.draft;
  expect(after('not the hat')).toBe('a red fox');
  expect(after('go back')).toBe('a red fox');
  expect(after('make it blue')).toBe('a blue fox with a hat');
});

test.each([
  ['go back', 'undo'],
  ['do it', 'confirm'],
  ['how many can i make with the biggest pack', 'sum'],
  ['my balance', 'balance'],
])('a question picked from a list means what it says: %s', (name, kind) => {
  const { talk } = follow([turn('a red fox'), turn('make it blue')]);
  const listed = listing([{ kind: 'question', name }], talk);
  const { wishes } = follow([turn('hm'), listed, turn('the first one')]);
  expect(wishes.map((wish) => wish.kind)).toEqual([kind]);
});

test('the nearest questions in another language are no picks from another list', () => {
  const listed = ['das zweite bitte', 'Nummer 5', 'zeig mir das erste', 'das zweite wallet'].flatMap((line) =>
    topicsFor(line, { language: 'de', topic: null }).map(({ phrasing }) => phrasing),
  );
  expect(listed.length).toBeGreaterThan(0);
  const picks = listed.filter((english) => /first|second|third|last|0/.test(english) && english !== 'first!');
  expect(picks).toEqual([]);
});

test('a file is what the member says it is', () => {
  const picture = { name: 'a.png', url: 'https://cdn.example/a.png', content_type: 'image/png' };
  const notes = {
    name: 'a.txt',
    url: 'https://cdn.example/a.txt',
    content_type: 'text/plain',
    text: 'A king.',
  };
  const song = { name: 'a.mp3', url: 'https://cdn.example/a.mp3', content_type: 'audio/mpeg' };
  const kindOf = (content: string, file: Turn['attachments'][number], ...later: string[]) =>
    follow([turn(content, [file]), ...later.map((line) => turn(line))]).wishes[0]?.kind;
  expect(kindOf('', picture)).toBe('files');
  expect(kindOf('turn my cat into a 3d model', picture)).toBe('files');
  for (const other of ['what do you see here?', 'make the background transparent', 'haha funny meme'])
    expect(kindOf(other, picture)).toBe('unread');
  expect(kindOf('summarise this', notes)).toBe('unread');
  expect(kindOf('make this', notes)).toBe('make');
  expect(kindOf('rig this', song)).toBe('unread');
  expect(kindOf('what is this?', picture, 'ok rig it then')).toBe('files');
});

test('how many a pack pays for is calculated', () => {
  const cost = { pipeline: 'Clay', credits: 10, available: 42, missing: 0, estimated_seconds: 4 };
  const pack = { id: 'studio', name: 'Studio', description: '', credits: 1000, prices: [] };
  expect(tellPackReach(pack, cost, t)).toContain('**100 characters**');
});

eachOf(2, [
  'paid ',
  'is it possible to get a ',
  'what if it had ',
  'how many can i make with 5 ',
  'the a in ',
  'a with and ',
  'start ',
])('a message of nothing but "%s" takes hardly longer than other long messages', (words) => {
  const effort = (said: string) =>
    effortOf(() => says('a red fox with a scarf', said, `${said}?`, `${said}x`));
  const long = 'so i was thinking about the photo of my grandma in her garden ';
  expect(effort(words.repeat(500))).toBeLessThan(5 * effort(long.repeat((words.length * 500) / long.length)));
});

test.each([
  ['a raccoon stealing a pie', 'raccoon'],
  ['a tiger dressed as a maid', 'tiger'],
  ['a corgi lying on its back', 'corgi'],
  ['a flying squirrel with a scarf', 'squirrel'],
])('the kind of a character is not what it does: %s', (prompt, kind) => {
  expect(readCharacter(prompt).kind).toBe(kind);
});
