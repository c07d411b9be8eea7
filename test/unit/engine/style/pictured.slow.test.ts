import { beforeAll, expect, it } from 'vitest';
import { makeRig, type Rig } from '../../../../src/engine/index.js';
import { readRig } from '../../../../src/engine/output/formats/read.js';
import { photograph } from '../input/image/photograph.js';

const styles = ['low-poly', 'voxel', 'toon'] as const;

let image: Uint8Array;
let own: Rig;
const make = (style?: (typeof styles)[number]) =>
  makeRig({ kind: 'image', image, parameters: { detail: 'low', ...(style && { style }) }, clips: ['idle'] });
beforeAll(async () => {
  image = await photograph('a man in a red shirt', 0);
  own = await make();
});

it.each(styles)(
  'a picture becomes a valid character in the style %s, with the same joints',
  async (style) => {
    const rig = await make(style);
    expect(rig.report.validation).toEqual({ errors: 0, warnings: 0 });
    expect(rig.report.joints).toEqual(own.report.joints);
    const { parts } = await readRig(rig.glb);
    const names = parts.map(({ primitive }) => primitive.getMaterial()!.getName());
    expect(names).toEqual(style === 'toon' ? ['picture', 'outline'] : ['atlas']);
    const normals = parts[0]!.primitive.getAttribute('NORMAL')!.getArray()!;
    const indices = parts[0]!.primitive.getIndices()!.getArray()!;
    const normalOf = (v: number) => [...normals.slice(v * 3, v * 3 + 3)];
    if (style === 'low-poly')
      for (let t = 0; t < indices.length; t += 3)
        expect(normalOf(indices[t]!)).toEqual(normalOf(indices[t + 1]!));
    if (style === 'voxel')
      for (let v = 0; v < normals.length / 3; v++)
        expect(Math.max(...normalOf(v).map(Math.abs))).toBeCloseTo(1, 3);
  },
);
