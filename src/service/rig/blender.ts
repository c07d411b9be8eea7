import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Executor, FileOutcome } from './executor.js';

/** Writes FBX with the operator's Blender: no library for Node writes skinned and animated FBX. */

const run = promisify(execFile);
const timeoutMs = 180_000;
const mostMemoryKb = 4_000_000;

const options = ['-b', '--factory-startup', '--python-exit-code', '1', '--python-expr'];
/** Blender 3's importer uses a name that numpy 1.24 removed. */
const imports = `
import bpy, numpy, sys
if 'bool' not in numpy.__dict__:
    numpy.bool = bool
import io_scene_fbx, io_scene_gltf2
`;
const converting = `${imports}
source, target = sys.argv[sys.argv.index('--') + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source)
bpy.ops.export_scene.fbx(
    filepath=target, add_leaf_bones=False, path_mode='COPY', embed_textures=True,
    bake_anim_use_all_actions=True, bake_anim_use_nla_strips=False, bake_anim_force_startend_keying=False,
)
`;

const longestReason = 2_000;

/** Why Blender failed. The message of Node repeats the whole script. */
function reasonOf(error: unknown): string {
  const { message, stderr = '', killed } = error as Error & { stderr?: string; killed?: boolean };
  if (killed) return `Blender took longer than ${timeoutMs / 1_000} s`;
  return stderr.trim().slice(-longestReason) || message;
}

/**
 * Runs Blender without the environment of the service, which holds its secrets.
 * @param home a folder of its own: Blender runs scripts that it finds in a home
 */
const runBlender = (
  program: string,
  script: string,
  args: readonly string[],
  home: string,
  signal?: AbortSignal,
) =>
  run(
    '/bin/sh',
    ['-c', `ulimit -v ${mostMemoryKb}; exec "$0" "$@"`, program, ...options, script, '--', ...args],
    {
      cwd: home,
      env: { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' },
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
      maxBuffer: 16 * 1024 * 1024,
      signal,
    },
  ).catch((error: unknown) => {
    throw new Error(reasonOf(error));
  });

/** Gives the work a new folder, which is removed afterwards. */
async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'rigsmith-fbx-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @throws Error when the program does not start, or lacks what a conversion needs */
export async function checkBlender(program: string): Promise<void> {
  await inFolder((folder) => runBlender(program, imports, [], folder));
}

/** @param program Blender, as a path or as a name in the usual folders */
export const createFbxMaker =
  (program: string): NonNullable<Executor['makeFbx']> =>
  async (model, signal) => {
    try {
      return await inFolder<FileOutcome>(async (folder) => {
        const [source, target] = [join(folder, 'character.glb'), join(folder, 'character.fbx')];
        await writeFile(source, model);
        await runBlender(program, converting, [source, target], folder, signal);
        return { kind: 'file', bytes: await readFile(target) };
      });
    } catch (error) {
      if (signal.aborted) return { kind: 'stopped' };
      return { kind: 'crashed', cause: error instanceof Error ? error.message : String(error) };
    }
  };
