/** Reads and writes glTF: every ratified extension is supported, and compressed meshes are decompressed. */
import { type Document, type Extension, type GLTF, Logger, NodeIO } from '@gltf-transform/core';

/** Extensions whose properties belong to materials and textures, which are kept unchanged. */
const kept = /^(KHR_materials_(?!variants)|KHR_texture_|EXT_texture_|MSFT_texture_|EXT_materials_|KHR_xmp)/;

/** The extensions' module is large, so it is imported on the first call. */
async function createIo(): Promise<NodeIO> {
  const { ALL_EXTENSIONS } = await import('@gltf-transform/extensions');
  return new NodeIO().setLogger(new Logger(Logger.Verbosity.SILENT)).registerExtensions(ALL_EXTENSIONS);
}

/** @param still drops the animations; `animated` then says whether there were any */
export async function readDocument(
  given: Uint8Array,
  still: boolean,
): Promise<{ document: Document; animated: boolean }> {
  // Typed arrays need 4-byte alignment, and the file itself may be a view at any offset.
  const bytes = given.byteOffset % 4 === 0 ? given : new Uint8Array(given);
  const io = await createIo();
  const json = Buffer.from(
    bytes.subarray(20, 20 + new DataView(bytes.buffer, bytes.byteOffset).getUint32(12, true)),
  );
  if (json.includes('KHR_draco_mesh_compression')) {
    const { default: draco } = (await import('draco3d')) as {
      default: { createDecoderModule(): Promise<unknown> };
    };
    io.registerDependencies({ 'draco3d.decoder': await draco.createDecoderModule() });
  }
  if (json.includes('EXT_meshopt_compression')) {
    const { MeshoptDecoder } = await import('meshoptimizer');
    await MeshoptDecoder.ready;
    io.registerDependencies({ 'meshopt.decoder': MeshoptDecoder });
  }
  const parts = await io.binaryToJSON(bytes);
  const animated = (parts.json.animations ?? []).length > 0;
  if (still) dropAnimations(parts.json);
  const document = await io.readJSON(parts);
  dropExtensions(document, ({ extensionName }) => packing.has(extensionName));
  return { document, animated };
}

/** Also drops accessors that only animations use: a game character has thousands, each slow to create and dispose. */
function dropAnimations(json: GLTF.IGLTF): void {
  const { accessors = [], meshes = [], skins = [], nodes = [] } = json;
  json.animations = [];
  if (nodes.some(({ extensions }) => extensions)) return;
  const used = new Map<number, number>();
  const rename = (old: number): number => {
    const name = used.get(old) ?? used.size;
    used.set(old, name);
    return name;
  };
  const renameAll = (attributes: { [semantic: string]: number }) => {
    for (const semantic of Object.keys(attributes)) attributes[semantic] = rename(attributes[semantic]!);
  };
  for (const primitive of meshes.flatMap(({ primitives }) => primitives)) {
    if (primitive.indices !== undefined) primitive.indices = rename(primitive.indices);
    renameAll(primitive.attributes);
    primitive.targets?.forEach(renameAll);
  }
  for (const skin of skins)
    if (skin.inverseBindMatrices !== undefined) skin.inverseBindMatrices = rename(skin.inverseBindMatrices);
  json.accessors = [...used.keys()].map((old) => accessors[old]!);
}

const packing: ReadonlySet<string> = new Set(['KHR_draco_mesh_compression', 'EXT_meshopt_compression']);

/** Removes extensions of nodes, meshes and scenes. */
export const keepMaterialExtensions = (document: Document): void =>
  dropExtensions(document, ({ extensionName }) => !kept.test(extensionName));

function dropExtensions(document: Document, drop: (extension: Extension) => boolean): void {
  for (const extension of document.getRoot().listExtensionsUsed().filter(drop)) extension.dispose();
}

/** @param extra extensions of the document that no other file has */
export async function writerOf(
  document: Document,
  extra: readonly (typeof Extension)[] = [],
): Promise<NodeIO> {
  const io = (await createIo()).registerExtensions([...extra]);
  const used = document.getRoot().listExtensionsUsed();
  if (used.some(({ extensionName }) => extensionName === 'EXT_meshopt_compression')) {
    const { MeshoptEncoder } = await import('meshoptimizer');
    await MeshoptEncoder.ready;
    io.registerDependencies({ 'meshopt.encoder': MeshoptEncoder });
  }
  return io;
}
