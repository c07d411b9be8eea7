import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type BrotliOptions, brotliCompressSync, brotliDecompressSync } from 'node:zlib';

/** A compressed file: the length of a head in four bytes, the head as JSON, and then bytes that it describes. */

export function writeHeadFile(
  file: string,
  head: object,
  parts: readonly Uint8Array[],
  options: BrotliOptions,
): void {
  const text = Buffer.from(JSON.stringify(head));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(text.length);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, brotliCompressSync(Buffer.concat([length, text, ...parts]), options));
}

/** @returns `next` copies the following bytes, because a view of floats has to begin at a multiple of four */
export function readHeadFile<Head>(file: string): { head: Head; next: (size: number) => ArrayBuffer } {
  const whole = brotliDecompressSync(readFileSync(file));
  let at = 4 + whole.readUInt32LE(0);
  return {
    head: JSON.parse(whole.toString('utf8', 4, at)),
    next: (size) => {
      at += size;
      return Uint8Array.from(whole.subarray(at - size, at)).buffer;
    },
  };
}
