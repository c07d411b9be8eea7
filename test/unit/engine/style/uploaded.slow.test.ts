import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { makeRig, type Rig } from '../../../../src/engine/index.js';
import { readRig } from '../../../../src/engine/output/formats/read.js';
import { modelBytes } from '../../../support/model.js';

const styles = ['low-poly', 'voxel', 'toon'] as const;

let model: Uint8Array;
let own: Rig;
const make = (style?: (typeof styles)[number]) =>
  makeRig({ kind: 'mesh', model, ...(style && { parameters: { style } }), clips: ['idle'] });
beforeAll(async () => {
  model = await modelBytes('a knight in a red shirt');
  own = await make();
});

const partsOf = async ({ glb }: Rig) => (await readRig(glb)).parts.map(({ primitive }) => primitive);
type Part = Awaited<ReturnType<typeof partsOf>>[number];

/** The colours of a texture that a part points to. */
async function coloursOf(part: Part): Promise<number[][]> {
  const picture = sharp(Buffer.from(part.getMaterial()!.getBaseColorTexture()!.getImage()!));
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const uvs = part.getAttribute('TEXCOORD_0')!;
  const found = new Map<number, number[]>();
  for (let v = 0; v < uvs.getCount(); v++) {
    const [x, y] = uvs.getElement(v, [0, 0]);
    const at = (Math.floor(y! * info.height) * info.width + Math.floor(x! * info.width)) * 3;
    found.set(at, [...data.subarray(at, at + 3)]);
  }
  return [...found.values()];
}

describe.each(styles)('an uploaded model in the style %s', (style) => {
  let rig: Rig;
  beforeAll(async () => {
    rig = await make(style);
  });

  it('is valid, as tall as before, and has the same joints and placement', () => {
    expect(rig.report.validation).toEqual({ errors: 0, warnings: 0 });
    expect(rig.report.joints).toEqual(own.report.joints);
    expect(rig.report.placement).toEqual(own.report.placement);
    // A cube is a 48th of the longest side.
    expect(Math.abs(rig.report.height - own.report.height)).toBeLessThan(style === 'voxel' ? 0.08 : 0.02);
    expect(rig.report.maxInfluences).toBeLessThanOrEqual(4);
  });

  if (style === 'toon')
    it('keeps its texture, once, in two tones and with an outline', async () => {
      const [lit, shaded, outline] = await partsOf(rig);
      const materials = [lit, shaded].map((part) => part!.getMaterial()!);
      expect(materials[1]!.getBaseColorTexture()).toBe(materials[0]!.getBaseColorTexture());
      const brightness = materials.map((one) => one.getBaseColorFactor()[1]!);
      expect(brightness[1]).toBeLessThan(0.6 * brightness[0]!);
      for (const one of materials) expect(one.getExtension('KHR_materials_unlit')).not.toBeNull();
      expect(outline!.getMaterial()!.getName()).toBe('outline');
      expect(outline!.getMaterial()!.getDoubleSided()).toBe(false);
    });
  else
    it('has one material for its colours, among them a red', async () => {
      const [body, ...others] = await partsOf(rig);
      expect(others).toEqual([]);
      const colours = await coloursOf(body!);
      expect(colours.length).toBeGreaterThan(3);
      expect(colours.some(([r, g, b]) => r! > 1.5 * g! && r! > 1.5 * b!)).toBe(true);
    });

  if (style !== 'toon')
    it(style === 'voxel' ? 'is made of sides of cubes' : 'has few triangles, and each is flat', async () => {
      const [body] = await partsOf(rig);
      const normals = body!.getAttribute('NORMAL')!.getArray()!;
      const indices = body!.getIndices()!.getArray()!;
      const normalOf = (v: number) => [...normals.slice(v * 3, v * 3 + 3)];
      if (style === 'voxel')
        for (let v = 0; v < normals.length / 3; v++)
          expect(Math.max(...normalOf(v).map(Math.abs))).toBeCloseTo(1, 3);
      else {
        expect(indices.length / 3).toBeLessThan(6500);
        for (let t = 0; t < indices.length; t += 3)
          expect(normalOf(indices[t]!)).toEqual(normalOf(indices[t + 2]!));
      }
    });
});
