import {
  type Bone,
  type Camera,
  Color,
  ConeGeometry,
  DirectionalLight,
  HemisphereLight,
  InstancedMesh,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import { mergeGeometries } from 'three/addons/utils/BufferGeometryUtils.js';

const BONE_COLOUR = new Color('#9aa6ff');
const JOINT_COLOUR = new Color('#ffb52e');
const POINTED_COLOUR = new Color('#ff4d8d');
const UP = new Vector3(0, 1, 0);
/** Greatest distance from the pointer to a joint, in CSS pixels. */
const REACH_PX = 16;

export type PointedJoint = { name: string; x: number; y: number };

/** A skeleton as solid bones and joints, in its own scene drawn over the mesh. */
export type Bones = {
  scene: Scene;
  update(): void;
  /** Marks and returns the joint at a point of the picture (CSS pixels). */
  point(
    camera: Camera,
    at: { x: number; y: number } | null,
    width: number,
    height: number,
  ): PointedJoint | null;
  dispose(): void;
};

/** @param size largest extent of the model, which sets the size of joints and bones */
export function createBones(joints: readonly Bone[], size: number): Bones {
  const known = new Set<Object3D>(joints);
  const links = joints.flatMap((joint) =>
    joint.parent && known.has(joint.parent) ? [{ from: joint.parent, to: joint }] : [],
  );
  const boneMaterial = new MeshLambertMaterial({ color: BONE_COLOUR, flatShading: true });
  const jointMaterial = new MeshLambertMaterial({ color: 'white' });
  const boneShape = createBoneShape();
  const jointShape = new SphereGeometry(size * 0.0095, 16, 12);
  const sticks = new InstancedMesh(boneShape, boneMaterial, links.length);
  const dots = new InstancedMesh(jointShape, jointMaterial, joints.length);
  const sun = new DirectionalLight('white', 1.6);
  sun.position.set(1, 3, 2);
  const scene = new Scene();
  scene.add(sticks, dots, sun, new HemisphereLight('white', '#8890b8', 2));
  for (const mesh of [sticks, dots]) mesh.frustumCulled = false;

  const [start, end, along, scale] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()];
  const [turn, place] = [new Quaternion(), new Matrix4()];
  const paint = (pointed: number) => {
    for (const index of joints.keys())
      dots.setColorAt(index, index === pointed ? POINTED_COLOUR : JOINT_COLOUR);
    if (dots.instanceColor) dots.instanceColor.needsUpdate = true;
  };
  paint(-1);

  return {
    scene,
    update() {
      links.forEach(({ from, to }, index) => {
        start.setFromMatrixPosition(from.matrixWorld);
        end.setFromMatrixPosition(to.matrixWorld);
        const length = along.subVectors(end, start).length();
        turn.setFromUnitVectors(UP, along.normalize());
        const girth = Math.min(length, size * 0.22);
        sticks.setMatrixAt(index, place.compose(start, turn, scale.set(girth, length, girth)));
      });
      joints.forEach((joint, index) => {
        start.setFromMatrixPosition(joint.matrixWorld);
        dots.setMatrixAt(index, place.makeTranslation(start));
      });
      sticks.instanceMatrix.needsUpdate = true;
      dots.instanceMatrix.needsUpdate = true;
    },
    point(camera, at, width, height) {
      let nearest = { index: -1, distance: REACH_PX, x: 0, y: 0 };
      joints.forEach((joint, index) => {
        if (!at) return;
        start.setFromMatrixPosition(joint.matrixWorld).project(camera);
        const [x, y] = [((start.x + 1) / 2) * width, ((1 - start.y) / 2) * height];
        const distance = Math.hypot(x - at.x, y - at.y);
        if (distance < nearest.distance) nearest = { index, distance, x, y };
      });
      paint(nearest.index);
      const joint = joints[nearest.index];
      return joint ? { name: joint.name, x: nearest.x, y: nearest.y } : null;
    },
    dispose() {
      for (const each of [boneShape, jointShape, boneMaterial, jointMaterial, sticks, dots]) each.dispose();
    },
  };
}

/** The long octahedron that 3D programs use for bones: one unit up from the origin. */
function createBoneShape() {
  const head = new ConeGeometry(0.09, 0.15, 4).rotateX(Math.PI).translate(0, 0.075, 0);
  const tail = new ConeGeometry(0.09, 0.85, 4).translate(0, 0.575, 0);
  const shape = mergeGeometries([head, tail]);
  head.dispose();
  tail.dispose();
  return shape;
}
