import {
  type AnimationClip,
  type Bone,
  Box3,
  type BufferGeometry,
  type Group,
  LoadingManager,
  type Material,
  Mesh,
  SkinnedMesh,
  Texture,
} from 'three';
import { GLTFLoader } from 'three/addons/loaders/GLTFLoader.js';

/** A GLB as it stands in the scene, in its own units. */
export type Model = {
  scene: Group;
  meshes: Mesh[];
  /** The joints that skin something, each once. */
  joints: Bone[];
  clips: AnimationClip[];
  triangles: number;
  /** What the rest pose takes up. */
  box: Box3;
  /** Frees geometry, materials and textures on the GPU. */
  dispose(): void;
};

/**
 * Reads a GLB. What it points to outside of itself is not fetched.
 * @throws Error when the bytes are no GLB, or one with nothing to see
 */
export async function readModel(bytes: ArrayBuffer): Promise<Model> {
  const manager = new LoadingManager();
  manager.setURLModifier((url) => (/^(blob|data):/.test(url) ? url : 'data:,'));
  const { scene, animations } = await new GLTFLoader(manager).parseAsync(bytes, '');
  const meshes: Mesh[] = [];
  scene.traverse((object) => {
    if (object instanceof Mesh) meshes.push(object);
  });
  scene.updateMatrixWorld(true);
  const box = new Box3().setFromObject(scene);
  if (box.isEmpty() || ![...box.min, ...box.max].every(Number.isFinite))
    throw new Error('nothing to see in it');
  for (const mesh of meshes) {
    mesh.castShadow = true;
    mesh.receiveShadow = true;
    mesh.frustumCulled = false; // bounds are those of the rest pose, a clip may leave them
  }
  return {
    scene,
    meshes,
    joints: [...new Set(meshes.flatMap((mesh) => (mesh instanceof SkinnedMesh ? mesh.skeleton.bones : [])))],
    clips: animations,
    triangles: meshes.reduce((total, { geometry }) => total + trianglesOf(geometry), 0),
    box,
    dispose: () => meshes.forEach(freeMesh),
  };
}

const trianglesOf = ({ index, attributes }: BufferGeometry): number =>
  Math.floor((index?.count ?? attributes.position?.count ?? 0) / 3);

export const materialsOf = ({ material }: Mesh): Material[] =>
  Array.isArray(material) ? material : [material];

function freeMesh(mesh: Mesh): void {
  mesh.geometry.dispose();
  if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose();
  for (const material of materialsOf(mesh)) {
    for (const value of Object.values(material)) {
      if (!(value instanceof Texture)) continue;
      if (value.image instanceof ImageBitmap) value.image.close();
      value.dispose();
    }
    material.dispose();
  }
}
