import type { ErrorCode } from '../../../base/errors.js';
import type { RigRequest } from '../../../engine/index.js';

export const providerIds = ['meshy', 'tripo', 'gpu'] as const;
export type ProviderId = (typeof providerIds)[number];

/** What a provider is asked for: a shape. The skeleton, weights and clips are always made here, by the engine. */
export type ShapeRequest = Exclude<RigRequest, { kind: 'mesh' }>;

/** What one look at a task shows. `task` is opaque to all but its provider and is kept before the next look. */
export type Progress =
  | { kind: 'working'; task: string; fraction: number }
  | { kind: 'ready'; modelUrl: string }
  | { kind: 'refused'; code: ErrorCode; detail: string };

/**
 * Somebody else's machine that makes a 3D model from words or pictures. Every call may throw a `ProviderFailure`.
 */
export type Provider = {
  id: ProviderId;
  /**
   * Begins the work and names it.
   * @param key the same for a repeat of the same work, for providers that know such keys
   */
  begin(request: ShapeRequest, key: string, signal: AbortSignal): Promise<string>;
  look(task: string, signal: AbortSignal): Promise<Progress>;
  /** The finished model, a GLB. */
  download(modelUrl: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Nobody wants it any more. Where a provider cannot stop a task, nothing happens. */
  cancel(task: string): Promise<void>;
};

/**
 * - `busy`: try again, after `retryAfterMs` when it is known; nothing was begun
 * - `unreachable`: no answer, or one that makes no sense; whether something was begun is unknown
 * - `account`: key or balance of the operator; members can do nothing
 * - `refused`: about this request, with the provider's own words
 */
export type FailureKind = 'busy' | 'unreachable' | 'account' | 'refused';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
