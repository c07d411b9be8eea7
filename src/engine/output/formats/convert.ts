/** Converts a finished rig to the format that a file's ending names. */
import type { Texture } from '@gltf-transform/core';
import sharp from 'sharp';
import { AppError } from '../../../base/errors.js';
import type { Pixels } from '../../character.js';
import type { Clip } from '../../clips/clip.js';
import { srgbOf } from '../../colour.js';
import { deform } from '../../skinning/deform.js';
import type { ConvertedFormat } from '../../types.js';
import { portrait } from '../portrait.js';
import { writeBvh } from './bvh.js';
import { writeMeshopt } from './meshopt.js';
import { isOutline, type RigFile, type RigPart, readRig } from './read.js';
import { type SolidMesh, weldVertices, writeObj, writePly, writeStl } from './solid.js';
import { writeUsdz } from './usdz/usdz.js';
import type { VrmMeta } from './vrm/meta.js';
import { writeVrm } from './vrm/vrm.js';

/**
 * @param clip poses an OBJ, STL or PLY and is played by a USDZ (default: the first clip, idle), and is the only one of a
 * BVH (default: all)
 */
export type ConvertOptions = VrmMeta & { clip?: string | undefined };

/** `label` tells apart several files of one conversion; it is empty for the only file. */
export type ConvertedFile = { label: string; bytes: Uint8Array };

/**
 * @throws AppError `invalid_request` for an unknown clip, `unriggable` for a body the format cannot hold,
 * `unsupported_media` for a skeleton that was not made here
 */
export async function convertRig(
  glb: Uint8Array,
  format: ConvertedFormat,
  options: ConvertOptions,
): Promise<ConvertedFile[]> {
  const only = (bytes: Uint8Array): ConvertedFile[] => [{ label: '', bytes }];
  if (format === 'glb') return only(glb);
  if (format === 'meshopt.glb') return only(await writeMeshopt(glb));
  if (format === 'vrm') return only(await writeVrm(glb, options));
  const whole = await readRig(glb);
  const rig = { ...whole, parts: whole.parts.filter((part) => !isOutline(part)) };
  if (format === 'bvh') {
    if (options.clip !== undefined) return only(writeBvh(rig.skeleton, clipOf(rig, options.clip)));
    return rig.clips.map((clip) => ({ label: clip.name, bytes: writeBvh(rig.skeleton, clip) }));
  }
  if (format === 'usdz') {
    const clip = options.clip === undefined ? rig.clips[0]! : clipOf(rig, options.clip);
    return only(await writeUsdz(rig, options.name, clip));
  }
  const solid = weldVertices(await pose(rig, options.clip));
  if (format === 'obj') return only(writeObj(options.name, solid));
  return only(format === 'ply' ? writePly(solid) : writeStl(solid));
}

function clipOf({ clips }: RigFile, name: string): Clip {
  const clip = clips.find((one) => one.name === name);
  if (clip) return clip;
  const names = clips.map((one) => one.name).join(', ');
  throw new AppError('invalid_request', `There is no clip “${name}”. Choose one of: ${names}.`);
}

async function pose(rig: RigFile, clip: string | undefined): Promise<SolidMesh[]> {
  if (clip !== undefined) clipOf(rig, clip);
  const shown = portrait(rig.clips, clip);
  const pictures = new Map<Texture, Pixels>();
  const meshes: SolidMesh[] = [];
  for (const part of rig.parts)
    meshes.push({
      ...deform(part, rig.skeleton, shown),
      colors: await colorsOf(part, pictures),
      indices: part.indices,
    });
  return meshes;
}

/** The texture's colour at each vertex, or the material's. */
async function colorsOf(
  { primitive, positions, uvs }: RigPart,
  pictures: Map<Texture, Pixels>,
): Promise<Uint8Array> {
  const material = primitive.getMaterial();
  const [r, g, b] = material?.getBaseColorFactor() ?? [0.8, 0.8, 0.8];
  const texture = material?.getBaseColorTexture();
  const plain = [r, g, b].map((c) => Math.round(srgbOf(c) * 255));
  const colors = new Uint8Array(positions.length);
  const picture = texture && uvs ? (pictures.get(texture) ?? (await decode(texture))) : undefined;
  if (texture && picture) pictures.set(texture, picture);
  for (let v = 0; v * 3 < positions.length; v++) {
    if (!picture || !uvs) colors.set(plain, v * 3);
    else colors.set(texelAt(picture, uvs[v * 2]!, uvs[v * 2 + 1]!), v * 3);
  }
  return colors;
}

async function decode(texture: Texture): Promise<Pixels> {
  const image = sharp(texture.getImage()!).toColourspace('srgb').ensureAlpha();
  const { data, info } = await image.raw({ depth: 'uchar' }).toBuffer({ resolveWithObject: true });
  return { pixels: new Uint8Array(data), width: info.width, height: info.height };
}

function texelAt({ pixels, width, height }: Pixels, u: number, v: number): Uint8Array {
  const x = Math.min(width - 1, Math.floor((u - Math.floor(u)) * width));
  const y = Math.min(height - 1, Math.floor((v - Math.floor(v)) * height));
  return pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3);
}
