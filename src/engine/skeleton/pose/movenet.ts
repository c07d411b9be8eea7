/**
 * MoveNet SinglePose Lightning 4 (Google, Apache 2.0) on the single-threaded WebAssembly backend of TensorFlow.js.
 * The packages are optional; the weights come from `@vladmandic/human`.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { Impression, KeyPoint, Look, PoseNetwork, Rgb } from './network.js';

/** Side of the network's input in pixels. */
const side = 192;

/** Its seventeen key points are those of COCO. */
const points: readonly (readonly [name: string, index: number])[] = (['left', 'right'] as const).flatMap(
  (name, i) => [
    [`${name}Ear`, 3 + i] as const,
    [`${name}UpperArm`, 5 + i] as const,
    [`${name}LowerArm`, 7 + i] as const,
    [`${name}Hand`, 9 + i] as const,
    [`${name}UpperLeg`, 11 + i] as const,
    [`${name}LowerLeg`, 13 + i] as const,
    [`${name}Foot`, 15 + i] as const,
  ],
);

/** Its joints, and features from its middle, which say more about animals than the last ones, made for people. */
const outputs = {
  joints: 'Identity',
  features:
    'StatefulPartitionedCall/center_net_mobile_net_v2fpn_feature_extractor/model_1/model/block_13_expand_relu/Relu6',
} as const;

type Tensor = { shape: number[]; dataSync(): Float32Array; dispose(): void };
type Core = {
  env(): { set(flag: string, value: boolean): void };
  setBackend(name: string): Promise<boolean>;
  tensor4d(values: Int32Array, shape: number[], type: 'int32'): Tensor;
};
type Graph = { execute(input: Tensor, outputs: string[]): Tensor[] };
type Converter = { loadGraphModel(handler: { load(): Promise<object> }): Promise<Graph> };
type Wasm = { setWasmPaths(folder: string): void };

const packages = {
  core: '@tensorflow/tfjs-core',
  converter: '@tensorflow/tfjs-converter',
  wasm: '@tensorflow/tfjs-backend-wasm',
  weights: '@vladmandic/human',
} as const;

/** Resolves packages relative to this file; tests replace it to simulate missing packages. */
export type Packages = { load(name: string): unknown; resolve(name: string): string };

function installed(): Packages {
  const require = createRequire(import.meta.url);
  return { load: (name) => require(name), resolve: (name) => require.resolve(name) };
}

/** @returns null when a package is missing or fails to start */
export async function createMoveNet({ load, resolve } = installed()): Promise<PoseNetwork | null> {
  const handlers = processHandlers();
  try {
    const [core, converter, wasm] = [
      load(packages.core) as Core,
      load(packages.converter) as Converter,
      load(packages.wasm) as Wasm,
    ];
    wasm.setWasmPaths(`${dirname(resolve(packages.wasm))}/`);
    core.env().set('WASM_HAS_MULTITHREAD_SUPPORT', false);
    if (!(await core.setBackend('wasm'))) return null;
    const model = await readModel(converter, join(dirname(resolve(packages.weights)), '../models'));
    return { name: 'MoveNet Lightning', look: (picture) => look(core, model, picture) };
  } catch {
    return null;
  } finally {
    handlers.removeNew();
  }
}

async function readModel({ loadGraphModel }: Converter, folder: string): Promise<Graph> {
  const file = (ending: string) => readFile(join(folder, `movenet-lightning.${ending}`));
  const [json, bin] = await Promise.all([file('json'), file('bin')]);
  const { weightsManifest, ...artifacts } = JSON.parse(json.toString()) as {
    weightsManifest: { weights: object[] }[];
  };
  return loadGraphModel({
    load: async () => ({
      ...artifacts,
      weightSpecs: weightsManifest.flatMap(({ weights }) => weights),
      weightData: new Uint8Array(bin).buffer,
    }),
  });
}

async function look(core: Core, model: Graph, { pixels, width, height }: Rgb): Promise<Look> {
  const small = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .resize(side, side, { kernel: 'cubic', fit: 'fill' })
    .raw()
    .toBuffer();
  const input = core.tensor4d(Int32Array.from(small), [1, side, side, 3], 'int32');
  const tensors = model.execute(input, [outputs.joints, outputs.features]);
  const [joints, features] = tensors as [Tensor, Tensor];
  const rows = joints.dataSync();
  const seen: Look = {
    points: new Map(
      points.map(([name, i]): [string, KeyPoint] => [
        name,
        { x: rows[i * 3 + 1]! * width, y: rows[i * 3]! * height, score: rows[i * 3 + 2]! },
      ]),
    ),
    impression: meanOf(features),
  };
  for (const tensor of [input, ...tensors]) tensor.dispose();
  return seen;
}

/** The mean of each feature over the places of a picture. */
function meanOf(features: Tensor): Impression {
  const values = features.dataSync();
  const mean = new Float32Array(features.shape.at(-1)!);
  const places = values.length / mean.length;
  values.forEach((value, n) => {
    mean[n % mean.length]! += value / places;
  });
  return mean;
}

/**
 * Tracks process handlers that Emscripten adds: they rethrow errors that the application's own handlers would log.
 */
function processHandlers(): { removeNew(): void } {
  const events = ['uncaughtException', 'unhandledRejection'] as const;
  const before = events.map((event) => process.listeners(event as 'uncaughtException'));
  return {
    removeNew: () =>
      events.forEach((event, i) => {
        for (const listener of process.listeners(event as 'uncaughtException'))
          if (!before[i]!.includes(listener)) process.removeListener(event, listener);
      }),
  };
}
