import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

/** Rows of palette indices. */
export type IndexedPixels = { pixels: Uint8Array; side: number };

/** Encodes one PNG for each palette of up to 256 8-bit RGB colours; they share the compressed indices. */
export async function encodePalettes(
  { pixels, side }: IndexedPixels,
  palettes: readonly Uint8Array[],
): Promise<Uint8Array[]> {
  const rows = new Uint8Array(side * (side + 1)); // each row starts with its filter, 0
  for (let y = 0; y < side; y++) rows.set(pixels.subarray(y * side, (y + 1) * side), y * (side + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 3, 0, 0, 0], 8); // 8-bit palette indices
  const data = await promisify(deflate)(rows, { level: 3 });
  const ends = [chunk('IDAT', data), chunk('IEND', new Uint8Array(0))];
  return palettes.map(
    (palette) =>
      new Uint8Array(Buffer.concat([signature, chunk('IHDR', header), chunk('PLTE', palette), ...ends])),
  );
}

const signature = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}
