import { expect, test } from 'vitest';
import { says } from './says.js';

const plan = 'a bookworm with round glasses and a red scarf';

test.each([
  ['Approved. Proceed to model.', 'confirm'],
  ['k build', 'confirm'],
  ['looks good to me, hit it', 'confirm'],
  ['any other take on him?', 'variant'],
  ['scrap him, new idea', 'forget'],
  ['what have we got by now', 'remind'],
  ['put it back the way it was a minute ago', 'undo'],
  ['the version before was better', 'undo'],
  ['we need two of him, one for my brother', 'copies'],
])('beside a plan "%s" is an order: %s', (line, kind) => {
  expect(says(plan, line).kind).toBe(kind);
});

test.each([
  ['does he have a beard?', 'yes please', 'a bookworm with round glasses, a red scarf and a beard'],
  ['add a hat', 'undo', 'a bookworm with round glasses, a red scarf'],
])('after "%s", "%s" is about that: %s', (before, line, draft) => {
  expect(says(plan, before, line).draft).toBe(draft);
});

test.each(['now how much do i owe you for that', 'how do I delete a rig?'])(
  'a page that answers "%s" counts more than a likely order',
  (line) => {
    expect(says(plan, line).kind).toBe('question');
  },
);
