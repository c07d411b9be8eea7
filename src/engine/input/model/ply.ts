/** Reads PLY, text or binary: positions, colours and faces; polygons become fans. */
import { AppError } from '../../../base/errors.js';
import { bareModel } from './bare.js';
import { limits, type Model, tooManyTriangles } from './model.js';

type Property = { name: string; type: string; counted: string | null };
type Element = { name: string; count: number; properties: Property[] };
/** Reads the next number of a type. */
type Source = (type: string) => number;

const broken = (): AppError =>
  new AppError('unsupported_media', 'That PLY is damaged. Please export it again.');

const sizes: Record<string, number> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};
const otherNames: Record<string, string> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
};

/** @throws AppError `unsupported_media` for broken files, `too_large`, `unriggable` for a cloud of points */
export function readPly(bytes: Uint8Array): Model {
  const { format, elements, end } = headerOf(bytes);
  const source = format === 'ascii' ? wordsOf(bytes, end) : binaryOf(bytes, end, format.includes('little'));
  const read: { positions: Float32Array; colors?: Float32Array; indices: number[] } = {
    positions: new Float32Array(),
    indices: [],
  };
  for (const element of elements)
    if (element.name === 'vertex') Object.assign(read, readVertices(element, source));
    else if (element.name === 'face') readFaces(element, source, read.indices);
    else skip(element, source);
  const { positions, colors, indices } = read;
  const count = positions.length / 3;
  if (positions.some((value) => !Number.isFinite(value)) || indices.some((v) => v < 0 || v >= count))
    throw broken();
  if (indices.length === 0)
    throw new AppError(
      'unriggable',
      'That PLY is a cloud of points without faces. Please send a mesh with a surface.',
    );
  return bareModel(
    positions,
    Uint32Array.from(indices),
    ['The PLY has no materials. Send a GLB to keep them.'],
    colors,
  );
}

function headerOf(bytes: Uint8Array): { format: string; elements: Element[]; end: number } {
  const start = Buffer.from(bytes.subarray(0, 16_384)).toString('latin1');
  const close = /end_header\r?\n/.exec(start);
  const format = /^format (ascii|binary_little_endian|binary_big_endian) 1\.0/m.exec(start)?.[1];
  if (!close || !format) throw broken();
  const elements: Element[] = [];
  for (const line of start.slice(0, close.index).split(/\r?\n/)) {
    const [word, ...rest] = line.trim().split(/\s+/);
    if (word === 'element') elements.push({ name: rest[0] ?? '', count: Number(rest[1]), properties: [] });
    if (word !== 'property') continue;
    const list = rest[0] === 'list';
    const [type, name] = list ? [rest[2], rest[3]] : [rest[0], rest[1]];
    elements.at(-1)?.properties.push({
      name: name ?? '',
      type: typeOf(type),
      counted: list ? typeOf(rest[1]) : null,
    });
  }
  const tooMany = elements.some(
    ({ name, count }) =>
      (name === 'vertex' && count > limits.vertices) || (name === 'face' && count > limits.triangles),
  );
  if (tooMany) throw tooManyTriangles();
  if (elements.some(({ count }) => !Number.isInteger(count) || count < 0 || count > limits.triangles * 4))
    throw broken();
  return { format, elements, end: close.index + close[0].length };
}

function typeOf(name = ''): string {
  const type = otherNames[name] ?? name;
  if (Object.hasOwn(sizes, type)) return type;
  throw broken();
}

function binaryOf(bytes: Uint8Array, start: number, little: boolean): Source {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  return (type) => {
    const from = at;
    at += sizes[type]!;
    if (at > bytes.byteLength) throw broken();
    switch (type) {
      case 'int8':
        return view.getInt8(from);
      case 'uint8':
        return view.getUint8(from);
      case 'int16':
        return view.getInt16(from, little);
      case 'uint16':
        return view.getUint16(from, little);
      case 'int32':
        return view.getInt32(from, little);
      case 'uint32':
        return view.getUint32(from, little);
      case 'float32':
        return view.getFloat32(from, little);
      default:
        return view.getFloat64(from, little);
    }
  };
}

function wordsOf(bytes: Uint8Array, start: number): Source {
  const words = Buffer.from(bytes.buffer, bytes.byteOffset + start, bytes.byteLength - start)
    .toString('latin1')
    .matchAll(/\S+/g);
  return () => {
    const { value, done } = words.next();
    if (done) throw broken();
    return Number(value[0]);
  };
}

function readVertices({ count, properties }: Element, source: Source) {
  const positions = new Float32Array(count * 3);
  const colored = ['red', 'green', 'blue'].every((name) => properties.some((one) => one.name === name));
  const colors = colored ? new Float32Array(count * 3) : undefined;
  for (let v = 0; v < count; v++)
    for (const { name, type, counted } of properties) {
      if (counted) throw broken();
      const value = source(type);
      const axis = ['x', 'y', 'z'].indexOf(name);
      if (axis >= 0) positions[v * 3 + axis] = value;
      const channel = ['red', 'green', 'blue'].indexOf(name);
      if (channel >= 0 && colors) colors[v * 3 + channel] = linearOf(type === 'uint8' ? value / 255 : value);
    }
  return { positions, ...(colors && { colors }) };
}

/** Files store colours as sRGB, glTF stores linear ones. */
const linearOf = (value: number): number => Math.min(1, Math.max(0, value)) ** 2.2;

function readFaces({ count, properties }: Element, source: Source, indices: number[]): void {
  for (let f = 0; f < count; f++)
    for (const { name, type, counted } of properties) {
      const values = Array.from({ length: lengthOf(counted, source) }, () => source(type));
      if (!/^vertex_ind(ex|ices)$/.test(name)) continue;
      for (let i = 2; i < values.length; i++) indices.push(values[0]!, values[i - 1]!, values[i]!);
      if (indices.length / 3 > limits.triangles) throw tooManyTriangles();
    }
}

function skip({ count, properties }: Element, source: Source): void {
  for (let i = 0; i < count; i++)
    for (const { type, counted } of properties)
      for (let n = lengthOf(counted, source); n > 0; n--) source(type);
}

/** How many values a property has. @throws AppError for a count that no file can hold, such as 1e300 */
function lengthOf(counted: string | null, source: Source): number {
  const length = counted ? source(counted) : 1;
  if (Number.isInteger(length) && length >= 0 && length <= limits.triangles * 4) return length;
  throw broken();
}
