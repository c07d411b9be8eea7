import { describe, expect, it } from 'vitest';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';
import { changesBetween } from '../../../../../src/engine/input/text/spec-lines.js';

const carried = (prompt: string) =>
  describePrompt(prompt).companions.map(({ description, place }) => `${description.name}: ${place}`);

describe('a thing with a shape of its own', () => {
  it.each([
    ['a wizard holding a pizza', 'pizza: right hand'],
    ['a cat with a carrot', 'carrot: right hand'],
    ['a girl eating an apple', 'apple: right hand'],
    ['a pig in a uniform with donut and coffee', 'donut: right hand'],
    ['a boy holding a peach', 'peach: right hand'],
    ['a man with a toaster in his left hand', 'toaster: left hand'],
    ['a knight with a cactus on his head', 'cactus: head'],
    ['a cat with a pumpkin on its head', 'pumpkinfruit: head'],
    ['a farmer holding a pumpkin', 'pumpkinfruit: both hands'],
    ['capybara. calm. orange on its head', 'orange: head'],
    ['ein Zauberer mit einer Pizza', 'pizza: right hand'],
    ['un mago con una pizza', 'pizza: right hand'],
    ['ピザを持った魔法使い', 'pizza: right hand'],
    ['拿着披萨的巫师', 'pizza: right hand'],
  ])('is held, or lies on a head: %s', (prompt, thing) => {
    expect(carried(prompt)).toEqual([thing]);
    const { words } = describePrompt(prompt);
    expect([...words.unknown, ...words.unexpressed]).toEqual([]);
  });

  it('is told in words where a change adds it', () => {
    const specs = ['a raccoon with a pizza', 'a raccoon with a pizza and an orange on its head'] as const;
    const [before, after] = specs.map((prompt) => readPrompt(prompt).spec);
    expect(changesBetween(before!, after!)).toEqual([
      { about: 'companion', name: 'orange', before: null, after: ['on head'] },
    ]);
  });

  it('fills both hands where there are two', () => {
    expect(carried('a girl with two carrots')).toEqual(['carrot: right hand', 'carrot: left hand']);
    expect(carried('a bear holding a teapot and a cupcake')).toEqual([
      'teapot: right hand',
      'cupcake: left hand',
    ]);
  });

  it('leaves the other hand to a sword, and takes the place of the staff of a wizard', () => {
    const { items } = describePrompt('a fox with an orange and a sword');
    expect(items.get('sword')?.place).toBe('left hand');
    expect(describePrompt('a wizard holding a pizza').items.has('staff')).toBe(false);
  });

  it('needs hands, so an animal stands up for it, but not for what is on its head', () => {
    expect(describePrompt('a bear holding a teapot').kind).toBe('biped');
    expect(describePrompt('a bear with an orange on its head').kind).toBe('quadruped');
    expect(describePrompt('a goose holding a knife').kind).toBe('biped');
    expect(describePrompt('a goose with a hat').kind).toBe('avian');
  });

  it.each([
    'a cat with a peach coat',
    'a snowman with a carrot nose',
    'a pizza delivery guy',
    'a girl with pizza print leggings',
    'an angry pizza with a fork',
    'a man made of bricks',
    'a robot with a clock for a head',
    'a cat next to a cactus',
    'a fox with orange and white fur',
    'a girl without a pizza',
  ])('is not carried where the words say something else: %s', (prompt) => {
    expect(carried(prompt)).toEqual([]);
  });
});
