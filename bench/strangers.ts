/**
 * `node dist/modules/bench/strangers.js [-o SHEET.webp] [--skeleton KIND] [--clips all] [--nameless] MODEL...`: uploads without known joints. A line for
 * each: why it was refused, or class, turns, how far joints are outside, and how clips stretch it; and a sheet of them
 * all, to be looked at. A model with a skeleton of its own is compared with it where it names its joints; `--nameless`
 * hides these names from the engine.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { isAppError } from '../src/base/errors.js';
import { frameAround, piecesIn, toEngine } from '../src/engine/body/uploaded/frame.js';
import { depthAt } from '../src/engine/geometry/volume/volume.js';
import { voxelise } from '../src/engine/geometry/volume/voxelise.js';
import { createMoveNet, makeRig } from '../src/engine/index.js';
import { readModel } from '../src/engine/input/model/read.js';
import type { RigParameters } from '../src/engine/types.js';
import { nameless, ownErrors } from './eval/joints.js';
import { processorTime } from './eval/processor.js';
import { mean } from './eval/table.js';
import { drawSheet, type Tile } from './gallery/sheet.js';
import { check } from './outputs/check.js';
import { tilesOfRig } from './strangers/view.js';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    out: { type: 'string', short: 'o' },
    side: { type: 'string', default: '220' },
    skeleton: { type: 'string', default: 'auto' },
    nameless: { type: 'boolean', default: false },
    // Three clips take a third of the time.
    clips: { type: 'string', default: 'idle,walk,wave' },
  },
});
const side = Number(values.side);
const pose = await createMoveNet();
const parameters = { skeleton: values.skeleton } as RigParameters;

/** Joints further than a cell outside the surface, the farthest first, in % of the longest side. */
async function outsideOf(glb: Uint8Array, joints: readonly { name: string; position: number[] }[]) {
  const { pieces } = await readModel(glb);
  const frame = frameAround(pieces);
  const volume = voxelise(piecesIn(frame, pieces), 96);
  return joints
    .map(({ name, position: [x, y, z] }) => {
      const depth = depthAt(volume, ...toEngine(frame, [x!, y!, z!]));
      return { name, off: (100 * -depth) / 1.7 };
    })
    .filter(({ off }) => off > (100 * volume.cell) / 1.7)
    .sort((a, b) => b.off - a.off);
}

/** With the wanted clips, or all where its class has others. */
async function rigOf(model: Uint8Array) {
  const request = { kind: 'mesh', model, parameters, previewSize: 64 } as const;
  const clips = values.clips === 'all' ? 'all' : values.clips.split(',');
  return makeRig({ ...request, clips }, { pose }).catch((error: unknown) => {
    if (isAppError(error) && error.code === 'invalid_request') return makeRig(request, { pose });
    throw error;
  });
}

async function tell(file: string): Promise<Tile[]> {
  const model = await readFile(file);
  const before = process.cpuUsage();
  try {
    const hidden = values.nameless && model.subarray(0, 4).toString('latin1') === 'glTF';
    const { glb, report } = await rigOf(hidden ? await nameless(model) : model);
    const seconds = processorTime(before) / 1000;
    const { faults, motion } = await check(glb);
    const outside = await outsideOf(glb, report.joints);
    const own = await ownErrors(model, report);
    const line = [
      report.skeleton.padEnd(10),
      report.alternative ? `or ${report.alternative}` : '',
      `${seconds.toFixed(1)} s`,
      report.seen ? `pose ${report.seen.score.toFixed(2)}` : '',
      own.length > 0 ? `own joints ${mean(own.map(([, error]) => error)).toFixed(1)} % of ${own.length}` : '',
      motion ? `torn ${(motion.torn * 100).toFixed(2)} %, ${motion.stretch.toFixed(1)}x` : '',
      ...outside.slice(0, 3).map(({ name, off }) => `${name} ${off.toFixed(0)} % outside`),
      ...faults,
      ...(report.notes ?? []),
    ].filter(Boolean);
    console.log(basename(file).padEnd(28), line.join(', '));
    return await tilesOfRig(glb, `${basename(file)}: ${report.skeleton}`, side);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    console.log(
      basename(file).padEnd(28),
      isAppError(error) && error.code !== 'internal' ? 'REFUSED' : 'BROKEN',
      why,
    );
    const rgb = new Uint8Array(side * side * 3).fill(60);
    return [`${basename(file)}: ${why}`, '', ''].map((caption) => ({ caption, rgb }));
  }
}

const tiles: Tile[] = [];
for (const file of positionals) tiles.push(...(await tell(file)));
if (values.out) await writeFile(values.out, await drawSheet(tiles, side, 9));
