import type { ErrorCode } from '../../../base/errors.js';
import type { RigRequest } from '../../../engine/index.js';

export const providerIds = ['meshy', 'tripo', 'gpu'] as const;
export type ProviderId = (typeof providerIds)[number];

/** What a provider is asked for: a shape. The skeleton, weights and clips are always made here, by the engine. */
export type ShapeRequest = Exclude<RigRequest, { kind: 'mesh' }>;

/**
 * Asks once for one step of the work, which costs money from then on, and names its task. Nothing stops it half way:
 * only with its answer is it known what was begun.
 */
export type Step = () => Promise<string>;

/** What one look at a task shows; `next` when this task is done and another step goes on from it. */
export type Progress =
  | { kind: 'working'; fraction: number }
  | { kind: 'next'; step: Step }
  | { kind: 'ready'; modelUrl: string }
  | { kind: 'refused'; code: ErrorCode; detail: string };

/**
 * Somebody else's machine that makes a 3D model from words or pictures. Every call may throw a `ProviderFailure`.
 * Tasks are opaque to all but their provider.
 */
export type Provider = {
  id: ProviderId;
  /** Whether a step that is asked for again with the same key is not begun again. */
  knowsKeys: boolean;
  /**
   * Makes ready what begins the work, pictures uploaded; costs nothing and may be repeated.
   * @param key the same for a repeat of the same work, for providers that know such keys
   */
  prepare(request: ShapeRequest, key: string, signal: AbortSignal): Promise<Step>;
  /** Changes nothing and may be repeated. */
  look(task: string, signal: AbortSignal): Promise<Progress>;
  /** The finished model, a GLB. */
  download(modelUrl: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Nobody wants it any more. Where a provider cannot stop a task, nothing happens. */
  cancel(task: string): Promise<void>;
};

/**
 * - `busy`: try again, after `retryAfter` when it is known; nothing was begun
 * - `unreachable`: no answer, or one that makes no sense; whether something was begun is unknown
 * - `unavailable`: the operator's key, balance or address is wrong; asking again does not help
 * - `lost`: the provider does not know, or no longer has, what was made
 * - `oversized`: what was made is too large
 * - `refused`: about this request, with the provider's own words
 */
export type FailureKind = 'busy' | 'unreachable' | 'unavailable' | 'lost' | 'oversized' | 'refused';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** @param retryAfter the header of that name, as it came */
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfter: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
