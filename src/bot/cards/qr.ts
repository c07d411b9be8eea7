import { crc32, deflateSync } from 'node:zlib';
import encodeQR from 'qr';

const quietZone = 4; // modules, ISO/IEC 18004 section 5.3.8

/** A QR code as a 1-bit PNG (about 1 KB), `scale` pixels a module. */
export function qrPng(text: string, scale = 6): Buffer {
  const matrix = encodeQR(text, 'raw', { ecc: 'medium', border: quietZone });
  const size = matrix.length * scale;
  const stride = Math.ceil(size / 8);
  const lines = matrix.map((modules) => {
    const line = Buffer.alloc(1 + stride, 0xff); // filter byte, then white
    line[0] = 0;
    for (let x = 0; x < size; x += 1) {
      if (modules[Math.floor(x / scale)]) line[1 + (x >> 3)]! &= ~(0x80 >> (x & 7));
    }
    return line;
  });
  const pixels = Buffer.concat(lines.flatMap((line) => Array<Buffer>(scale).fill(line)));
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header[8] = 1; // bit depth; the colour type after it is 0, greyscale
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const parts = [
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(pixels, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...parts]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(body) >>> 0, 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
