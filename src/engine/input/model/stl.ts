/** Reads STL, binary or text: loose triangles, in most programs with +Z up. */
import { AppError } from '../../../base/errors.js';
import { bareModel } from './bare.js';
import { isBinaryStl, stlSizes } from './formats.js';
import { limits, type Model, tooManyTriangles } from './model.js';

const { header, row } = stlSizes;

/** @throws AppError `unsupported_media` for broken files, `too_large` */
export function readStl(bytes: Uint8Array): Model {
  const corners = isBinaryStl(bytes) ? binaryCorners(bytes) : textCorners(bytes);
  if (corners.some((value) => !Number.isFinite(value))) throw broken();
  const { positions, indices } = weld(uprightOf(corners));
  if (positions.length / 3 > limits.vertices) throw tooManyTriangles();
  return bareModel(positions, indices, ['The STL has no materials or colors. Send a GLB to keep them.']);
}

const broken = (): AppError =>
  new AppError('unsupported_media', 'That STL is damaged. Please export it again.');

function binaryCorners(bytes: Uint8Array): Float32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint32(80, true);
  if (count > limits.triangles) throw tooManyTriangles();
  const corners = new Float32Array(count * 9);
  for (let t = 0; t < count; t++)
    for (let i = 0; i < 9; i++) corners[t * 9 + i] = view.getFloat32(header + t * row + 12 + i * 4, true);
  return corners;
}

function textCorners(bytes: Uint8Array): Float32Array {
  const values: number[] = [];
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  for (const [, x, y, z] of text.matchAll(/^[ \t]*vertex\s+(\S+)\s+(\S+)\s+(\S+)/gm)) {
    values.push(Number(x), Number(y), Number(z));
    if (values.length > limits.triangles * 9) throw tooManyTriangles();
  }
  if (values.length % 9 !== 0) throw broken();
  return Float32Array.from(values);
}

/** +Z up to +Y up. Without -0, which would be another corner than 0. */
function uprightOf(corners: Float32Array): Float32Array {
  const turned = new Float32Array(corners.length);
  for (let i = 0; i < corners.length; i += 3)
    turned.set([corners[i]! + 0, corners[i + 2]! + 0, 0 - corners[i + 1]!], i);
  return turned;
}

/** Corners at one position share a vertex, in the order in which they come first. */
function weld(corners: Float32Array): { positions: Float32Array; indices: Uint32Array } {
  const bits = new Int32Array(corners.buffer);
  const slots = new Int32Array(2 ** Math.ceil(Math.log2(corners.length + 2))).fill(-1);
  const indices = new Uint32Array(corners.length / 3);
  const positions = new Float32Array(corners.length);
  const known = new Int32Array(positions.buffer);
  let count = 0;
  for (let c = 0; c < indices.length; c++) {
    const [x, y, z] = [bits[c * 3]!, bits[c * 3 + 1]!, bits[c * 3 + 2]!];
    let slot = hashOf(x, y, z) & (slots.length - 1);
    for (let v = slots[slot]!; v >= 0; v = slots[slot]!) {
      if (known[v * 3] === x && known[v * 3 + 1] === y && known[v * 3 + 2] === z) break;
      slot = (slot + 1) & (slots.length - 1);
    }
    if (slots[slot]! < 0) {
      slots[slot] = count;
      known.set([x, y, z], count * 3);
      count++;
    }
    indices[c] = slots[slot]!;
  }
  return { positions: positions.slice(0, count * 3), indices };
}

/** Mixed down to the low bits, which are 0 in the float of every whole number. */
function hashOf(x: number, y: number, z: number): number {
  let hash = Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
