import { expect, test } from 'vitest';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { says, turn } from './says.js';

const wishIn = (line: string) => follow([turn(line)]).wishes[0];

/** Conversations as members type them: in pieces, with filler, and with the second thought after the first. */

test.each([
  [['just a yellow electric mouse then'], 'a yellow electric mouse'],
  [['its a samurai frog with two katanas'], 'a samurai frog with two katanas'],
  [['make a space cat', "what about a version that's a dog"], 'a dog'],
  [['make a space cat', 'more like astronaut cat'], 'an astronaut cat'],
  [['make a dragon', 'change its color to like a deep sea blue'], 'a deep sea blue dragon'],
  [['a viking woman', 'also make her taller and more muscular'], 'a tall muscular viking woman'],
  [
    ['a viking woman holding an axe', 'axe on her back instead of in her hand'],
    'a viking woman with an axe on her back',
  ],
  [['a frog with two katanas', 'can you make the katanas glow'], 'a frog with two glowing katanas'],
  [['make me a robot', 'no like a cute one'], 'a cute robot'],
  [['a cute robot', 'small, round, floating'], 'a small round floating cute robot'],
  [['a robot', 'forget it, do a mech instead'], 'a mech'],
  [['a dragon', 'she likes pink'], 'a pink dragon'],
  [['a dragon', 'could it be a dragon unicorn mix'], 'a dragon unicorn mix'],
  [['a wizard', 'can he have a staff in each hand'], 'a wizard with a staff in each hand'],
  [['a knight', 'do it in voxel style'], 'a voxel knight'],
  [['a dog with a skateboard', 'actually no skateboard, give him a boombox'], 'a dog with a boombox'],
  [['a crab', 'can the claws be golden'], 'a crab with golden claws'],
  [['I want a cat. Green eyes. Witch hat.'], 'a cat with Green eyes, Witch hat'],
  [['a red fox', 'add a hat', 'go back to how it was before'], 'a red fox'],
  [['I need an npc for my campaign: a grumpy innkeeper with an apron'], 'a grumpy innkeeper with an apron'],
  [['please make a dragon but not scary, something my 5 year old would like'], 'a dragon, not scary'],
])('%j leaves %s under discussion', (lines, draft) => {
  expect(says(...lines).draft).toBe(draft);
});

test('each of two goblins gets a card of its own', () => {
  expect(wishIn('make two goblins, one with a spear and one with a bow')).toMatchObject({
    kind: 'make',
    prompt: 'a goblin with a spear',
    others: ['a goblin with a bow'],
  });
});

test.each([
  [
    'My kid drew a monster, can you turn that into something that moves?',
    'How do I make a rig from a picture?',
  ],
  ['I have a picture of my dog, can you make it 3d?', 'How do I make a rig from a picture?'],
  ['can you rig my own model', 'Can I rig my own model?'],
  ['delete all my characters', 'How do I delete a rig?'],
])('%s is answered by the guide', (line, query) => {
  expect(wishIn(line)).toEqual({ kind: 'question', query });
});

test.each([
  ['make a fox', 'perfect, rig her', 'confirm'],
  ['hello', 'lol', 'amused'],
  ['you are dumb', 'sorry', 'sorry'],
  ['hello', 'how long till my fox is done?', 'rigs'],
  ['hello', 'can you check transaction 4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi', 'payment'],
  ['make a fox', 'give me 3 versions', 'copies'],
])('after “%s”, “%s” is %s', (before, line, kind) => {
  expect(says(before, line).kind).toBe(kind);
});
