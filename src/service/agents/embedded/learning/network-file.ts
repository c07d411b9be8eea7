import { constants } from 'node:zlib';
import { readHeadFile, writeHeadFile } from './head-file.js';
import type { NetworkModel } from './network.js';

/** A network as a file: after its head for each layer the scales of its rows, and their bytes. */
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
  const parts = all.flatMap(([, { scales, bytes }]) => [
    new Uint8Array(scales.buffer),
    new Uint8Array(bytes.buffer),
  ]);
  const params = { [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS };
  writeHeadFile(file, head, parts, { params });
}

export function readNetwork(file: string): NetworkModel {
  const {
    head: { layers, ...names },
    next,
  } = readHeadFile<Head>(file);
  const read = Object.entries(layers).map(([name, { rows, columns }]) => {
    const scales = new Float32Array(next(rows * scaleBytes));
    return [name, { columns, scales, bytes: new Int8Array(next(rows * columns)) }];
  });
  return { ...names, layers: Object.fromEntries(read) as NetworkModel['layers'] };
}
