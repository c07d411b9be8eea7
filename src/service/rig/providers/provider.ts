import type { ErrorCode } from '../../../base/errors.js';
import type { RigInput } from '../../../contract/pipelines.js';
import type { RigRequest, ViewName } from '../../../engine/index.js';

export const providerIds = ['meshy', 'tripo', 'gpu', 'comfyui', 'hunyuan', 'fal', 'replicate'] as const;
export type ProviderId = (typeof providerIds)[number];

/** Request for a model. Skeleton, weights and clips are always made by the engine. */
export type ShapeRequest = Exclude<RigRequest, { kind: 'mesh' | 'spec' }>;

/**
 * Requests one step of the work, which costs money from then on, and returns its task id. It cannot be aborted,
 * because only its reply contains the task id.
 */
export type ProviderStep = () => Promise<string>;

/**
 * The state of a task. `next`: it is done, and another step follows. `views`: pictures from several sides, which the
 * engine carves instead of a model. `sent`: the reply contained the model.
 */
export type TaskProgress =
  | { kind: 'working'; fraction: number }
  | { kind: 'next'; step: ProviderStep }
  | { kind: 'ready'; modelUrl: string }
  | { kind: 'views'; views: readonly { view: ViewName; url: string }[] }
  | { kind: 'sent'; model: Uint8Array }
  | { kind: 'refused'; code: ErrorCode; detail: string };

/**
 * An external service that makes a 3D model from a prompt or pictures. Every call may throw a `ProviderFailure`.
 * Only the provider interprets its task ids.
 */
export type Provider = {
  id: ProviderId;
  /** What it makes models from. */
  inputs: readonly RigInput[];
  /** Tasks at once. Default 4. */
  slots?: number;
  /** Whether the provider deduplicates steps requested with the same idempotency key. */
  knowsKeys: boolean;
  /**
   * Prepares the first step, uploading pictures; costs nothing and may be repeated.
   * @param key the same for a repeat of the same work, for providers with idempotency keys
   */
  prepare(request: ShapeRequest, key: string, signal: AbortSignal): Promise<ProviderStep>;
  /** Reads the state of a task; changes nothing and may be repeated. */
  look(task: string, signal: AbortSignal, request: ShapeRequest): Promise<TaskProgress>;
  /** A finished model, a GLB, or the picture of a view. */
  download(url: string, signal: AbortSignal): Promise<Uint8Array>;
  /** Cancels a task. Does nothing where the provider cannot cancel. */
  cancel(task: string): Promise<void>;
  /** Checks address and key for the operator without cost; returns the balance where the provider tells it. */
  check(signal: AbortSignal): Promise<number | null>;
};

/**
 * - `busy`: retry, after `retryAfter` when it is known; nothing was started
 * - `unreachable`: no valid reply; whether work was started is unknown
 * - `unavailable`: the operator's key, balance or address is wrong; retrying does not help
 * - `lost`: the provider does not know the task, or no longer has the model
 * - `oversized`: the model is too large
 * - `refused`: the request was rejected, with the provider's own words
 * - `content`: the request was rejected for what it shows or says
 */
export type FailureKind =
  | 'busy'
  | 'unreachable'
  | 'unavailable'
  | 'lost'
  | 'oversized'
  | 'refused'
  | 'content';

export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** @param retryAfter the raw header */
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly retryAfter: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
