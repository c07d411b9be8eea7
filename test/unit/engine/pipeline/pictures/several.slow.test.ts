/** Animals rendered from three sides become one body with four legs. */
import { expect, it } from 'vitest';
import { interpretImages } from '../../../../../src/engine/pipeline/pictures.js';
import type { ViewName } from '../../../../../src/engine/types.js';
import { photographerOf } from '../../input/image/photograph.js';

const quarter = Math.PI / 2;
const yaws: Record<ViewName, number> = { front: 0, left: quarter, back: 2 * quarter, right: -quarter };

const seen = async (
  prompt: string,
  views: readonly ViewName[],
  about: { words?: string; fileName?: string } = {},
) => {
  const take = await photographerOf(prompt);
  const images = await Promise.all(
    views.map(async (view) => ({ view, bytes: await take(yaws[view], 0, 240) })),
  );
  const parameters = { detail: 'low' } as const;
  return (await interpretImages({ kind: 'images', images, ...about, parameters })).sculpt();
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

it.each([
  ['shows what was said about it', { words: 'my owl', fileName: 'dog.png' }, 'avian'],
  ['shows what its file is called', { words: 'rig this', fileName: 'owl.png' }, 'avian'],
  ['stays what it is where the words name nothing', { words: 'rig this' }, 'biped'],
  ['stays what it is where it clearly is not what the words name', { words: 'my dog' }, 'biped'],
] as const)('a figure from several sides %s', async (_, about, kind) => {
  expect((await seen('a mouse in a dress', ['front', 'left'], about)).skeleton.kind).toBe(kind);
});

it('an animal from several sides becomes the person that its caption names', async () => {
  const { skeleton } = await seen('a bear in a blue shirt', ['front', 'left'], { words: 'my robot' });
  expect(skeleton.kind).toBe('biped');
});
