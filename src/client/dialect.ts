import type { Clock } from '../base/clock.js';
import type { Shape } from './shapes.js';

/** Known learned about one service: missing endpoints, and the paths and field names it accepts. */
export type Dialect = {
  isMissing(endpointId: string): boolean;
  /** @param isSure false when the status may concern only the requested resource */
  missed(endpointId: string, isSure: boolean): void;
  answered(endpointId: string): void;
  /** Index of the path that answered. */
  path(endpointId: string): number | undefined;
  setPath(endpointId: string, at: number): void;
  /** Field names of a request body; `ours` once the canonical ones were accepted. */
  shape(endpointId: string): Shape | 'ours' | undefined;
  setShape(endpointId: string, shape: Shape | 'ours'): void;
  /** Signature encoding the service accepts. */
  signatures: { encoding: 'base58' | 'base64' | 'hex' };
  /** The text to sign for a nonce, kept for the sign-in; the oldest is dropped above 1,000. */
  keepText(nonce: string, text: string): void;
  textOf(nonce: string): string | undefined;
};

/** A missing endpoint is tried again after this time, because the service may have been updated. */
const missingMs = 10 * 60_000;
/** A 404 may concern the resource; this many without a success mean the endpoint is missing. */
const surelyMissing = 3;
const mostTexts = 1_000;

export function createDialect({ clock }: { clock: Clock }): Dialect {
  const missingUntil = new Map<string, number>();
  const misses = new Map<string, number>();
  const present = new Set<string>();
  const paths = new Map<string, number>();
  const shapes = new Map<string, Shape | 'ours'>();
  const texts = new Map<string, string>();

  return {
    isMissing: (id) => (missingUntil.get(id) ?? 0) > clock.now(),
    missed(id, isSure) {
      const count = (misses.get(id) ?? 0) + 1;
      misses.set(id, count);
      if (isSure || (!present.has(id) && count >= surelyMissing))
        missingUntil.set(id, clock.now() + missingMs);
    },
    answered(id) {
      if (present.has(id)) return;
      present.add(id);
      misses.delete(id);
      missingUntil.delete(id);
    },
    path: (id) => paths.get(id),
    setPath: (id, at) => void paths.set(id, at),
    shape: (id) => shapes.get(id),
    setShape: (id, shape) => void shapes.set(id, shape),
    signatures: { encoding: 'base58' },
    keepText(nonce, text) {
      if (texts.size >= mostTexts) texts.delete(texts.keys().next().value ?? '');
      texts.set(nonce, text);
    },
    textOf: (nonce) => texts.get(nonce),
  };
}
