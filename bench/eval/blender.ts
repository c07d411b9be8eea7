/** Blender's automatic weights on the same skeletons, where a `blender` is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Weigher } from './weights.js';

const run = promisify(execFile);

/** Keeps the rig, drops its weights, and has them made by "Armature Deform with Automatic Weights". */
const script = `
import bpy, sys
source, target = sys.argv[sys.argv.index('--') + 1:]
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.gltf(filepath=source, merge_vertices=False)
rig = next(one for one in bpy.data.objects if one.type == 'ARMATURE')
body = next(one for one in bpy.data.objects if one.type == 'MESH' and one.vertex_groups)
body.vertex_groups.clear()
body.modifiers.clear()
bpy.ops.object.select_all(action='DESELECT')
body.select_set(True)
rig.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.object.parent_set(type='ARMATURE_AUTO')
bpy.ops.export_scene.gltf(filepath=target, export_format='GLB', export_animations=False)
`;

/** Null where no Blender answers. */
export async function findBlender(): Promise<Weigher | null> {
  const version = await run('blender', ['--version']).catch(() => null);
  if (!version) return null;
  const [by = 'Blender'] = version.stdout.split('\n');
  return { by, weigh };
}

async function weigh(glb: Uint8Array): Promise<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), 'rigsmith-'));
  const file = (name: string) => join(folder, name);
  try {
    await Promise.all([writeFile(file('in.glb'), glb), writeFile(file('weigh.py'), script)]);
    await run('blender', ['-b', '-P', file('weigh.py'), '--', file('in.glb'), file('out.glb')]);
    return new Uint8Array(await readFile(file('out.glb')));
  } finally {
    await rm(folder, { recursive: true });
  }
}
