/**
 * The only error type. Expected outcomes are return values; everything else is an `AppError` with a code from the
 * closed table below. It crosses HTTP as RFC 9457 problem details and keeps its code and context.
 */

/** One validation error: a JSON path such as `images.0.view`, and a sentence. */
export type Fault = { path: string; message: string };

/** The reason a person may not start work, and until when (ISO 8601). */
export type Limit = { unit?: string; period?: string; most?: number; until?: string };

/** Context each code carries besides its sentence. Unlisted codes carry none. */
type Contexts = {
  invalid_request: { errors?: Fault[] };
  rate_limited: { retryAfter?: number };
  rpc_unavailable: { retryAfter?: number };
  insufficient_credits: { needed?: number; available?: number };
  provider_mismatch: { field?: string; kind?: string };
  blocked: { limit?: Limit };
  quota_exceeded: { limit?: Limit };
};

/** HTTP status, and the sentence a member reads when the thrower gives no more exact one. */
export const errorTable = {
  invalid_request: [400, "Something in that request isn't valid. Check it and try again."],
  unauthenticated: [401, "Your wallet isn't linked here. Use /link to connect it."],
  session_expired: [401, 'Your session has ended. Use /link to connect your wallet again.'],
  nonce_expired: [401, 'That sign-in request has expired. Start again with /link.'],
  nonce_used: [401, 'That sign-in request was already used. Start again with /link.'],
  signature_invalid: [401, "That signature doesn't match the wallet and the text. Sign the text unchanged."],
  refresh_invalid: [401, 'Your session has ended. Use /link to connect your wallet again.'],
  refresh_reused: [
    401,
    'We signed you out to keep your account safe. Use /link to connect your wallet again.',
  ],
  insufficient_credits: [402, "You don't have enough credits for that. Use /buy to get more."],
  payment_underpaid: [402, 'Less than the price arrived. Pay the rest, or ask the operator of this bot.'],
  forbidden: [403, "You're not allowed to do that."],
  blocked: [403, "You're blocked from using this bot here. Ask a moderator."],
  quota_exceeded: [403, 'You have reached your limit for now. Try again later.'],
  not_found: [404, "We couldn't find that. It may have been removed."],
  idempotency_conflict: [409, 'That request was already made with other details. Start a new one.'],
  signature_already_used: [409, 'That payment was already counted. See it in /payments.'],
  quote_expired: [409, 'That price is no longer valid. Ask for the current one.'],
  conversation_busy: [409, 'The agent is still answering. Wait for the answer, or stop it first.'],
  wallet_linked_elsewhere: [
    409,
    'That wallet is linked to another member. Use another wallet, or unlink it there first.',
  ],
  intent_canceled: [409, 'That purchase was cancelled. Start a new one with /buy.'],
  too_large: [413, 'That is too large. Send something smaller.'],
  unsupported_media: [415, "That file type isn't supported. Send a PNG, JPEG or WebP picture."],
  unriggable: [422, "We couldn't make a rig from that. Try a clearer description or picture."],
  ambiguous_body: [422, "We can't tell which kind of body this is. Choose one."],
  no_body: [
    422,
    "We can't find a character in that. Send or describe one person, animal, creature or robot.",
  ],
  content_rejected: [422, "We can't make that here. Try describing something else."],
  transaction_failed: [
    422,
    'That transaction failed on the chain, so no money moved. Send the payment again.',
  ],
  wrong_recipient: [422, "That payment went to another address, so it can't be credited here."],
  wrong_asset: [
    422,
    'That payment was in another currency than this purchase asks for. Ask the operator of this bot.',
  ],
  rate_limited: [429, 'That was a bit fast. Wait a moment and try again.'],
  provider_error: [502, 'The service behind this bot had a problem. Try again in a moment.'],
  provider_unreachable: [
    502,
    "The service behind this bot can't be reached right now. Try again in a moment.",
  ],
  provider_mismatch: [
    502,
    "The service sent an answer this bot doesn't understand. The operator has been told.",
  ],
  rpc_unavailable: [
    502,
    "We can't reach the Solana network right now. Nothing is lost; we'll keep checking.",
  ],
  maintenance: [503, 'The service is down for maintenance. Try again in a few minutes.'],
  internal: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

/** Codes that only a client of the service produces; a client ignores them when a service sends them. */
export const clientCodes: ReadonlySet<string> = new Set(['provider_unreachable', 'provider_mismatch']);

export type ErrorCode = keyof typeof errorTable;
export type ErrorContext<C extends ErrorCode> = C extends keyof Contexts
  ? Contexts[C]
  : Record<string, never>;

/**
 * The exact reason of an error as a key of the copy catalog with its arguments. It is translated where the error is shown;
 * this module does not know the catalog.
 */
export type Reason = { readonly key: string; readonly values: Readonly<Record<string, unknown>> };

type Options<C extends ErrorCode> = {
  context?: ErrorContext<C>;
  cause?: unknown;
  requestId?: string;
  serviceDetail?: string;
};

/**
 * @example
 * throw new AppError('insufficient_credits', 'This needs 10 credits and you have 4.', { context: { needed: 10, available: 4 } });
 */
export class AppError<C extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'AppError';
  readonly code: C;
  readonly status: number;
  readonly context: ErrorContext<C>;
  /** Set where the thrower gave a message of the catalog instead of an English sentence. */
  readonly reason: Reason | undefined;
  /** Set when the error came over HTTP: the request id the other side logged. */
  readonly requestId: string | undefined;
  /** Set when the error came over HTTP: what the service said, in its words. Untrusted text. */
  readonly serviceDetail: string | undefined;

  /** @param detail what was wrong and what to do, without internals: a reason, or an English sentence */
  constructor(code: C, detail?: string | Reason, options: Options<C> = {}) {
    const { context, cause, requestId, serviceDetail } = options;
    const message = typeof detail === 'object' ? detail.key : detail;
    super(message ?? errorTable[code][1], cause === undefined ? undefined : { cause });
    this.reason = typeof detail === 'object' ? detail : undefined;
    this.code = code;
    this.status = errorTable[code][0];
    this.context = context ?? ({} as ErrorContext<C>);
    this.requestId = requestId;
    this.serviceDetail = serviceDetail;
  }
}

/** Narrows to one code: `if (isAppError(e, 'rate_limited')) wait(e.context.retryAfter)`. */
export function isAppError<C extends ErrorCode>(error: unknown, code?: C): error is AppError<C> {
  return error instanceof AppError && (code === undefined || error.code === code);
}

/** Converts any thrown value to an AppError; other errors become `internal` with the original as cause. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('internal', undefined, { cause: error });
}

/**
 * Names the item that an expected error is about.
 * @param what a prefix for an English sentence; or a function from the reason of the error to one that names the item.
 *   An error without a reason has that of its code, `error.<code>`.
 * @example pictures.map((picture, at) => read(picture).catch(naming(`Picture ${at + 1}`)))
 * @example read(picture).catch(naming((problem) => reason('rig.error.view.front', { problem })))
 */
export const naming =
  (what: string | ((problem: Reason) => Reason)) =>
  (error: unknown): never => {
    if (!isAppError(error) || error.status >= 500) throw error;
    const { code, message, context, requestId, reason } = error;
    const named =
      typeof what === 'string' ? `${what}: ${message}` : what(reason ?? { key: `error.${code}`, values: {} });
    throw new AppError(code, named, {
      context,
      cause: error,
      ...(requestId && { requestId }),
    });
  };

/** A start-up problem the operator can fix: printed without a stack, exit code 2. */
export class SetupError extends Error {
  override readonly name = 'SetupError';
}
