/** three.js' own loader in Node, with the two browser APIs it needs. */
import sharp from 'sharp';
import { type Bone, type Group, Matrix4, type SkinnedMesh, Vector3 } from 'three';
import { type GLTF, GLTFLoader } from 'three/examples/jsm/loaders/GLTFLoader.js';

/** Decodes the images that GLTFLoader passes on, so that an unreadable texture fails the load. */
async function createImageBitmap(blob: Blob): Promise<{ width: number; height: number; close(): void }> {
  const { info } = await sharp(Buffer.from(await blob.arrayBuffer()))
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, close: () => {} };
}

/** @param meshopt the decoder for a file compressed by meshopt */
export function openInThree(
  glb: Uint8Array,
  meshopt: Parameters<GLTFLoader['setMeshoptDecoder']>[0] = null,
): Promise<GLTF> {
  Object.assign(globalThis, { self: globalThis, createImageBitmap });
  const bytes = glb.buffer.slice(glb.byteOffset, glb.byteOffset + glb.byteLength) as ArrayBuffer;
  return new GLTFLoader().setMeshoptDecoder(meshopt).parseAsync(bytes, '');
}

export const skinnedIn = (scene: Group): SkinnedMesh[] => {
  const found: SkinnedMesh[] = [];
  scene.traverse((object) => {
    if ((object as SkinnedMesh).isSkinnedMesh) found.push(object as SkinnedMesh);
  });
  return found;
};

/** The largest displacement of a vertex by the skin in the rest pose, as a fraction of the model's largest extent. */
export function bindError(scene: Group): number {
  scene.updateMatrixWorld(true);
  const meshes = skinnedIn(scene);
  const size = Math.max(
    ...meshes.map(({ geometry }) => {
      geometry.computeBoundingSphere();
      return geometry.boundingSphere!.radius;
    }),
  );
  let worst = 0;
  for (const mesh of meshes) {
    const { position } = mesh.geometry.attributes;
    const [rest, moved] = [new Vector3(), new Vector3()];
    for (let v = 0; v < position!.count; v += 7) {
      rest.fromBufferAttribute(position!, v);
      mesh.applyBoneTransform(v, moved.copy(rest));
      worst = Math.max(worst, moved.distanceTo(rest) / size);
    }
  }
  return worst;
}

/** The error of any joint's bind matrix: world matrix times inverse bind, without the mesh's own transform. */
export function matrixError(scene: Group): number {
  scene.updateMatrixWorld(true);
  let worst = 0;
  for (const mesh of skinnedIn(scene)) {
    const own = mesh.matrixWorld.elements;
    mesh.skeleton.bones.forEach((bone: Bone, i) => {
      const product = new Matrix4().multiplyMatrices(bone.matrixWorld, mesh.skeleton.boneInverses[i]!);
      for (let e = 0; e < 16; e++) worst = Math.max(worst, Math.abs(product.elements[e]! - own[e]!));
    });
  }
  return worst;
}
