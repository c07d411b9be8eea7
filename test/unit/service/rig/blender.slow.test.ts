import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeRig } from '../../../../src/engine/index.js';
import { checkBlender, createFbxMaker } from '../../../../src/service/rig/blender.js';
import { quick } from '../../../support/rig.js';

const blender = 'blender';
const missing = await checkBlender(blender).then(
  () => null,
  () => 'Blender with numpy is missing (apt-get install blender python3-numpy)',
);
const never = new AbortController().signal;
const folder = mkdtempSync(join(tmpdir(), 'rigsmith-fbx-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** What Blender finds in an FBX. */
const opening = `
import bpy, json, sys
bpy.ops.wm.read_factory_settings(use_empty=True)
bpy.ops.import_scene.fbx(filepath=sys.argv[-1])
rigs = [one for one in bpy.data.objects if one.type == 'ARMATURE']
bodies = [one for one in bpy.data.objects if one.type == 'MESH' and one.find_armature()]
heights = [(body.matrix_world @ v.co).z for body in bodies for v in body.data.vertices]
print('found:' + json.dumps({
    'bones': sorted(bone.name for rig in rigs for bone in rig.data.bones),
    'actions': len(bpy.data.actions),
    'triangles': sum(len(body.data.polygons) for body in bodies),
    'pictures': len([one for one in bpy.data.images if one.packed_file]),
    'height': max(heights) - min(heights),
}))
`;

describe.skipIf(missing)(`a rig as FBX${missing ? `: ${missing}` : ''}`, () => {
  it('comes back with its joints, clips, triangles, texture and height', async () => {
    const clips = ['idle', 'walk'];
    const { glb, report } = await makeRig({ kind: 'text', prompt: 'a knight', seed: 2, ...quick, clips });
    const made = await createFbxMaker(blender)(glb, never);
    if (made.kind !== 'file') throw new Error(JSON.stringify(made));
    const path = join(folder, 'knight.fbx');
    writeFileSync(path, made.bytes);
    const said = execFileSync(blender, ['-b', '--factory-startup', '--python-expr', opening, '--', path], {
      encoding: 'utf8',
    });
    const found = JSON.parse(/^found:(.*)$/m.exec(said)?.[1] ?? '{}');
    expect(found).toMatchObject({
      bones: report.joints.map(({ name }) => name).sort(),
      actions: clips.length,
      triangles: report.mesh.triangles,
      height: expect.closeTo(report.height, 1),
    });
    expect(found.pictures).toBeGreaterThan(0);
  });

  it('is reported as a crash for a file that Blender cannot read', async () => {
    expect(await createFbxMaker(blender)(Buffer.from('no model'), never)).toMatchObject({
      kind: 'crashed',
    });
  });
});

it('a Blender that is not there is reported as a crash, and to the doctor', async () => {
  const absent = '/nowhere/blender';
  expect(await createFbxMaker(absent)(Buffer.from(''), never)).toMatchObject({ kind: 'crashed' });
  await expect(checkBlender(absent)).rejects.toThrow();
});
