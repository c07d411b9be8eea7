import { constants, createDeflate, deflateSync } from 'node:zlib';
import type { RawData, WebSocket } from 'ws';
import { quoteSnowflakes } from '../json.js';

/** Writes frames to one socket: plain, compressed one by one (`identify.compress`), or as one zlib stream. */
export type FrameWriter = { send(text: string): void; compressEach(): void; close(): void };

/** Bytes buffered for a client that does not read; above this the client is disconnected. */
const MOST_BUFFERED = 64 * 1024 * 1024;

function write(socket: WebSocket, data: string | Buffer): void {
  if (socket.bufferedAmount > MOST_BUFFERED) socket.terminate();
  else socket.send(data);
}

/**
 * @param stream whether the address asked for `compress=zlib-stream`: one deflate context for the connection,
 * each message ended by a sync flush (00 00 ff ff).
 * @see https://discord.com/developers/docs/events/gateway#transport-compression
 */
export function createFrameWriter(socket: WebSocket, stream: boolean): FrameWriter {
  if (stream) return createStreamWriter(socket);
  let each = false;
  return {
    send: (text) => write(socket, each ? deflateSync(text) : text),
    compressEach: () => {
      each = true;
    },
    close: () => {},
  };
}

function createStreamWriter(socket: WebSocket): FrameWriter {
  const deflate = createDeflate({ flush: constants.Z_SYNC_FLUSH });
  let parts: Buffer[] = [];
  deflate.on('data', (part: Buffer) => {
    parts.push(part);
    if (!part.subarray(-4).equals(SYNC_MARK)) return;
    if (socket.readyState === socket.OPEN) write(socket, Buffer.concat(parts));
    parts = [];
  });
  deflate.on('error', () => socket.terminate());
  return { send: (text) => deflate.write(text), compressEach: () => {}, close: () => deflate.close() };
}

const SYNC_MARK = Buffer.from([0x00, 0x00, 0xff, 0xff]);

/** Maximum size of a client's frame in bytes. */
const LARGEST_FRAME = 4_096;

/** Parses a client's frame; undefined when it is too long or not a JSON object. */
export function readFrame(data: RawData): { op: number; d: unknown } | undefined {
  try {
    const text = data.toString();
    if (Buffer.byteLength(text) > LARGEST_FRAME) return undefined;
    const frame: unknown = JSON.parse(quoteSnowflakes(text));
    if (typeof frame !== 'object' || frame === null) return undefined;
    const { op, d } = frame as { op?: unknown; d?: unknown };
    return typeof op === 'number' ? { op, d } : undefined;
  } catch {
    return undefined;
  }
}
