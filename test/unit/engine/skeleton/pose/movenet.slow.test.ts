import { beforeAll, describe, expect, it } from 'vitest';
import { picture } from '../../../../../bench/outputs/requests.js';
import { createMoveNet, makeRig, type PoseNetwork, type Rig } from '../../../../../src/engine/index.js';
import type { KeyPoint } from '../../../../../src/engine/skeleton/pose/network.js';
import { quick } from '../../../../support/rig.js';

const installed = await createMoveNet();
const request = async (prompt: string) =>
  ({ kind: 'image', image: await picture(prompt, 4, 0), ...quick }) as const;
const handAt = ({ report }: Rig) => report.joints.find(({ name }) => name === 'leftHand')!.position;

describe('without the packages of the pose network', () => {
  it('no network is loaded, without a warning', async () => {
    const missing = () => {
      throw Object.assign(new Error('Cannot find module'), { code: 'MODULE_NOT_FOUND' });
    };
    expect(await createMoveNet({ load: missing, resolve: missing })).toBeNull();
  });

  it('a package that breaks on loading counts as missing, and leaves no handler behind', async () => {
    const before = process.listenerCount('uncaughtException');
    const load = () => {
      process.on('uncaughtException', () => {});
      return {};
    };
    expect(await createMoveNet({ load, resolve: (name) => name })).toBeNull();
    expect(process.listenerCount('uncaughtException')).toBe(before);
  });
});

describe('a picture in which the network finds no person', () => {
  it('is rigged as without a network, to the byte', async () => {
    const given = await request('a red robot');
    const unsure: PoseNetwork = {
      name: 'unsure',
      look: async ({ width }) => {
        const point: KeyPoint = { x: width / 2, y: width / 2, score: 0.2 };
        const names = [...'leftEar rightEar'.split(' '), ...limbNames];
        return { points: new Map(names.map((name) => [name, point])) };
      },
    };
    const [own, looked] = [await makeRig(given), await makeRig(given, { pose: unsure })];
    expect(looked.report.seen).toBeUndefined();
    expect(Buffer.from(looked.glb).equals(Buffer.from(own.glb))).toBe(true);
  });
});

const limbNames = ['left', 'right'].flatMap((side) =>
  ['UpperArm', 'LowerArm', 'Hand', 'UpperLeg', 'LowerLeg', 'Foot'].map((part) => side + part),
);

describe.skipIf(!installed)('with them, a picture of a person', () => {
  let [first, second]: Rig[] = [];
  beforeAll(async () => {
    const given = await request('a man');
    const again = await createMoveNet();
    first = await makeRig(given, { pose: installed });
    second = await makeRig(given, { pose: again });
  });

  it('is recognized, and the report says so', () => {
    expect(first!.report.seen?.by).toBe('MoveNet Lightning');
    expect(first!.report.seen?.score).toBeGreaterThan(0.5);
    expect(handAt(first!)[0]).toBeGreaterThan(0);
  });

  it('gives the same bytes again', () => {
    expect(second!.report.seen).toEqual(first!.report.seen);
    expect(Buffer.from(second!.glb).equals(Buffer.from(first!.glb))).toBe(true);
  });
});
