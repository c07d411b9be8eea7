/** Converts the model's surfaces for the renderer. */
import type { Material as GltfMaterial, Texture as GltfTexture, Primitive } from '@gltf-transform/core';
import sharp from 'sharp';
import type { Pixels, RenderMaterial } from '../../character.js';
import { srgbOf } from '../../colour.js';
import type { Piece } from '../../input/model/model.js';
import type { Skin } from '../../skinning/influences.js';
import type { ShownSurface } from '../assemble.js';

const textureSide = 1024;

/** @param pieces in the engine's space */
export async function shownSurfaces(
  pieces: readonly Piece[],
  skins: readonly Skin[],
): Promise<ShownSurface[]> {
  const looks = new Map<GltfMaterial | null, RenderMaterial>();
  const pictures = new Map<GltfTexture, Pixels | undefined>();
  const surfaces: ShownSurface[] = [];
  for (const [i, { source, positions, normals, indices }] of pieces.entries()) {
    const material = source.getMaterial();
    const look = looks.get(material) ?? (await lookOf(material, pictures));
    looks.set(material, look);
    const uv = source.getAttribute('TEXCOORD_0');
    const uvs = uv && look.texture ? new Float32Array(uv.getCount() * 2) : null;
    if (uv && uvs) for (let v = 0; v < uv.getCount(); v++) uvs.set(uv.getElement(v, [0, 0]), v * 2);
    const closed = look.unlit === true && material?.getDoubleSided() === false;
    const tints = tintsOf(source, positions.length / 3);
    surfaces.push({
      material: look,
      positions,
      normals,
      uvs,
      indices,
      closed,
      ...(tints && { tints }),
      ...skins[i]!,
    });
  }
  return surfaces;
}

/** Null where the vertices have no colours of their own. */
function tintsOf(source: Primitive, count: number): Float32Array | null {
  const colors = source.getAttribute('COLOR_0');
  if (!colors || colors.getCount() !== count) return null;
  const tints = new Float32Array(count * 3);
  const row: number[] = [];
  for (let v = 0; v < count; v++) tints.set(colors.getElement(v, row).slice(0, 3), v * 3);
  return tints.every(Number.isFinite) ? tints : null;
}

async function lookOf(
  material: GltfMaterial | null,
  pictures: Map<GltfTexture, Pixels | undefined>,
): Promise<RenderMaterial> {
  if (!material) return { name: 'none', color: [0.8, 0.8, 0.8], roughness: 0.8, metalness: 0 };
  const [r, g, b] = material.getBaseColorFactor().map(srgbOf) as [number, number, number, number];
  const texture = material.getBaseColorTexture();
  if (texture && !pictures.has(texture)) pictures.set(texture, await decode(texture.getImage()));
  return {
    name: material.getName(),
    color: [r, g, b],
    roughness: material.getRoughnessFactor(),
    metalness: material.getMetallicRoughnessTexture() ? 0 : material.getMetallicFactor(),
    unlit: material.getExtension('KHR_materials_unlit') !== null,
    texture: texture ? pictures.get(texture) : undefined,
  };
}

/** An unreadable texture only leaves the preview plain; the file keeps it unchanged. */
async function decode(image: Uint8Array | null): Promise<Pixels | undefined> {
  if (!image) return undefined;
  try {
    const { data, info } = await sharp(image, { limitInputPixels: 64_000_000 })
      .toColourspace('srgb')
      .resize(textureSide, textureSide, { fit: 'inside', withoutEnlargement: true })
      .ensureAlpha()
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { pixels: new Uint8Array(data), width: info.width, height: info.height };
  } catch {
    return undefined;
  }
}
