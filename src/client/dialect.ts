import type { Clock } from '../base/clock.js';
import type { Shape } from './shapes.js';

/** What was learned about one service: which endpoints it lacks, which paths and field names it takes. */
export type Dialect = {
  isMissing(endpointId: string): boolean;
  /** @param isSure false when the status may as well be about the one resource asked for */
  missed(endpointId: string, isSure: boolean): void;
  answered(endpointId: string): void;
  /** Which of an endpoint's paths answered. */
  path(endpointId: string): number | undefined;
  setPath(endpointId: string, at: number): void;
  /** Names a body is sent under; `ours` once our own have worked. */
  shape(endpointId: string): Shape | 'ours' | undefined;
  setShape(endpointId: string, shape: Shape | 'ours'): void;
  /** How the service wants signatures written. */
  signatures: { encoding: 'base58' | 'base64' | 'hex' };
  /** The text of a nonce, while it can be signed. */
  keepText(nonce: string, text: string): void;
  textOf(nonce: string): string | undefined;
};

/** A service may be updated: what it lacked is asked for again after this time. */
const missingMs = 10 * 60_000;
/** A 404 may be about the resource; several in a row and no success mean the endpoint. */
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
