import type { Primitive } from '@gltf-transform/core';
import { beforeAll, describe, expect, it } from 'vitest';
import { convertRig, makeRig, type Rig } from '../../../../src/engine/index.js';
import { readRig } from '../../../../src/engine/output/formats/read.js';
import { writeCompact } from '../../../../src/engine/output/model/attach.js';
import { inspectGlb } from '../../../../src/engine/output/validate.js';
import { quick } from '../../../support/rig.js';

const prompt = 'a girl with a red scarf';
const styles = ['low-poly', 'voxel', 'toon'] as const;
type Style = 'clay' | (typeof styles)[number];
const made = new Map<Style, Promise<Rig>>();

/** The same character in a style, made once. */
function make(style: Style): Promise<Rig> {
  const rig =
    made.get(style) ??
    makeRig({ kind: 'text', prompt: `${style} ${prompt}`, seed: 4, clips: ['idle', 'walk'], ...quick });
  made.set(style, rig);
  return rig;
}

const primitivesOf = async (glb: Uint8Array) => (await readRig(glb)).parts;
const vectorsOf = (primitive: Primitive, name: string, width: number): number[][] => {
  const values = [...primitive.getAttribute(name)!.getArray()!];
  return Array.from({ length: values.length / width }, (_, i) => values.slice(i * width, (i + 1) * width));
};
const facesOf = (primitive: Primitive): number[][] => {
  const indices = [...primitive.getIndices()!.getArray()!];
  return Array.from({ length: indices.length / 3 }, (_, t) => indices.slice(t * 3, t * 3 + 3));
};
const expressionsOf = async (glb: Uint8Array) => {
  const { document } = await readRig(glb);
  const extras = document.getRoot().listMeshes()[0]!.getExtras() as { targetNames?: string[] };
  return extras.targetNames;
};

let clay: Rig;
beforeAll(async () => {
  clay = await make('clay');
});

describe.each(styles)('a character in the style %s', (style) => {
  let rig: Rig;
  let parts: Awaited<ReturnType<typeof primitivesOf>>;
  beforeAll(async () => {
    rig = await make(style);
    parts = await primitivesOf(rig.glb);
  });

  it('is understood, and part of the spec', () => {
    expect(rig.report.spec).toMatchObject({ style });
    expect(rig.report.words?.unknown).toEqual([]);
  });

  it('has the joints, clips and expressions of clay, and its height', async () => {
    expect(rig.report.joints.map(({ name }) => name)).toEqual(clay.report.joints.map(({ name }) => name));
    expect(rig.report.animations).toEqual(clay.report.animations);
    expect(await expressionsOf(rig.glb)).toEqual(await expressionsOf(clay.glb));
    expect(Math.abs(rig.report.height / clay.report.height - 1)).toBeLessThan(0.05);
  });

  it('is a valid file with at most two primitives and 5,000 triangles', async () => {
    expect(await inspectGlb(rig.glb)).toMatchObject({ errors: 0, warnings: 0 });
    expect(parts.length).toBeLessThanOrEqual(2);
    expect(rig.report.mesh.triangles).toBeLessThanOrEqual(5000);
  });

  it('has texture coordinates in the one texture', () => {
    const { primitive, uvs } = parts[0]!;
    expect(primitive.getMaterial()!.getBaseColorTexture()).not.toBeNull();
    expect([...uvs!].every((uv) => uv >= 0 && uv <= 1)).toBe(true);
  });

  it('has weights that sum to 1', () => {
    for (const { primitive } of parts)
      for (const weights of vectorsOf(primitive, 'WEIGHTS_0', 4))
        expect(weights.reduce((sum, one) => sum + one, 0)).toBeCloseTo(1, 5);
  });

  it('becomes a VRM without errors', async () => {
    const [vrm] = await convertRig(rig.glb, 'vrm', options);
    expect(await inspectGlb(vrm!.bytes)).toEqual({ errors: 0, warnings: 0, messages: expect.anything() });
  });
});

it('gives low-poly facets one normal each, and fewer of them than clay', async () => {
  const rig = await make('low-poly');
  const { primitive } = (await primitivesOf(rig.glb))[0]!;
  const normals = vectorsOf(primitive, 'NORMAL', 3);
  for (const [a, b, c] of facesOf(primitive) as [number, number, number][]) {
    expect(normals[b]).toEqual(normals[a]);
    expect(normals[c]).toEqual(normals[a]);
  }
  expect(rig.report.mesh.triangles).toBeLessThan(clay.report.mesh.triangles / 2);
});

it('makes voxels of sides along the axes, at multiples of one length', async () => {
  const { glb } = await make('voxel');
  const { primitive } = (await primitivesOf(glb))[0]!;
  const positions = vectorsOf(primitive, 'POSITION', 3);
  const straight = vectorsOf(primitive, 'NORMAL', 3).map((normal) => normal.map(Math.abs).sort().join());
  expect(new Set(straight)).toEqual(new Set(['0,0,1']));
  const { swatches } = primitive.getExtras() as {
    swatches: { name: string; first: number; count: number }[];
  };
  const coat = swatches.find(({ name }) => name === 'coat')!;
  const corners = new Set(
    facesOf(primitive)
      .slice(coat.first, coat.first + coat.count)
      .flat(),
  );
  const heights = [...new Set([...corners].map((v) => positions[v]![1]!))].sort((a, b) => a - b);
  const gaps = heights
    .slice(1)
    .map((y, i) => y - heights[i]!)
    .filter((gap) => gap > 1e-5);
  const cell = Math.min(...gaps);
  for (const gap of gaps) expect(Math.abs(gap / cell - Math.round(gap / cell))).toBeLessThan(1e-2);
});

/** The number of triangles that an STL file says it has. */
const trianglesIn = (stl: Uint8Array): number => new DataView(stl.buffer, stl.byteOffset).getUint32(80, true);
const options = { name: 'Ada', author: 'Noor', license: 'cc0' } as const;

it('a part whose material is only named like an outline stays in a print', async () => {
  const { document } = await readRig(clay.glb);
  document.getRoot().listMaterials()[0]!.setName('outline');
  const [stl] = await convertRig(await writeCompact(document), 'stl', options);
  expect(trianglesIn(stl!.bytes)).toBe(clay.report.mesh.triangles);
});

describe('a drawing', () => {
  it('has unlit tones, of which one is the shade, and an outline turned inside out', async () => {
    const { glb } = await make('toon');
    const [body, outline] = await primitivesOf(glb);
    for (const part of [body, outline])
      expect(part!.primitive.getMaterial()!.getExtension('KHR_materials_unlit')).not.toBeNull();
    const { swatches } = body!.primitive.getExtras() as { swatches: { name: string }[] };
    const names = swatches.map(({ name }) => name);
    expect(names).toContain('scarf');
    expect(names).toContain('scarf shade');
    expect(outline!.primitive.getMaterial()!.getDoubleSided()).toBe(false);
    const { positions, normals, indices } = outline!;
    const at = (values: Float32Array, v: number) =>
      [...values.subarray(v * 3, v * 3 + 3)] as [number, number, number];
    const turned = facesOf(outline!.primitive).filter(([a, b, c]) => {
      const [p, q, r] = [at(positions, a!), at(positions, b!), at(positions, c!)];
      const [u, v] = [q.map((x, i) => x - p[i]!), r.map((x, i) => x - p[i]!)] as [number[], number[]];
      const across = [0, 1, 2].map(
        (i) => u[(i + 1) % 3]! * v[(i + 2) % 3]! - u[(i + 2) % 3]! * v[(i + 1) % 3]!,
      );
      return across.reduce((sum, x, i) => sum + x * at(normals, a!)[i]!, 0) > 0;
    });
    expect(turned.length).toBeGreaterThan(indices.length / 3 / 1.1);
  });

  it('leaves its outline out of a print, and lets MToon draw it in a VRM', async () => {
    const { glb } = await make('toon');
    const [stl] = await convertRig(glb, 'stl', options);
    const [body] = await primitivesOf(glb);
    expect(trianglesIn(stl!.bytes)).toBe(body!.indices.length / 3);
    const [vrm] = await convertRig(glb, 'vrm', options);
    const json = JSON.parse(
      Buffer.from(
        vrm!.bytes.subarray(
          20,
          20 + new DataView(vrm!.bytes.buffer, vrm!.bytes.byteOffset).getUint32(12, true),
        ),
      ).toString(),
    ) as {
      materials: { extensions: Record<string, { outlineWidthMode?: string; outlineWidthFactor?: number }> }[];
    };
    expect(json.materials).toHaveLength(1);
    const { outlineWidthMode, outlineWidthFactor } = json.materials[0]!.extensions.VRMC_materials_mtoon!;
    expect(outlineWidthMode).toBe('worldCoordinates');
    expect(outlineWidthFactor).toBeGreaterThan(0.003);
  });
});
