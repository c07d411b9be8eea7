/** Packs a glTF file: its JSON and its only buffer in one file. */
import { type Document, Format, GLB_BUFFER, type GLTF, type NodeIO } from '@gltf-transform/core';

/** A file that is not packed yet. */
export type GlbParts = { json: GLTF.IGLTF; binary: Uint8Array };

/** @param io with the extensions of the document, which has one buffer */
export async function partsOf(io: NodeIO, document: Document): Promise<GlbParts> {
  const { json, resources } = await io.writeJSON(document, { format: Format.GLB });
  return { json, binary: resources[GLB_BUFFER] ?? new Uint8Array(0) };
}

const magic = 0x46546c67;
const chunks = { json: 0x4e4f534a, binary: 0x004e4942 };
const headerSize = 12;
const chunkHeaderSize = 8;
const space = 0x20;

export const packGlb = ({ json, binary }: GlbParts): Uint8Array => packChunks(JSON.stringify(json), binary);

/** @param binary may be empty */
export function packChunks(json: string, binary: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(json);
  const [textSize, binarySize] = [padded(text.length), padded(binary.length)];
  const bufferSize = binary.length > 0 ? chunkHeaderSize + binarySize : 0;
  const glb = new Uint8Array(headerSize + chunkHeaderSize + textSize + bufferSize);
  const numbers = new DataView(glb.buffer);
  const write = (at: number, values: readonly number[]) =>
    values.forEach((value, i) => {
      numbers.setUint32(at + i * 4, value, true);
    });
  write(0, [magic, 2, glb.length, textSize, chunks.json]);
  const start = headerSize + chunkHeaderSize;
  glb.set(text, start);
  glb.fill(space, start + text.length, start + textSize);
  if (bufferSize > 0) {
    write(start + textSize, [binarySize, chunks.binary]);
    glb.set(binary, start + textSize + chunkHeaderSize);
  }
  return glb;
}

/** The next multiple of four, which is where chunks and buffer views start. */
export const padded = (size: number): number => Math.ceil(size / 4) * 4;
