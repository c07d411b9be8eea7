import { expect, test } from 'vitest';
import { says } from './says.js';

test.each([
  ['the fox is too big', 'a small red fox with a hat'],
  ['its too dark', 'a light red fox with a hat'],
  ['not that scary', 'a friendly red fox with a hat'],
  ['make it look like a king', 'a red fox king with a hat'],
  ['what if it was a wolf', 'a wolf with a hat'],
  ['can we try it with blue fur', 'a red fox with a hat and blue fur'],
  ['the hat is nice but the fox should be white', 'a white fox with a hat'],
  ['i hate the hat', 'a red fox'],
  ['same for a bear', 'a bear with a hat'],
  ['show me the fox without the hat', 'a red fox'],
  ['remove everything except the hat', 'a red fox with a hat'],
])('an opinion or a comparison changes the character under discussion: %s', (line, draft) => {
  expect(says('a red fox with a hat', line).draft).toBe(draft);
});

test.each([
  'is it cute',
  'what color is the hat',
  'is it wearing a hat',
  'i like the hat',
  'thats not a fox',
  'call him bob',
  'change the hat',
])('a question or a remark leaves the character as it is: %s', (line) => {
  expect(says('a red fox with a hat', line).draft).toBe('a red fox with a hat');
});

test.each([
  ['can i get a discount if im a student', 'question'],
  ['something scary for halloween', 'ideas'],
  ['how much for a dragon and a knight', 'sum'],
  ['is 45 enough for 5', 'sum'],
])('a sentence that only mentions a creature describes none: %s', (line, kind) => {
  expect(says(line)).toEqual({ kind, draft: null });
});
