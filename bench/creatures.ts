/**
 * The class, facing and joints that characters get when they are uploaded again.
 * `node dist/bench/creatures.js [--only WORD,..] [--alter NAME,..|all] [--stance NAME] [--cache DIR] [--worst N]`
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { toFile, turnToFileVector } from '../src/engine/body/uploaded/frame.js';
import { shapeModel, standModel } from '../src/engine/body/uploaded/stand.js';
import { distance, dot, type Vec3 } from '../src/engine/geometry/vec.js';
import type { Piece } from '../src/engine/input/model/model.js';
import { smoothNormals } from '../src/engine/input/model/normals.js';
import { species } from '../src/engine/input/text/vocabulary.js';
import { alterations, boundsOf, type Creature, makeCreature, type Stance, sizeOf } from './eval/creature.js';
import { dolls } from './eval/dolls.js';

type Met = {
  name: string;
  alteration: string;
  wanted: string;
  got: string;
  ahead: number;
  errors: [string, number][];
};

const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    alter: { type: 'string', default: 'as made' },
    stance: { type: 'string', default: 'modelled' },
    cache: { type: 'string' },
    worst: { type: 'string', default: '25' },
  },
});

async function creatureNamed(name: string): Promise<Creature> {
  const made = dolls[name];
  if (made) return made();
  const stance = values.stance as Stance;
  const path = values.cache && join(values.cache, `${name}, ${stance}.json`);
  const known = path && (await readFile(path, 'utf8').catch(() => null));
  if (known) return thaw(known);
  const creature = await makeCreature(`a ${name}`, stance);
  if (path) {
    await mkdir(values.cache!, { recursive: true });
    await writeFile(path, freeze(creature));
  }
  return creature;
}

const freeze = (creature: Creature): string =>
  JSON.stringify({
    ...creature,
    joints: [...creature.joints],
    parts: creature.parts.map(({ positions, indices }) => ({
      positions: [...positions],
      indices: [...indices],
    })),
  });

function thaw(text: string): Creature {
  const raw = JSON.parse(text) as Creature & { joints: [string, Vec3][] };
  const parts = raw.parts.map(({ positions, indices }) => ({
    positions: Float32Array.from(positions),
    indices: Uint32Array.from(indices),
  }));
  return { ...raw, joints: new Map(raw.joints), parts };
}

function meet(creature: Creature, alteration: string): Met {
  const pieces = creature.parts.map(
    ({ positions, indices }) => ({ positions, indices, normals: smoothNormals(positions, indices) }) as Piece,
  );
  const { frame, skeleton } = standModel(shapeModel(pieces));
  const front = turnToFileVector(frame, [0, 0, 1]);
  const { low, high } = boundsOf(creature);
  const rise = creature.up.findIndex((value) => Math.abs(value) > 0.9);
  const standing = ['biped', 'quadruped', 'avian'].includes(creature.kind) && rise >= 0;
  const size = standing ? high[rise]! - low[rise]! : sizeOf(creature);
  const errors =
    skeleton.kind === creature.kind
      ? skeleton.joints.flatMap(({ name, position }): [string, number][] => {
          const truth = creature.joints.get(name);
          return truth ? [[name, (100 * distance(toFile(frame, position), truth)) / size]] : [];
        })
      : [];
  return {
    name: creature.name,
    alteration,
    wanted: creature.kind,
    got: skeleton.kind,
    ahead: dot(front, creature.front),
    errors,
  };
}

const only = values.only.split(',').filter(Boolean);
const names = [...Object.keys(species), ...Object.keys(dolls)].filter(
  (name) =>
    only.length === 0 ||
    only.includes(name) ||
    only.includes(`${dolls[name] ? 'doll' : species[name]!.kind}s`),
);
const altering = values.alter === 'all' ? Object.keys(alterations) : values.alter.split(',');

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const met: Met[] = [];
for (const name of names) {
  const creature = await creatureNamed(name);
  for (const alteration of altering) {
    const one = meet(await alterations[alteration]!(creature), alteration);
    met.push(one);
    const wrong =
      one.got !== one.wanted ? `CLASS ${one.got}` : one.ahead < 0.9 ? `FACING ${one.ahead.toFixed(2)}` : '';
    const far = [...one.errors].sort((a, b) => b[1] - a[1]).slice(0, 4);
    console.log(
      `${name.padEnd(14)} ${alteration.padEnd(18)} ${one.wanted.padEnd(10)} ${wrong.padEnd(18)}`,
      one.errors.length > 0 ? mean(one.errors.map(([, error]) => error)).toFixed(1) : '-',
      wrong ? '' : far.map(([joint, error]) => `${joint} ${error.toFixed(0)}`).join(', '),
    );
  }
}

const kinds = [...new Set(met.flatMap(({ wanted, got }) => [wanted, got]))];
console.log(
  `\n${'is \\ seen as'.padEnd(12)}${kinds.map((kind) => kind.slice(0, 9).padStart(10)).join('')}   class   facing  mean % p95 %`,
);
for (const kind of [...kinds, null]) {
  const rows = met.filter(({ wanted }) => kind === null || wanted === kind);
  if (rows.length === 0) continue;
  const right = rows.filter(({ wanted, got }) => wanted === got);
  const ahead = right.filter(({ ahead }) => ahead > 0.9);
  const errors = ahead.flatMap((one) => one.errors.map(([, error]) => error)).sort((a, b) => a - b);
  console.log(
    (kind ?? 'all').padEnd(12) +
      kinds.map((other) => String(rows.filter(({ got }) => got === other).length).padStart(10)).join(''),
    ` ${((100 * right.length) / rows.length).toFixed(0)} %`.padStart(7),
    `${((100 * ahead.length) / rows.length).toFixed(0)} %`.padStart(7),
    mean(errors).toFixed(1).padStart(6),
    (errors[Math.floor(errors.length * 0.95)] ?? NaN).toFixed(1).padStart(6),
  );
}
