import { afterAll, beforeAll, expect, it } from 'vitest';
import { answerTo, openWorld, type TestWorld, text } from '../support/world.js';

let world: TestWorld;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(async () => {
  expect(await world.close()).toEqual([]);
});

it('/status tells a member without a wallet that everything works', async () => {
  const sam = world.actor.as('sam').in('welcome');
  const card = text(await answerTo(sam, sam.runs('/status'), 'Everything works'));
  for (const line of [/🟢.*Discord/, /🟢.*Service.*answers in/, /🟢.*Payments are read/, /🟢.*No rig waits/])
    expect(card).toMatch(line);
});
