/**
 * The one error type. Expected outcomes are return values; everything else is an `AppError` with a code from
 * the closed table below, which crosses HTTP as RFC 9457 problem details and comes out the other side intact.
 */

/** One fault in what somebody sent: a JSON path such as `images.0.view`, and a sentence. */
export type Fault = { path: string; message: string };

/** What each code carries besides its sentence. Codes not named carry nothing. */
type Contexts = {
  invalid_request: { errors?: Fault[] };
  rate_limited: { retryAfter?: number };
  rpc_unavailable: { retryAfter?: number };
  insufficient_credits: { needed?: number; available?: number };
  provider_mismatch: { field?: string; kind?: string };
};

/** HTTP status and the sentence a member reads when nobody wrote a more exact one. */
export const errorTable = {
  invalid_request: [400, 'Something in that request does not fit. Please check it and try again.'],
  unauthenticated: [401, 'Your wallet is not linked here. Use /link to connect it.'],
  session_expired: [401, 'Your session has ended. Use /link to connect your wallet again.'],
  nonce_expired: [401, 'That sign-in request is too old. Start again with /link.'],
  nonce_used: [401, 'That sign-in request was already used. Start again with /link.'],
  signature_invalid: [401, 'That signature does not match the wallet and text. Sign the text unchanged.'],
  refresh_invalid: [401, 'Your session has ended. Use /link to connect your wallet again.'],
  refresh_reused: [401, 'Your session was ended for safety. Use /link to connect your wallet again.'],
  insufficient_credits: [402, 'You do not have enough credits for that. Use /buy to get more.'],
  payment_underpaid: [402, 'Less than the price arrived. Pay the rest, or ask whoever runs this bot.'],
  forbidden: [403, 'You may not do that.'],
  blocked: [403, 'You have been blocked from using this here. Ask a moderator.'],
  quota_exceeded: [403, 'You have reached your limit for now. Try again later.'],
  not_found: [404, 'That was not found. It may have been removed.'],
  idempotency_conflict: [409, 'That request was already made with other details.'],
  signature_already_used: [409, 'That payment was already counted.'],
  conversation_busy: [409, 'The agent is still answering. Wait for it, or stop it first.'],
  wallet_linked_elsewhere: [409, 'That wallet is linked to another member.'],
  intent_canceled: [409, 'That purchase was cancelled. Start a new one with /buy.'],
  too_large: [413, 'That is too large.'],
  unsupported_media: [415, 'That kind of file is not supported. Send a PNG, JPEG or WebP picture.'],
  unriggable: [422, 'No rig could be made from that. Try a clearer description or picture.'],
  content_rejected: [422, 'That cannot be made here. Try describing something else.'],
  transaction_failed: [422, 'That transaction failed on the chain, so no money moved.'],
  wrong_recipient: [422, 'That payment went to another address.'],
  wrong_asset: [422, 'That payment was in another currency than asked for.'],
  rate_limited: [429, 'That was a bit fast. Try again in a moment.'],
  provider_error: [502, 'The service behind this did not answer properly. Try again in a moment.'],
  provider_unreachable: [
    502,
    "The service behind this bot can't be reached right now. Try again in a moment.",
  ],
  provider_mismatch: [
    502,
    "The service answered in a way this bot doesn't understand. The operator has been told.",
  ],
  rpc_unavailable: [
    502,
    'The Solana network cannot be read right now. Nothing is lost; it is checked again.',
  ],
  maintenance: [503, 'The service is being looked after. Try again in a few minutes.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

/** Codes that only a client of the service uses. A service that sends one is not believed. */
export const clientCodes: ReadonlySet<string> = new Set(['provider_unreachable', 'provider_mismatch']);

export type ErrorCode = keyof typeof errorTable;
export type ErrorContext<C extends ErrorCode> = C extends keyof Contexts
  ? Contexts[C]
  : Record<string, never>;

type Options<C extends ErrorCode> = { context?: ErrorContext<C>; cause?: unknown; requestId?: string };

/**
 * @example
 * throw new AppError('insufficient_credits', 'This needs 10 credits and you have 4.', { context: { needed: 10, available: 4 } });
 */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: C;
  readonly status: number;
  readonly context: ErrorContext<C>;
  /** Set when the error came over HTTP: the request id the other side logged. */
  readonly requestId: string | undefined;

  /** @param sentence for the member: what was wrong and what to do, without internals */
  constructor(code: C, sentence?: string, { context, cause, requestId }: Options<C> = {}) {
    super(sentence ?? errorTable[code][1], cause === undefined ? undefined : { cause });
    this.code = code;
    this.status = errorTable[code][0];
    this.context = context ?? ({} as ErrorContext<C>);
    this.requestId = requestId;
  }
}

/** Narrows to one code: `if (isAppError(e, 'rate_limited')) wait(e.context.retryAfter)`. */
export function isAppError<C extends ErrorCode>(error: unknown, code?: C): error is AppError<C> {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Any thrown value as an AppError; what was not one becomes `internal` with the original as cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
}

/**
 * Has an expected error say which of several things it is about.
 * @example pictures.map((picture, at) => read(picture).catch(naming(`Picture ${at + 1}`)))
 */
export const naming =
  (what: string) =>
  (error: unknown): never => {
    if (!isAppError(error) || error.status >= 500) throw error;
    const { code, message, context, requestId } = error;
    throw new AppError(code, `${what}: ${message}`, {
      context,
      cause: error,
      ...(requestId && { requestId }),
    });
  };

/** A start-up problem the operator can mend: printed as it stands, exit code 2, no stack. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
