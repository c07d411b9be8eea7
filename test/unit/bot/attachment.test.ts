import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFetchAttachment, type FetchAttachment } from '../../../src/bot/attachment.js';

/** A file host that serves the bytes that a test puts there. */
let host: Server;
let served: Buffer;
let origin: string;
let fetchAttachment: FetchAttachment;
beforeAll(async () => {
  host = createServer((_, response) => response.end(served));
  await new Promise<void>((resolve) => host.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  fetchAttachment = createFetchAttachment([origin]);
});
afterAll(() => {
  host.closeAllConnections();
  host.close();
});

const fetchModel = (bytes: Buffer) => {
  served = bytes;
  const attached = { url: `${origin}/model`, name: 'model', size: bytes.length, contentType: null };
  return fetchAttachment(attached, 'model');
};

const binaryStl = (triangles: number): Buffer => {
  const bytes = Buffer.alloc(84 + 50 * triangles);
  bytes.writeUInt32LE(triangles, 80);
  return bytes;
};

describe('an attached 3D model', () => {
  it.each<[string, Buffer, string]>([
    ['GLB', Buffer.from('glTF\x02\0\0\0'), 'model/gltf-binary'],
    ['OBJ', Buffer.from('v 0 0 0\nv 1 0 0\nf 1 2 1\n'), 'model/obj'],
    ['STL', binaryStl(2), 'model/stl'],
    ['PLY', Buffer.from('ply\nformat binary_little_endian 1.0\nend_header\n\0\0'), 'model/ply'],
  ])('is recognised as %s by its bytes', async (_, bytes, type) => {
    expect(await fetchModel(bytes)).toMatchObject({ bytes, type });
  });

  it('is refused when its bytes are of no such format', async () => {
    const cut = binaryStl(2).subarray(0, 100);
    for (const bytes of [Buffer.from('PK\x03\x04\0\0'), cut])
      await expect(fetchModel(bytes)).rejects.toMatchObject({
        code: 'unsupported_media',
        reason: { key: 'attachment.error.not_model' },
      });
  });
});
