/** Blender's automatic weights on the same joints and vertices, if `blender` is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Skinned, Weigher } from './weights.js';

const run = promisify(execFile);

/** Prints nothing itself; an exception ends Blender with code 1. */
const options = ['-b', '--factory-startup', '--python-exit-code', '1'];

/**
 * "Armature Deform with Automatic Weights". Bodies and bones come as JSON, since the importers need numpy, merge
 * vertices and guess bone ends. A warning of the operator is not a failure: it leaves such vertices unweighted.
 */
const weighing = `
import bpy, json, sys
source, target = sys.argv[sys.argv.index('--') + 1:]
given = json.load(open(source))
bpy.ops.wm.read_factory_settings(use_empty=True)
mesh = bpy.data.meshes.new('body')
mesh.from_pydata(given['vertices'], [], given['faces'])
armature = bpy.data.armatures.new('rig')
body = bpy.data.objects.new('body', mesh)
rig = bpy.data.objects.new('rig', armature)
for one in (body, rig):
    bpy.context.scene.collection.objects.link(one)
    one.select_set(True)
bpy.context.view_layer.objects.active = rig
bpy.ops.object.mode_set(mode='EDIT')
for name, parent, head, tail in given['bones']:
    bone = armature.edit_bones.new(name)
    bone.head, bone.tail = head, tail
    bone.parent = armature.edit_bones[parent] if parent else None
bpy.ops.object.mode_set(mode='OBJECT')
try:
    bpy.ops.object.parent_set(type='ARMATURE_AUTO')
except RuntimeError:
    pass
names = [group.name for group in body.vertex_groups]
weights = [[[names[one.group], one.weight] for one in v.groups] for v in mesh.vertices]
json.dump(weights, open(target, 'w'))
`;

/** Null without Blender. */
export async function findBlender(): Promise<Weigher | null> {
  const version = await run('blender', ['--version']).catch(() => null);
  if (!version) return null;
  const [by = 'Blender'] = version.stdout.split('\n');
  return { by, weigh };
}

const triples = (flat: ArrayLike<number>): number[][] =>
  Array.from({ length: flat.length / 3 }, (_, i) => [flat[i * 3]!, flat[i * 3 + 1]!, flat[i * 3 + 2]!]);

async function weigh({ positions, indices, bones }: Skinned) {
  const folder = await mkdtemp(join(tmpdir(), 'rigsmith-'));
  const file = (name: string) => join(folder, name);
  const given = {
    vertices: triples(positions),
    faces: triples(indices),
    bones: bones.map(({ name, parent, head, tail }) => [name, parent, head, tail]),
  };
  try {
    await Promise.all([
      writeFile(file('in.json'), JSON.stringify(given)),
      writeFile(file('weigh.py'), weighing),
    ]);
    await run('blender', [...options, '-P', file('weigh.py'), '--', file('in.json'), file('out.json')]);
    return JSON.parse(await readFile(file('out.json'), 'utf8')) as [bone: string, weight: number][][];
  } finally {
    await rm(folder, { recursive: true });
  }
}
