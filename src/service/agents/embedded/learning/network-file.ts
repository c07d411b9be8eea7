import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import type { NetworkModel } from './network.js';

/**
 * A network as a file: the length of its head in four bytes, the head as JSON, and for each layer the scales of its
 * rows and their bytes, compressed.
 */
type Head = Omit<NetworkModel, 'layers'> & {
  layers: Readonly<Record<string, { rows: number; columns: number }>>;
};

const scaleBytes = Float32Array.BYTES_PER_ELEMENT;

export function writeNetwork(file: string, { layers, ...names }: NetworkModel): void {
  const all = Object.entries(layers);
  const head: Head = {
    ...names,
    layers: Object.fromEntries(
      all.map(([name, { scales, columns }]) => [name, { rows: scales.length, columns }]),
    ),
  };
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  const parts = all.flatMap(([, { scales, bytes }]) => [
    Buffer.from(scales.buffer),
    Buffer.from(bytes.buffer),
  ]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeFileSync(file, brotliCompressSync(Buffer.concat([length, text, ...parts]), { params }));
}

export function readNetwork(file: string): NetworkModel {
  const whole = brotliDecompressSync(readFileSync(file));
  let at = 4 + whole.readUInt32LE(0);
  const { layers, ...names }: Head = JSON.parse(whole.toString('utf8', 4, at));
  /** A copy, because a view of floats has to begin at a multiple of four. */
  const next = (size: number): ArrayBuffer => {
    at += size;
    return Uint8Array.from(whole.subarray(at - size, at)).buffer;
  };
  const read = Object.entries(layers).map(([name, { rows, columns }]) => {
    const scales = new Float32Array(next(rows * scaleBytes));
    return [name, { columns, scales, bytes: new Int8Array(next(rows * columns)) }];
  });
  return { ...names, layers: Object.fromEntries(read) as NetworkModel['layers'] };
}
