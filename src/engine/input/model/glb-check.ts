/** Checks a GLB's declared sizes against its bytes before any parser allocates memory for them. */
import { AppError } from '../../../base/errors.js';
import { type BufferView, type GlbJson, glbShape } from './glb-shape.js';
import { limits, tooManyTriangles } from './model.js';

const read = (bytes: Uint8Array, at: number) =>
  new DataView(bytes.buffer, bytes.byteOffset).getUint32(at, true);

export const firstVersion =
  'That file is glTF 1.0. Please export it as glTF 2.0, best as a single .glb file.';

const damaged = (cause?: string): AppError =>
  new AppError(
    'unsupported_media',
    'That GLB is damaged: its structure is inconsistent. Please export it again.',
    {
      cause,
    },
  );

/** glTF 2.0 section 4.4. @throws AppError `unsupported_media` or `too_large` */
export function checkGlb(bytes: Uint8Array): void {
  if (bytes.byteLength >= 20 && read(bytes, 4) === 1) throw new AppError('unsupported_media', firstVersion);
  if (bytes.byteLength < 20 || read(bytes, 4) !== 2 || read(bytes, 8) !== bytes.byteLength)
    throw damaged('header');
  const jsonLength = read(bytes, 12);
  if (read(bytes, 16) !== 0x4e4f534a || 20 + jsonLength > bytes.byteLength) throw damaged('JSON chunk');
  const binAt = 20 + jsonLength;
  const binLength = binAt + 8 <= bytes.byteLength ? read(bytes, binAt) : 0;
  if (binAt + 8 + binLength > bytes.byteLength + (binLength === 0 ? 8 : 0)) throw damaged('binary chunk');
  checkJson(parse(bytes.subarray(20, 20 + jsonLength)), binLength);
}

function parse(bytes: Uint8Array): GlbJson {
  try {
    return glbShape.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw damaged(String(cause));
  }
}

function checkJson(json: GlbJson, binLength: number): void {
  const { buffers, images, bufferViews, extensionsRequired } = json;
  if ([...buffers, ...images].some(({ uri }) => uri !== undefined && !uri.startsWith('data:')))
    throw new AppError(
      'unsupported_media',
      'That GLB refers to other files. Please export a single file with everything embedded.',
    );
  if (extensionsRequired.includes('KHR_texture_basisu'))
    throw new AppError(
      'unsupported_media',
      'The textures of that model are KTX2, which is not supported. Please export it with PNG or JPEG textures.',
    );
  const required = extensionsRequired.find((name) => !understood.has(name));
  if (required)
    throw new AppError(
      'unsupported_media',
      `That GLB requires the extension ${required}, which is not supported. Please export it without that extension.`,
    );
  buffers.forEach(({ uri, byteLength = 0, extensions }) => {
    const unused = extensions?.EXT_meshopt_compression?.fallback === true;
    if (uri === undefined && byteLength > binLength && !unused) throw damaged('buffer');
  });
  const within = ({ buffer = 0, byteOffset = 0, byteLength = 0 }: BufferView) =>
    byteOffset + byteLength <= (buffers[buffer]?.byteLength ?? -1);
  let unpacked = 0;
  for (const view of bufferViews) {
    const packed = view.extensions?.EXT_meshopt_compression;
    if (!within(view) || (packed && !within(packed))) throw damaged('buffer view');
    unpacked += packed ? packed.count * packed.byteStride : 0;
    if (unpacked > mostUnpacked) throw tooMuch();
  }
  checkTree(json);
  checkTriangles(json);
  checkAccessors(json);
}

function checkAccessors({ accessors, bufferViews }: GlbJson): void {
  const fits = (bufferView: number, byteOffset: number, count: number, size: number) => {
    const view = bufferViews[bufferView];
    const stride = view?.byteStride || size;
    return view && (count === 0 ? 0 : byteOffset + stride * (count - 1) + size) <= (view.byteLength ?? 0);
  };
  let elements = 0;
  for (const { bufferView, byteOffset = 0, componentType, type, count, sparse } of accessors) {
    const size = (sizes[componentType] ?? NaN) * (widths[type] ?? NaN);
    if (Number.isNaN(size)) throw damaged('accessor');
    elements += count;
    if (elements > limits.vertices * 40) throw tooMuch();
    if (bufferView !== undefined && !fits(bufferView, byteOffset, count, size)) throw damaged('accessor');
    if (!sparse) continue;
    const { indices, values } = sparse;
    if (
      sparse.count > count ||
      !fits(indices.bufferView, indices.byteOffset ?? 0, sparse.count, sizes[indices.componentType] ?? NaN) ||
      !fits(values.bufferView, values.byteOffset ?? 0, sparse.count, size)
    )
      throw damaged('sparse accessor');
  }
}

/** Counts instances as often as nodes show them, before reading, so that a huge model is rejected at once. */
function checkTriangles({ meshes, accessors, nodes }: GlbJson): void {
  const cornersOf = meshes.map(({ primitives }) =>
    primitives.reduce(
      (sum, { indices, attributes }) => sum + (accessors[indices ?? attributes?.POSITION ?? -1]?.count ?? 0),
      0,
    ),
  );
  const shown = nodes.reduce((sum, { mesh = -1 }) => sum + (cornersOf[mesh] ?? 0), 0);
  const kept = cornersOf.reduce((sum, corners) => sum + corners, 0);
  if (Math.max(shown, kept) / 3 > limits.triangles) throw tooManyTriangles();
}

/** Nodes must be a forest (glTF 2.0 section 3.5.2) with valid rotations, and shallow enough for recursive readers. */
function checkTree({ nodes }: GlbJson): void {
  if (nodes.length > limits.nodes) throw tooManyParts();
  if (nodes.some(({ rotation }) => rotation && Math.abs(Math.hypot(...rotation) - 1) > 0.01))
    throw damaged('a rotation that is not a unit quaternion');
  const depths = new Map<number, number>();
  const children = new Set(nodes.flatMap((node) => node.children));
  const queue = nodes.flatMap((_, n) => (children.has(n) ? [] : [{ n, depth: 1 }]));
  for (let next = queue.pop(); next; next = queue.pop()) {
    const { n, depth } = next;
    const node = nodes[n];
    if (!node || depths.has(n)) throw damaged('tree of nodes');
    if (depth > limits.depth) throw tooManyParts();
    depths.set(n, depth);
    for (const child of node.children) queue.push({ n: child, depth: depth + 1 });
  }
  if (depths.size < nodes.length) throw damaged('circle of nodes');
}

const tooManyParts = (): AppError =>
  new AppError(
    'too_large',
    `That model has more than ${limits.nodes.toLocaleString('en-US')} parts, or parts nested more than ${limits.depth} deep. Please join some and export it again.`,
  );

const tooMuch = (): AppError =>
  new AppError('too_large', 'That model contains too much data. Please send a simplified one.');

/** Greatest decompressed size of compressed views in bytes. */
const mostUnpacked = 256 * 1024 * 1024;

/**
 * Extensions a file may require: geometry is decoded, materials are kept, and no other extension changes the rest
 * pose.
 */
const understood: ReadonlySet<string> = new Set([
  'KHR_draco_mesh_compression',
  'EXT_meshopt_compression',
  'KHR_mesh_quantization',
  'EXT_mesh_gpu_instancing',
  'KHR_texture_transform',
  'EXT_texture_webp',
  'EXT_texture_avif',
  'KHR_lights_punctual',
  'KHR_materials_variants',
  ...[
    'unlit anisotropy clearcoat diffuse_transmission dispersion emissive_strength ior iridescence',
    'pbrSpecularGlossiness sheen specular transmission volume',
  ].flatMap((names) => names.split(' ').map((name) => `KHR_materials_${name}`)),
]);

const sizes: Record<number, number> = { 5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4 };
const widths: Record<string, number> = { SCALAR: 1, VEC2: 2, VEC3: 3, VEC4: 4, MAT2: 4, MAT3: 9, MAT4: 16 };
