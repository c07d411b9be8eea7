/**
 * One person, written by Blender, assimp and three.js in the ways that members' files differ: each becomes an upright
 * rig in metres, or is refused by the name of its format.
 */
import {
  BoxGeometry,
  CapsuleGeometry,
  Group,
  Mesh,
  MeshStandardMaterial,
  Scene,
  SphereGeometry,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { makeRig } from '../../../../../src/engine/index.js';
import { convertByAssimp, missing, missingBlender, runBlender } from '../../../../support/programs.js';
import { quick } from '../../../../support/rig.js';
import { person, toObj, tubes } from './figures.js';

async function expectPerson(model: Uint8Array): Promise<void> {
  const { report } = await makeRig({ kind: 'mesh', model, clips: ['idle'], ...quick });
  expect(report).toMatchObject({ skeleton: 'biped', validation: { errors: 0, warnings: 0 } });
  expect(report.height).toBeCloseTo(1.7, 1);
  const at = (name: string) => report.joints.find((joint) => joint.name === name)!.position;
  const [head, hand, foot, toes] = ['head', 'leftHand', 'leftFoot', 'leftToes'].map(at);
  expect(head![1]).toBeGreaterThan(1.2);
  expect(hand![0]).toBeGreaterThan(0.15);
  expect(foot![1]).toBeLessThan(0.25);
  expect(toes![2]).toBeGreaterThan(foot![2]!);
}

async function expectRefusal(model: Uint8Array, sentence: RegExp): Promise<void> {
  const refused = makeRig({ kind: 'mesh', model, ...quick });
  await expect(refused).rejects.toMatchObject({
    code: 'unsupported_media',
    message: expect.stringMatching(sentence),
  });
}

/** Blender's people look along -Y, with Z up. */
const inBlender = `
import bpy, math, mathutils, os, sys, numpy
if 'bool' not in numpy.__dict__:
    numpy.bool = bool
out = sys.argv[-1]
add = bpy.ops.mesh
def path(name): return os.path.join(out, name)
def fresh(): bpy.ops.wm.read_factory_settings(use_empty=True)
def limb(a, b, radius):
    a, b = mathutils.Vector(a), mathutils.Vector(b)
    add.primitive_cylinder_add(radius=radius, depth=(b - a).length, location=(a + b) / 2)
    one = bpy.context.object
    one.rotation_mode = 'QUATERNION'
    one.rotation_quaternion = (b - a).to_track_quat('Z', 'Y')
    return one
def ball(place, radius):
    add.primitive_uv_sphere_add(radius=radius, location=place)
    return bpy.context.object
def side(x):
    parts = [limb((x * .15, 0, 1.4), (x * .6, 0, 1.1), .05), ball((x * .64, 0, 1.08), .06),
             limb((x * .1, 0, .95), (x * .1, 0, .06), .07)]
    add.primitive_cube_add(size=1, location=(x * .1, -.06, .04))
    parts.append(bpy.context.object)
    parts[-1].scale = (.1, .25, .08)
    return parts
def middle():
    return [ball((0, 0, 1.62), .13), limb((0, 0, .93), (0, 0, 1.45), .17), limb((0, 0, 1.4), (0, 0, 1.55), .06)]
def person(): return middle() + side(1) + side(-1)
def joined(parts):
    for one in bpy.context.scene.objects: one.select_set(one in parts)
    bpy.context.view_layer.objects.active = parts[0]
    bpy.ops.object.join()
    bpy.ops.object.transform_apply(location=True, rotation=True, scale=True)
    return bpy.context.object
def glb(name, **more): bpy.ops.export_scene.gltf(filepath=path(name), export_format='GLB', **more)

fresh(); person()
glb('several meshes.glb')
glb('z up.glb', export_yup=False)
glb('draco.glb', export_draco_mesh_compression_enable=True)
bpy.ops.export_scene.gltf(filepath=path('embedded.gltf'), export_format='GLTF_EMBEDDED')
bpy.ops.export_scene.fbx(filepath=path('person.fbx'))
bpy.ops.wm.obj_export(filepath=path('person.obj'))
bpy.ops.export_mesh.stl(filepath=path('binary.stl'))
bpy.ops.export_mesh.stl(filepath=path('text.stl'), ascii=True)
joined(list(bpy.context.scene.objects))
bpy.ops.export_mesh.ply(filepath=path('person.ply'))
bpy.ops.wm.save_as_mainfile(filepath=path('person.blend'), compress=False)

for name, size in (('millimetres', .001), ('kilometres', 1000)):
    fresh()
    bpy.ops.object.empty_add()
    above = bpy.context.object
    for one in person(): one.parent = above
    above.scale = (size, size, size)
    above.rotation_euler = (0, 0, math.pi / 2)
    glb(name + ' under a turned empty.glb')

fresh(); middle(); left = side(1)
bpy.context.view_layer.update()
for one in left:
    twin = one.copy()
    twin.matrix_world = mathutils.Matrix.Scale(-1, 4, (1, 0, 0)) @ one.matrix_world
    bpy.context.scene.collection.objects.link(twin)
glb('linked twins with negative scale.glb')

fresh(); half = joined(side(1)); half.modifiers.new('mirror', 'MIRROR'); middle()
rounded = bpy.context.object.modifiers.new('smooth', 'SUBSURF')
glb('modifiers.glb', export_apply=True)

fresh(); body = joined(person())
body.shape_key_add(name='Basis')
wide = body.shape_key_add(name='wide')
for point in wide.data: point.co.x *= 1.3
glb('shape keys.glb')

fresh(); body = joined(person())
colors = body.data.color_attributes.new('Col', 'BYTE_COLOR', 'CORNER')
for one in colors.data: one.color = (.8, .2, .1, 1)
glb('vertex colors only.glb', export_materials='NONE')

fresh(); body = joined(person())
bpy.ops.object.armature_add(location=(0, 0, 0)); rig = bpy.context.object
bpy.ops.object.mode_set(mode='EDIT')
bones = rig.data.edit_bones
bones[0].head, bones[0].tail = (0, 0, .9), (0, 0, 1.2)
chest = bones.new('chest'); chest.head, chest.tail, chest.parent = bones[0].tail, (0, 0, 1.5), bones[0]
bpy.ops.object.mode_set(mode='OBJECT')
body.select_set(True); rig.select_set(True); bpy.context.view_layer.objects.active = rig
bpy.ops.object.parent_set(type='ARMATURE_AUTO')
rig.scale = (.01, .01, .01)
glb('armature.glb')
`;

const noBlender = missingBlender();
describe.skipIf(noBlender !== null)('Blender', () => {
  let files: Map<string, Uint8Array>;
  beforeAll(async () => {
    files = await runBlender(inBlender);
  });

  it.each([
    'several meshes.glb',
    'z up.glb',
    'embedded.gltf',
    'person.obj',
    'binary.stl',
    'text.stl',
    'person.ply',
    'millimetres under a turned empty.glb',
    'kilometres under a turned empty.glb',
    'linked twins with negative scale.glb',
    'modifiers.glb',
    'shape keys.glb',
    'vertex colors only.glb',
    'armature.glb',
  ])('%s', async (name) => {
    await expectPerson(files.get(name)!);
  });

  it('compressed by Draco, where this Blender has it', async ({ skip }) => {
    const made = files.get('draco.glb')!;
    if (!Buffer.from(made).includes('KHR_draco_mesh_compression')) skip('this Blender has no Draco');
    await expectPerson(made);
  });

  it.each([
    ['person.fbx', /^FBX files are not supported/],
    ['person.blend', /^Blender files are not supported/],
  ])('%s is refused', async (name, sentence) => {
    await expectRefusal(files.get(name)!, sentence);
  });
});

const noAssimp = missing('assimp');
describe.skipIf(noAssimp !== null)('assimp', () => {
  const converted = (format: string, ending: string) =>
    convertByAssimp(toObj(tubes(person)), 'person.obj', format, `made.${ending}`);

  it.each([
    ['obj', 'obj'],
    ['objnomtl', 'obj'],
    ['stl', 'stl'],
    ['stlb', 'stl'],
    ['ply', 'ply'],
    ['plyb', 'ply'],
    ['glb2', 'glb'],
  ])('%s', async (format, ending) => {
    await expectPerson(await converted(format, ending));
  });

  it.each([
    ['gltf2', 'gltf', /needs other files/],
    ['gltf', 'gltf', /glTF 1\.0/],
    ['glb', 'glb', /glTF 1\.0/],
    ['fbx', 'fbx', /^FBX files are not supported/],
    ['fbxa', 'fbx', /^FBX files are not supported/],
    ['collada', 'dae', /^COLLADA files are not supported/],
    ['3ds', '3ds', /not a supported 3D model/],
    ['x', 'x', /not a supported 3D model/],
  ])('%s is refused', async (format, ending, sentence) => {
    await expectRefusal(await converted(format, ending), sentence);
  });
});

describe('three.js', () => {
  /** A person of primitives in nested groups; both arms share a geometry. */
  function scene(): Scene {
    const made = new Scene();
    const body = new Group();
    body.scale.setScalar(100);
    const skin = new MeshStandardMaterial({ color: 0xcc8866 });
    const add = (geometry: Mesh['geometry'], [x, y, z]: readonly [number, number, number], roll = 0) => {
      const mesh = new Mesh(geometry, skin);
      mesh.position.set(x, y, z);
      mesh.rotation.z = roll;
      body.add(mesh);
    };
    add(new SphereGeometry(0.13), [0, 1.6, 0]);
    add(new CapsuleGeometry(0.15, 0.35), [0, 1.15, 0]);
    const [arm, leg, foot] = [
      new CapsuleGeometry(0.05, 0.5),
      new CapsuleGeometry(0.07, 0.8),
      new BoxGeometry(0.1, 0.08, 0.26),
    ];
    for (const x of [1, -1]) {
      add(arm, [x * 0.4, 1.22, 0], x * 1);
      add(leg, [x * 0.1, 0.5, 0]);
      add(foot, [x * 0.1, 0.04, 0.06]);
    }
    return made.add(body);
  }

  /** What the exporter needs of a browser. */
  class Reader {
    result: unknown;
    onloadend = () => {};
    readAsArrayBuffer(blob: Blob) {
      void blob.arrayBuffer().then((bytes) => this.#end(bytes));
    }
    readAsDataURL(blob: Blob) {
      void blob
        .arrayBuffer()
        .then((bytes) => this.#end(`data:${blob.type};base64,${Buffer.from(bytes).toString('base64')}`));
    }
    #end(result: unknown) {
      this.result = result;
      this.onloadend();
    }
  }

  it.each([true, false])('with GLTFExporter, binary %s', async (binary) => {
    vi.stubGlobal('FileReader', Reader);
    const made = await new GLTFExporter()
      .parseAsync(scene(), { binary })
      .finally(() => vi.unstubAllGlobals());
    const bytes = made instanceof ArrayBuffer ? new Uint8Array(made) : Buffer.from(JSON.stringify(made));
    await expectPerson(bytes);
  });
});
