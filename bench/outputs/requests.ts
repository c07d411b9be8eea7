/** Requests of all four kinds from a seed: sentences, their pictures, and their meshes without a rig. */
import { NodeIO, type Primitive } from '@gltf-transform/core';
import sharp from 'sharp';
import { restPose } from '../../src/engine/clips/clip.js';
import { makeRig, type RigRequest } from '../../src/engine/index.js';
import { portrait } from '../../src/engine/output/portrait.js';
import { frameCamera } from '../../src/engine/output/render/camera.js';
import { develop, samples } from '../../src/engine/output/render/canvas.js';
import { poseScene, reachOf } from '../../src/engine/output/render/scene.js';
import { createStudio } from '../../src/engine/output/render/studio.js';
import { makeCharacter } from '../../src/engine/pipeline/build.js';
import { createProgress } from '../../src/engine/pipeline/progress.js';
import { interpretText } from '../../src/engine/pipeline/text.js';
import { createRandom } from '../../src/engine/random.js';
import { estrange, type Strangeness, strangenessOf, type Triangles } from './strange.js';

const who =
  'man woman girl boy fox cat dog wolf bear horse dragon robot knight wizard pirate goblin dwarf frog rabbit pig lion tiger elephant deer owl chicken skeleton zombie elf orc mouse turtle queen ninja viking astronaut panda monkey shark snake spider'.split(
    ' ',
  );
const colours = 'red blue green yellow purple orange pink black white grey brown golden'.split(' ');
const builds = 'tall short fat thin small big old happy angry striped spotted chibi'.split(' ');
const things =
  'scarf|hat|crown|cape|backpack|sword|shield|glasses|belt|beard|hood|staff|necklace|umbrella|boots'.split(
    '|',
  );

export function sentence(seed: number): string {
  const random = createRandom(seed * 7919 + 1);
  const one = (list: readonly string[]) => list[Math.floor(random() * list.length)]!;
  const wears =
    random() < 0.75 ? ` with a ${one(colours)} ${one(things)} and a ${one(colours)} ${one(things)}` : '';
  return `a ${one(builds)} ${one(colours)} ${one(who)}${wears}`;
}

const upright =
  'man woman girl boy robot knight wizard pirate goblin dwarf queen ninja viking astronaut elf'.split(' ');
export const figure = (seed: number) =>
  `a ${colours[seed % colours.length]} ${upright[seed % upright.length]}`;

/** The figure on plain colored paper, seen from `yaw`. PNG. */
export const picture = async (prompt: string, seed: number, yaw: number, pixels = 300): Promise<Uint8Array> =>
  (await photographerOf(prompt, seed, pixels))(yaw);

/** The same for pictures of one figure from several sides. */
async function photographerOf(prompt: string, seed: number, pixels = 300) {
  const interpreted = interpretText({ kind: 'text', prompt, seed, parameters: { detail: 'low' } });
  const { skeleton, surfaces, clips } = await makeCharacter(interpreted, createProgress({}));
  const pose = seed % 3 === 0 ? restPose : portrait(clips);
  const scene = poseScene(skeleton, surfaces, pose);
  const side = pixels * samples;
  const paper = ['#f4f1ea', '#dfe8f0', '#fff'][seed % 3]!;
  return async (yaw: number): Promise<Uint8Array> => {
    const camera = frameCamera(scene.points, yaw, 0.02, [side * 0.84, side * 0.84], [side / 2, side / 2]);
    const { visible, paint } = createStudio(pixels, camera, reachOf(scene));
    const rgb = develop(paint(scene.meshes));
    const rgba = new Uint8Array(pixels * pixels * 4);
    for (let i = 0; i < pixels * pixels; i++) {
      const seen = visible.mesh[Math.floor(i / pixels) * samples * side + (i % pixels) * samples]! >= 0;
      rgba.set(seen ? [...rgb.subarray(i * 3, i * 3 + 3), 255] : [0, 0, 0, 0], i * 4);
    }
    const image = sharp(rgba, { raw: { width: pixels, height: pixels, channels: 4 } });
    return new Uint8Array(
      await (seed % 4 === 0 ? image : image.flatten({ background: paper })).png().toBuffer(),
    );
  };
}

/** A generated output without skin, joints and clips: as GLB or as OBJ, or altered. */
export async function bareMesh(
  prompt: string,
  seed: number,
  detail: 'low' | 'high' = 'low',
  strangeness: Strangeness | null = null,
): Promise<Uint8Array> {
  const { glb } = await makeRig({ kind: 'text', prompt, seed, previewSize: 64, parameters: { detail } });
  const io = new NodeIO();
  const document = await io.readBinary(glb);
  const root = document.getRoot();
  const primitives = root.listMeshes().flatMap((mesh) => mesh.listPrimitives());
  if (strangeness || seed % 2 === 0) {
    const triangles = trianglesOf(primitives);
    const shown = strangeness ? estrange(triangles, strangeness, seed) : triangles;
    return new TextEncoder().encode(objOf(shown));
  }
  for (const clip of root.listAnimations()) clip.dispose();
  for (const node of root.listNodes()) if (!node.getMesh()) node.dispose();
  for (const skin of root.listSkins()) skin.dispose();
  for (const primitive of primitives)
    primitive.setAttribute('JOINTS_0', null).setAttribute('WEIGHTS_0', null);
  return io.writeBinary(document);
}

function trianglesOf(primitives: readonly Primitive[]): Triangles {
  const [positions, indices]: [number[], number[]] = [[], []];
  for (const primitive of primitives) {
    const first = positions.length / 3;
    for (const value of primitive.getAttribute('POSITION')!.getArray()!) positions.push(value);
    for (const v of primitive.getIndices()!.getArray()!) indices.push(first + v);
  }
  return { positions, indices };
}

function objOf({ positions, indices }: Triangles): string {
  const three = (list: readonly number[], i: number) => list.slice(i * 3, i * 3 + 3);
  const vertices = Array.from(
    { length: positions.length / 3 },
    (_, v) => `v ${three(positions, v).join(' ')}`,
  );
  const faces = Array.from({ length: indices.length / 3 }, (_, t) => {
    return `f ${three(indices, t)
      .map((v) => v + 1)
      .join(' ')}`;
  });
  return [...vertices, ...faces].join('\n');
}

/** Half are sentences, the rest alternate between one picture, two or three, and meshes. */
export async function requestOf(seed: number): Promise<RigRequest> {
  const parameters = { detail: seed % 4 === 0 ? 'medium' : 'low' } as const;
  const kind = (['text', 'image', 'text', 'mesh', 'text', 'images'] as const)[seed % 6]!;
  if (kind === 'text') return { kind, prompt: sentence(seed), seed, parameters };
  if (kind === 'mesh') {
    const round = Math.floor(seed / 6);
    const strangeness = round % 3 === 0 ? null : strangenessOf(round - Math.floor(round / 3) - 1);
    const model = await bareMesh(sentence(seed), round, 'low', strangeness);
    return { kind, model, seed, parameters };
  }
  const prompt = seed % 12 === 1 ? `a ${colours[seed % colours.length]} cat` : figure(seed);
  if (kind === 'image')
    return {
      kind,
      image: await picture(prompt, seed, prompt.endsWith('cat') ? Math.PI / 2 : 0),
      seed,
      parameters,
    };
  const views = (['front', 'left', 'back'] as const).slice(0, 2 + (seed % 2));
  const yaws = { front: 0, left: Math.PI / 2, back: Math.PI };
  const take = await photographerOf(figure(seed), seed);
  const images = await Promise.all(views.map(async (view) => ({ bytes: await take(yaws[view]), view })));
  return { kind, images, seed, parameters };
}
