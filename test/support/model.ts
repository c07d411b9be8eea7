import { type Document, NodeIO } from '@gltf-transform/core';
import { makeRig } from '../../src/engine/index.js';
import { quick } from './rig.js';

/** A figure as an artist would submit it: a GLB with shape and materials, but no skin and no clips. */
export async function modelBytes(prompt = 'a green goblin'): Promise<Buffer> {
  const { glb } = await makeRig({ kind: 'text', prompt, seed: 1, ...quick });
  const io = new NodeIO();
  const document: Document = await io.readBinary(glb);
  const root = document.getRoot();
  for (const animation of root.listAnimations()) animation.dispose();
  for (const node of root.listNodes()) node.setSkin(null);
  for (const skin of root.listSkins()) skin.dispose();
  for (const mesh of root.listMeshes())
    for (const primitive of mesh.listPrimitives())
      primitive.setAttribute('JOINTS_0', null).setAttribute('WEIGHTS_0', null);
  return Buffer.from(await io.writeBinary(document));
}
