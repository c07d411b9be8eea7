/**
 * The class, facing and joints that characters get when they are uploaded again.
 * `node dist/modules/bench/creatures.js [--only WORD,..] [--alter NAME,..|all] [--stance NAME] [--cache DIR] [--worst N]`
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Vec3 } from '../src/engine/geometry/vec.js';
import { species } from '../src/engine/input/text/vocabulary.js';
import { alterations, type Creature, makeCreature, type Stance } from './eval/creature.js';
import { dolls } from './eval/dolls.js';
import { type Met, meet } from './eval/met.js';

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

const only = values.only.split(',').filter(Boolean);
const names = [...Object.keys(species), ...Object.keys(dolls)].filter(
  (name) =>
    only.length === 0 ||
    only.includes(name) ||
    only.includes(`${dolls[name] ? 'doll' : species[name]!.kind}s`),
);
const altering = values.alter === 'all' ? Object.keys(alterations) : values.alter.split(',');

const mean = (list: readonly number[]) => list.reduce((sum, one) => sum + one, 0) / list.length;
const met: (Met & { alteration: string })[] = [];
for (const name of names) {
  const creature = await creatureNamed(name);
  for (const alteration of altering) {
    const one = { ...meet(await alterations[alteration]!(creature)), alteration };
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
