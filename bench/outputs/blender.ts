/** Blender's own importer, if `blender` is installed. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RigReport } from '../../src/engine/index.js';

const run = promisify(execFile);
const marker = 'rigsmith:';
const options = ['-b', '--factory-startup', '--python-exit-code', '1'];

/** One Blender process opens all files; the importer of 3.x uses a numpy name that numpy 1.24 removed. */
const opening = `
import bpy, json, sys
import numpy
if 'bool' not in numpy.__dict__:
    numpy.bool = bool

def opened(path):
    bpy.ops.wm.read_factory_settings(use_empty=True)
    bpy.ops.import_scene.gltf(filepath=path)
    rigs = [one for one in bpy.data.objects if one.type == 'ARMATURE']
    bones = {bone.name for rig in rigs for bone in rig.data.bones}
    bodies = [one for one in bpy.data.objects if one.type == 'MESH' and one.find_armature()]
    weights = [[one.weight for one in v.groups if body.vertex_groups[one.group].name in bones] for body in bodies for v in body.data.vertices]
    curves = [curve for action in bpy.data.actions for curve in action.fcurves]
    heights = [(body.matrix_world @ v.co).z for body in bodies for v in body.data.vertices]
    return {
        'armatures': len(rigs),
        'bones': len(bones),
        'bodies': len(bodies),
        'bare': sum(1 for held in weights if abs(sum(held) - 1) > 1e-3),
        'actions': len(bpy.data.actions),
        'astray': sum(1 for curve in curves if curve.data_path.split('"')[1] not in bones),
        'height': max(heights) - min(heights) if heights else 0,
    }

for path in sys.argv[sys.argv.index('--') + 1:]:
    try:
        print('${marker}' + json.dumps(opened(path)))
    except Exception as error:
        print('${marker}' + json.dumps({'error': str(error).strip().splitlines()[-1]}))
`;

type Opened = {
  armatures: number;
  bones: number;
  /** Meshes moved by an armature. */
  bodies: number;
  /** Vertices whose weights do not sum to 1. */
  bare: number;
  actions: number;
  /** Curves that move no bone. */
  astray: number;
  height: number;
};
type Made = { glb: Uint8Array; report: Pick<RigReport, 'joints' | 'height'> };

/**
 * @returns for each file one sentence per difference from the expected import; null without Blender, or without numpy
 * in it
 */
export async function faultsInBlender(made: readonly Made[]): Promise<string[][] | null> {
  const ready = run('blender', [...options, '--python-expr', 'import numpy']);
  if (!(await ready.catch(() => null))) return null;
  const folder = await mkdtemp(join(tmpdir(), 'rigsmith-'));
  try {
    const script = join(folder, 'open.py');
    const paths = made.map((_, i) => join(folder, `${i}.glb`));
    await Promise.all([writeFile(script, opening), ...paths.map((path, i) => writeFile(path, made[i]!.glb))]);
    const { stdout } = await run('blender', [...options, '-P', script, '--', ...paths], {
      maxBuffer: 64 << 20,
    });
    const lines = stdout.split('\n').filter((line) => line.startsWith(marker));
    return made.map((one, i) => faultsOf(one, JSON.parse(lines[i]!.slice(marker.length))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

function faultsOf({ report }: Made, opened: Opened | { error: string }): string[] {
  if ('error' in opened) return [`Blender does not open it: ${opened.error}`];
  const { armatures, bones, bodies, bare, actions, astray, height } = opened;
  const broken: [boolean, string][] = [
    [armatures !== 1, `${armatures} armatures`],
    [bones !== report.joints.length, `${bones} bones for ${report.joints.length} joints`],
    [bodies === 0, 'no mesh an armature moves'],
    [bare > 0, `${bare} vertices whose weights do not sum to 1`],
    [actions < 3, `${actions} actions`],
    [astray > 0, `${astray} curves that move no bone`],
    [Math.abs(height - report.height) > report.height * 1e-3, `a height of ${height}, not ${report.height}`],
  ];
  return broken.filter(([is]) => is).map(([, sentence]) => `in Blender: ${sentence}`);
}
