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

/** A GLB in its own units, ready for the scene. */
export type ViewerModel = {
  scene: Group;
  meshes: Mesh[];
  /** The joints that skin something, without duplicates. */
  joints: Bone[];
  clips: AnimationClip[];
  triangles: number;
  /** Bounding box of the rest pose. */
  box: Box3;
  /** Frees geometry, materials and textures on the GPU. */
  dispose(): void;
};

/**
 * Reads a GLB. External resources are not fetched.
 * @throws Error when the bytes are not a GLB, or show nothing
 */
export async function loadModel(bytes: ArrayBuffer): Promise<ViewerModel> {
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
    mesh.frustumCulled = false; // these are the rest pose's bounds, which a clip may exceed
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

export const meshMaterials = ({ material }: Mesh): Material[] =>
  Array.isArray(material) ? material : [material];

function freeMesh(mesh: Mesh): void {
  mesh.geometry.dispose();
  if (mesh instanceof SkinnedMesh) mesh.skeleton.dispose();
  for (const material of meshMaterials(mesh)) {
    for (const value of Object.values(material)) {
      if (!(value instanceof Texture)) continue;
      if (value.image instanceof ImageBitmap) value.image.close();
      value.dispose();
    }
    material.dispose();
  }
}
