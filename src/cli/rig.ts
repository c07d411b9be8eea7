import { readFile, writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isAppError, SetupError } from '../base/errors.js';
import { makeRig, type Rig, type RigRequest, reskinModel } from '../engine/index.js';
import type { Io } from '../main.js';

/** The engine on the command line; the only place in which it meets files. */

const usage =
  'Use: rigsmith rig text "a red fox" -o fox.glb, rig image a.png -o a.glb, or rig images front.png left.png -o b.glb, rig mesh body.obj -o body.glb, or rig weights model.glb -o out.glb.';

const views = ['front', 'left', 'back', 'right'] as const;
type View = (typeof views)[number];

const options = {
  out: { type: 'string', short: 'o' },
  preview: { type: 'string' },
  json: { type: 'string' },
  seed: { type: 'string' },
  views: { type: 'string' },
  skeleton: { type: 'string' },
  detail: { type: 'string' },
  style: { type: 'string' },
} as const;
type Values = Partial<Record<keyof typeof options, string>>;

const choices = {
  skeleton: ['auto', 'biped', 'quadruped'],
  detail: ['low', 'medium', 'high'],
  style: ['chibi', 'natural', 'heroic'],
} as const;

function readChoice<K extends keyof typeof choices>(
  values: Values,
  name: K,
): (typeof choices)[K][number] | undefined {
  const given = values[name];
  const found = choices[name].find((choice) => choice === given);
  if (given === undefined || found) return found;
  throw new SetupError(`--${name} takes ${choices[name].join(', ')}, not "${given}".`);
}

function readSeed(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const seed = Number(text);
  if (/^\d+$/.test(text) && seed < 2 ** 32) return seed;
  throw new SetupError(`--seed takes a whole number from 0 to 4294967295, not "${text}".`);
}

/** One view a picture, in the order of the files; without --views front, left, back, right. */
function readViews(text: string | undefined, count: number): (View | null)[] {
  const names = text?.split(',') ?? views.slice(0, count);
  const read = names.map((name) => views.find((view) => view === name.trim()));
  if (names.length !== count || read.includes(undefined)) {
    throw new SetupError(`--views takes one of ${views.join(', ')} for each picture, with commas.`);
  }
  return read.map((view) => view ?? null);
}

async function readInput(path: string): Promise<Uint8Array> {
  return readFile(path).catch(() => {
    throw new SetupError(`The file ${path} cannot be read.`);
  });
}

async function readRequest([kind, ...rest]: string[], values: Values): Promise<RigRequest> {
  const seed = readSeed(values.seed);
  const parameters = {
    skeleton: readChoice(values, 'skeleton'),
    detail: readChoice(values, 'detail'),
    style: readChoice(values, 'style'),
  };
  const common = { ...(seed !== undefined && { seed }), parameters };
  const [first] = rest;
  if (kind === 'text' && first !== undefined && rest.length === 1) return { kind, prompt: first, ...common };
  if (kind === 'image' && first !== undefined && rest.length === 1) {
    return { kind, image: await readInput(first), ...common };
  }
  if (kind === 'mesh' && first !== undefined && rest.length === 1) {
    return { kind, model: await readInput(first), ...common };
  }
  if (kind === 'images' && rest.length >= 2 && rest.length <= 4) {
    const sides = readViews(values.views, rest.length);
    const images = await Promise.all(
      rest.map(async (path, index) => ({ bytes: await readInput(path), view: sides[index] ?? null })),
    );
    return { kind, images, ...common };
  }
  throw new SetupError(usage);
}

async function write(path: string, content: Uint8Array | string): Promise<void> {
  await writeFile(path, content).catch(() => {
    throw new SetupError(`The file ${path} cannot be written.`);
  });
}

function summary({ report }: Rig, out: string): string {
  const unknown = report.words?.unknown ?? [];
  return [
    `${out}: ${report.skeleton}, ${report.joints.length} joints, ${report.mesh.triangles} triangles`,
    `clips: ${report.animations.map(({ name }) => name).join(', ')}`,
    `validator: ${report.validation.errors} errors, ${report.validation.warnings} warnings; seed ${report.seed}`,
    ...(report.notes ?? []),
    ...(unknown.length > 0 ? [`not understood: ${unknown.join(', ')}`] : []),
    '',
  ].join('\n');
}

/** New weights for the skeleton a model has. */
async function reskin(path: string, out: string, values: Values, io: Io): Promise<void> {
  const { glb, ...report } = await reskinModel(await readInput(path));
  await write(out, glb);
  if (values.json) await write(values.json, `${JSON.stringify(report, null, 2)}\n`);
  const { errors, warnings } = report.validation;
  io.stdout.write(
    `${out}: ${report.vertices} vertices, ${report.joints} joints; validator: ${errors} errors, ${warnings} warnings\n`,
  );
}

async function rig(positionals: string[], out: string, values: Values, io: Io): Promise<void> {
  const made = await makeRig(await readRequest(positionals, values));
  await write(out, made.glb);
  if (values.preview) await write(values.preview, made.preview);
  if (values.json) await write(values.json, `${JSON.stringify(made.report, null, 2)}\n`);
  io.stdout.write(summary(made, out));
}

/** @returns 0, or 2 with one sentence when the words, the picture, the model or a file are at fault */
export async function runRig(argv: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  if (!values.out) throw new SetupError(`Say where the model goes: -o FILE. ${usage}`);
  const [kind, model, ...more] = positionals;
  try {
    if (kind === 'weights' && model !== undefined && more.length === 0)
      await reskin(model, values.out, values, io);
    else await rig(positionals, values.out, values, io);
    return 0;
  } catch (error) {
    if (!isAppError(error) || error.code === 'internal') throw error;
    throw new SetupError(error.message, { cause: error });
  }
}
