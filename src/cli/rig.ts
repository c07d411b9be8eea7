import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isAppError, SetupError } from '../base/errors.js';
import { createMoveNet, makeRig, type Rig, reskinModel } from '../engine/index.js';
import type { Io } from '../main.js';
import { tellStages } from './rig-progress.js';
import { options, readInput, readRequest, usage, type Values } from './rig-request.js';

/** The engine on the command line; the only place in which it meets files. */

async function write(path: string | undefined, content: Uint8Array | string | undefined): Promise<void> {
  if (path === undefined || content === undefined) return;
  await writeFile(path, content).catch(() => {
    throw new SetupError(`The file ${path} cannot be written.`);
  });
}

const asJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

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
  await write(values.json, asJson(report));
  const { errors, warnings } = report.validation;
  io.stdout.write(
    `${out}: ${report.vertices} vertices, ${report.joints} joints; validator: ${errors} errors, ${warnings} warnings\n`,
  );
}

/** Everything is written at the end, so that a stopped job leaves nothing. */
async function rig(
  positionals: string[],
  out: string,
  values: Values,
  io: Io,
  signal: AbortSignal,
): Promise<void> {
  const request = await readRequest(positionals, values);
  const { onStage, end } = tellStages(io.stderr);
  const pose = request.kind === 'text' ? null : await createMoveNet();
  const made = await makeRig(request, { onStage, signal, pose }).finally(end);
  await write(out, made.glb);
  await write(values.preview, made.preview);
  await write(values.turntable, made.turntable);
  await write(values.json, asJson({ class: made.report.skeleton, ...made.report }));
  io.stdout.write(summary(made, out));
}

/**
 * @returns 0, 130 when stopped by Ctrl+C, or 2 with one sentence when the words, the picture, the model or a file are
 * at fault
 */
export async function runRig(argv: string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({ args: argv, options, allowPositionals: true });
  if (!values.out) throw new SetupError(`Say where the model goes: -o FILE. ${usage}`);
  const [kind, model, ...more] = positionals;
  const stop = new AbortController();
  const onInterrupt = () => stop.abort();
  process.once('SIGINT', onInterrupt);
  try {
    if (kind === 'weights' && model !== undefined && more.length === 0)
      await reskin(model, values.out, values, io);
    else await rig(positionals, values.out, values, io, stop.signal);
    return 0;
  } catch (error) {
    if (stop.signal.aborted) {
      io.stderr.write('Stopped; nothing was written.\n');
      return 130;
    }
    if (!isAppError(error) || error.code === 'internal') throw error;
    throw new SetupError(error.message, { cause: error });
  } finally {
    process.removeListener('SIGINT', onInterrupt);
  }
}
