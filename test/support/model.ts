import { type Document, NodeIO } from '@gltf-transform/core';
import { quick } from './rig.js';
import { sharedRigs } from './rig-processes.js';

/**
 * A figure as an artist would submit it: a GLB with shape and materials, but no skin and no clips. A rig process makes
 * it, because the bot of a world runs in this process, and would lose its lease and its connections meanwhile.
 */
export async function modelBytes(prompt = 'a green goblin'): Promise<Buffer> {
  const hooks = { onStage: () => undefined, signal: new AbortController().signal };
  const outcome = await sharedRigs.run({ kind: 'text', prompt, seed: 1, ...quick }, hooks);
  if (outcome.kind !== 'made') throw new Error(`The model was not made: ${JSON.stringify(outcome)}`);
  const io = new NodeIO();
  const aligned = new Uint8Array(outcome.rig.glb); // in the message of the process, it was not
  const document: Document = await io.readBinary(aligned);
  const root = document.getRoot();
  for (const animation of root.listAnimations()) animation.dispose();
  for (const node of root.listNodes()) node.setSkin(null);
  for (const skin of root.listSkins()) skin.dispose();
  for (const mesh of root.listMeshes())
    for (const primitive of mesh.listPrimitives())
      primitive.setAttribute('JOINTS_0', null).setAttribute('WEIGHTS_0', null);
  return Buffer.from(await io.writeBinary(document));
}
