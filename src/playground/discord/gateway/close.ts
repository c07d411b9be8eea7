import type { WebSocket } from 'ws';

/** @see https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes */
const CLOSE = {
  unknownOp: [4001, 'Unknown opcode.'],
  decode: [4002, 'Error while decoding payload.'],
  encoding: [4002, 'Only encoding=json is supported.'],
  compression: [4002, 'Only compress=zlib-stream is supported.'],
  notAuthenticated: [4003, 'Not authenticated.'],
  authenticationFailed: [4004, 'Authentication failed.'],
  alreadyAuthenticated: [4005, 'Already authenticated.'],
  invalidSequence: [4007, 'Invalid seq.'],
  rateLimited: [4008, 'You are being rate limited.'],
  sessionTimedOut: [4009, 'Session timed out.'],
  invalidShard: [4010, 'Invalid shard.'],
  invalidVersion: [4012, 'Invalid API version.'],
  invalidIntents: [4013, 'Invalid intent(s).'],
  disallowedIntents: [4014, 'Disallowed intent(s).'],
} as const satisfies Record<string, readonly [number, string]>;

export type CloseReason = keyof typeof CLOSE;

/** Codes after which a session cannot be resumed. */
const ENDS_SESSION = new Set([4004, 4007, 4009, 4010, 4011, 4012, 4013, 4014]);

export const endsSession = (code: number): boolean => ENDS_SESSION.has(code);

const SENTENCES: ReadonlyMap<number, string> = new Map<number, string>([
  [4000, 'Unknown error.'],
  [4011, 'Sharding required.'],
  ...Object.values(CLOSE).toReversed(),
]);

/** Closes with any code and Discord's sentence for it, if any. */
export function closeWith(socket: WebSocket, code: number): void {
  socket.close(code, SENTENCES.get(code) ?? '');
}

export function closeFor(socket: WebSocket, reason: CloseReason): void {
  const [code, sentence] = CLOSE[reason];
  socket.close(code, sentence);
}
