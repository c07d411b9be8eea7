/** Compresses a finished rig with EXT_meshopt_compression. What a decoder gets equals the original bit for bit. */
import { readDocument, writerOf } from '../../input/model/gltf.js';

export async function writeMeshopt(glb: Uint8Array): Promise<Uint8Array> {
  const [{ EXTMeshoptCompression }, { document }] = await Promise.all([
    import('@gltf-transform/extensions'),
    readDocument(glb, false),
  ]);
  document.createExtension(EXTMeshoptCompression).setRequired(true);
  return (await writerOf(document)).writeBinary(document);
}
