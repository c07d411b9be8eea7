import { parseArgs } from 'node:util';
import { isAppError, SetupError } from '../base/errors.js';
import type { Rig } from '../engine/types.js';
import type { Io } from '../main.js';
import { checkOutputs, writeOutputs } from './rig-files.js';
import { tellStages } from './rig-progress.js';
import { checkOptions, help, options, readRequest, usage, type Values } from './rig-request.js';

/** Runs the engine from the command line. Ctrl+C ends it at once; nothing is written before the end. */

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

function summary({ report }: Rig, out: string): string {
  const unknown = report.words?.unknown ?? [];
  const clips = report.animations.map(({ name }) => name);
  const more = clips.length > 12 ? [`${clips.length - 12} more`] : [];
  return [
    `${out}: ${report.skeleton}, ${report.joints.length} joints, ${report.mesh.triangles} triangles`,
    `clips: ${[...clips.slice(0, 12), ...more].join(', ')}`,
    `validator: ${report.validation.errors} errors, ${report.validation.warnings} warnings; seed ${report.seed}`,
    ...(report.notes ?? []),
    ...(unknown.length > 0 ? [`not understood: ${unknown.join(', ')}`] : []),
    '',
  ].join('\n');
}

async function rig(positionals: string[], out: string, values: Values, io: Io): Promise<void> {
  const request = await readRequest(positionals, values);
  const { createMoveNet, makeRig } = await import('../engine/index.js'); // loaded only after the arguments are valid
  const { onStage, end } = tellStages(io.stderr);
  const pose = ['text', 'weights'].includes(request.kind) ? null : await createMoveNet();
  const made = await makeRig(request, { onStage, pose }).finally(end);
  const files: [string | undefined, Uint8Array | string | undefined][] = [
    [out, made.glb],
    [values.preview, made.preview],
    [values.turntable, made.turntable],
    [values.json, asJson({ class: made.report.skeleton, ...made.report })],
  ];
  await writeOutputs(new Map(files.flatMap(([path, content]) => (path && content ? [[path, content]] : []))));
  io.stdout.write(summary(made, out));
}

/** @returns 0; 1 when the engine failed; 2 with one sentence for invalid arguments, pictures, models or files */
export async function runRig(argv: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  const { help: asked, ...given } = values;
  if (asked) {
    io.stdout.write(help);
    return 0;
  }
  if (!given.out) throw new SetupError(`Name the file for the model: -o FILE. ${usage}`);
  const [kind, ...inputs] = positionals;
  checkOptions(kind, given);
  const { out, preview, turntable, json } = given;
  const outputs = [out, preview, turntable, json].filter((path) => path !== undefined);
  await checkOutputs(outputs, kind === 'text' ? [] : inputs);
  try {
    await rig(positionals, out, given, io);
    return 0;
  } catch (error) {
    if (error instanceof SetupError) throw error;
    if (isAppError(error) && error.code !== 'internal') throw new SetupError(error.message, { cause: error });
    const { message } = isAppError(error) && error.cause instanceof Error ? error.cause : (error as Error);
    io.stderr.write(
      `The engine failed (${message}). Nothing was written. Please report this with your input.\n`,
    );
    return 1;
  }
}
