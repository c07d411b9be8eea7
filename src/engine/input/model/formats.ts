/** Formats of 3D models by how their files start. Imports nothing, so that a service can ask before it starts a job. */

export const startOf = (bytes: Uint8Array): string => Buffer.from(bytes.subarray(0, 65_536)).toString('utf8');

export const isPly = (bytes: Uint8Array): boolean => /^ply\s/.test(startOf(bytes.subarray(0, 8)));

/** Bytes of a binary STL before its triangles, and of each of them. */
export const stlSizes = { header: 84, row: 50 } as const;

/** Binary files may start with "solid" too, so their length decides. */
export const isStl = (bytes: Uint8Array): boolean =>
  isBinaryStl(bytes) || /^\s*solid[\s\S]*?\bfacet\s+normal\b/.test(startOf(bytes.subarray(0, 4096)));

export function isBinaryStl({ buffer, byteOffset, byteLength }: Uint8Array): boolean {
  if (byteLength <= stlSizes.header) return false;
  const count = new DataView(buffer, byteOffset, byteLength).getUint32(80, true);
  return byteLength === stlSizes.header + stlSizes.row * count;
}

/** glTF as JSON; which of its members comes first is up to the program that wrote it. */
export const isGltfText = (bytes: Uint8Array): boolean =>
  /^\uFEFF?\s*\{\s*"(asset|accessors|animations|buffers|bufferViews|cameras|extensionsRequired|extensionsUsed|images|materials|meshes|nodes|samplers|scenes?|skins|textures)"\s*:/.test(
    startOf(bytes.subarray(0, 4096)),
  );

/** Formats that people have and the engine cannot read. */
const unreadable: readonly (readonly [name: string, start: RegExp])[] = [
  ['FBX', /^Kaydara FBX Binary|^\s*; FBX/],
  ['USDZ', /^PK[\s\S]{0,400}\.usd[ac]?/],
  ['USD', /^PXR-USDC|^#usda/],
  ['Blender', /^BLENDER/],
  ['COLLADA', /^[\s\S]{0,400}<COLLADA/],
];

export const unreadableName = (bytes: Uint8Array): string | undefined =>
  unreadable.find(([, start]) => start.test(startOf(bytes)))?.[0];

/** Whether a file is a 3D model other than GLB and OBJ: one that is read, or one that is refused by its name. */
export const isModelFile = (bytes: Uint8Array): boolean =>
  isPly(bytes) || isStl(bytes) || isGltfText(bytes) || unreadableName(bytes) !== undefined;
