/** Animals rendered from three sides become one body with four legs. */
import { expect, it } from 'vitest';
import { interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import type { ViewName } from '../../../../../src/engine/types.js';
import { photographerOf } from '../../input/image/photograph.js';

const quarter = Math.PI / 2;
const yaws: Record<ViewName, number> = { front: 0, left: quarter, back: 2 * quarter, right: -quarter };

const seen = async (prompt: string, views: readonly ViewName[]) => {
  const take = await photographerOf(prompt);
  const images = await Promise.all(
    views.map(async (view) => ({ view, bytes: await take(yaws[view], 0, 240) })),
  );
  return (await interpretImages({ kind: 'images', images, parameters: { detail: 'low' } })).sculpt();
};

it.each([
  ['a horse', 'quadruped', ['front', 'left', 'back'], 'tail1'],
  ['a fox', 'quadruped', ['right', 'front'], 'tail1'],
  ['a chicken', 'avian', ['front', 'left', 'back'], 'tail1'],
] as const)('%s is %s, and faces the side of its front view', async (prompt, kind, views, rear) => {
  const { skeleton, solids } = await seen(prompt, views);
  expect(skeleton.kind).toBe(kind);
  const at = (name: string) => skeleton.joints.find((joint) => joint.name === name)!.position;
  expect(at('head')[2]).toBeGreaterThan(at(rear)[2]);
  for (const side of ['left', 'right'])
    expect(Math.sign(at(`${side}${kind === 'avian' ? 'LowerLeg' : 'FrontFoot'}`)[0])).toBe(
      side === 'left' ? 1 : -1,
    );
  const { field } = solids[0]!;
  for (const { name, position } of skeleton.joints)
    if (/head|hips|chest|Lower/.test(name)) expect(field.at(...position)).toBeLessThan(0.03);
});

it('an upright figure on two legs stays a person', async () => {
  expect((await seen('a pirate', ['front', 'left'])).skeleton.kind).toBe('biped');
});
