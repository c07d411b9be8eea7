/**
 * Reads Wavefront OBJ: `v` and `f` of the first object block. Vertices keep the file's order, polygons become fans.
 */
import { AppError } from '../../../base/errors.js';
import { bareModel } from './bare.js';
import { limits, type Model, tooManyTriangles } from './model.js';

/** @throws AppError `unsupported_media` for broken rows, `too_large`, `unriggable` without faces */
export function readObj(bytes: Uint8Array): Model {
  const positions: number[] = [];
  const indices: number[] = [];
  const left = new Set<string>();
  for (const { line, row } of linesOf(bytes)) {
    const [word = ''] = /^\S*/.exec(line) ?? [];
    if (word === 'v') positions.push(...vertexOf(line, row));
    else if (word === 'f') addFace(line, row, positions.length / 3, indices);
    const note = leftOut.get(word);
    if (note) left.add(note);
    if (positions.length / 3 > limits.vertices || indices.length / 3 > limits.triangles)
      throw tooManyTriangles();
  }
  const top = positions.length / 3;
  if (indices.some((v) => v < 0 || v >= top)) throw broken('refers to a missing vertex');
  return bareModel(new Float32Array(positions), new Uint32Array(indices), [...left]);
}

const noMaterials = "The OBJ's materials were left out. Send a GLB to keep them.";
const leftOut: ReadonlyMap<string, string> = new Map([
  ['mtllib', noMaterials],
  ['usemtl', noMaterials],
  ['vt', "The OBJ's texture coordinates were left out. Send a GLB to keep them."],
]);

/** Bytes per line; no real face needs more. */
const longestLine = 64 * 1024;

/** Lines without comments and surrounding blanks; a trailing backslash continues a line. */
function* linesOf(bytes: Uint8Array): Generator<{ line: string; row: number }> {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const feed = text.includes(10) ? 10 : 13;
  let [row, begun] = [0, ''];
  for (let start = withoutMark(text), end = 0; start < text.length; start = end + 1) {
    end = text.indexOf(feed, start);
    if (end < 0) end = text.length;
    row++;
    if (end - start + begun.length > longestLine) throw broken(`has a line that is too long (line ${row})`);
    const [content = ''] = text.toString('latin1', start, end).split('#', 1);
    const line = begun + content.trim();
    begun = line.endsWith('\\') ? `${line.slice(0, -1)} ` : '';
    if (begun === '') yield { line, row };
  }
}

/** Windows programs write a byte order mark before UTF-8. */
const withoutMark = (text: Buffer): number => (text.subarray(0, 3).toString('hex') === 'efbbbf' ? 3 : 0);

const broken = (why: string): AppError =>
  new AppError('unsupported_media', `That OBJ ${why}. Please export it again.`);

function vertexOf(line: string, row: number): [number, number, number] {
  const [x = NaN, y = NaN, z = NaN] = line.split(/\s+/).slice(1, 4).map(Number);
  if ([x, y, z].every((value) => Number.isFinite(Math.fround(value)))) return [x, y, z];
  throw broken(`has an invalid vertex (line ${row})`);
}

/** A corner is `v`, `v/vt`, `v//vn` or `v/vt/vn`; negative numbers count back from the latest vertex. */
function addFace(line: string, row: number, count: number, indices: number[]): void {
  const corners = line
    .split(/\s+/)
    .slice(1)
    .map((text) => {
      const number = Number.parseInt(text, 10);
      return number < 0 ? count + number : number - 1;
    });
  if (corners.length < 3 || corners.some(Number.isNaN)) throw broken(`has an invalid face (line ${row})`);
  for (let i = 2; i < corners.length; i++) indices.push(corners[0]!, corners[i - 1]!, corners[i]!);
}
