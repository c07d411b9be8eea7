import { clientCodes, type ErrorCode, errorTable } from '../../base/errors.js';
import { isDictionary, plainWord, toText } from './values.js';

/** Error codes of other services by our own code. Compared without case and separators. */
const codeWords: Partial<Readonly<Record<ErrorCode, string>>> = {
  insufficient_credits:
    'insufficientcredits insufficientfunds insufficientbalance notenoughcredits paymentrequired nocredits outofcredits',
  payment_underpaid: 'underpaid paymentunderpaid amounttoolow',
  signature_invalid:
    'invalidsignature signatureinvalid badsignature signaturemismatch signatureverificationfailed rejectedsignature',
  nonce_expired: 'nonceexpired expirednonce noncenotfound invalidnonce challengeexpired',
  nonce_used: 'nonceused noncealreadyused',
  session_expired: 'sessionexpired tokenexpired expiredtoken jwtexpired',
  unauthenticated: 'unauthorized unauthenticated notauthenticated authrequired invalidtoken missingtoken',
  forbidden: 'forbidden accessdenied permissiondenied notallowed',
  not_found: 'notfound missing doesnotexist',
  conversation_busy: 'conversationbusy busy alreadyrunning runinprogress agentbusy inprogress',
  rate_limited: 'ratelimited ratelimit ratelimitexceeded toomanyrequests throttled',
  too_large: 'toolarge payloadtoolarge filetoolarge',
  content_rejected: 'contentrejected contentpolicy moderation unsafe contentpolicyviolation nsfw',
  quota_exceeded: 'quotaexceeded limitreached limitexceeded',
  intent_canceled: 'intentcanceled intentcancelled paymentcanceled',
  signature_already_used: 'signaturealreadyused transactionalreadyused alreadyclaimed duplicatetransaction',
  transaction_failed: 'transactionfailed txfailed',
  maintenance: 'maintenance unavailable serviceunavailable',
};
const byWord = new Map(
  Object.entries(codeWords).flatMap(([code, words]) =>
    words.split(' ').map((word) => [word, code as ErrorCode] as const),
  ),
);

/** The known error code of a body; undefined without one. */
export function errorCodeOf(body: unknown): ErrorCode | undefined {
  if (typeof body === 'string') return undefined;
  if (!isDictionary(body)) return undefined;
  const error = isDictionary(body.error) ? body.error : undefined;
  const places = [
    body.code,
    error?.code,
    body.error_code,
    body.errorCode,
    error?.type,
    error?.status,
    body.type,
    body.error,
  ];
  for (const place of places) {
    if (typeof place !== 'string') continue;
    if (Object.hasOwn(errorTable, place) && !clientCodes.has(place)) return place as ErrorCode;
    const known = byWord.get(plainWord(place.split(/[/:#]/).at(-1)));
    if (known) return known;
  }
  return undefined;
}

const longest = 500;
const clean = (text: string): string | null => text.replace(/\s+/g, ' ').trim().slice(0, longest) || null;

/** The text of an error body: RFC 9457, `{error}`, `{error: {message}}`, `{message}`, `{detail}`, `{errors: [...]}`, text. */
export function errorDetail(body: unknown): string | null {
  if (typeof body === 'string') return /^\s*</.test(body) ? null : clean(body);
  if (Array.isArray(body)) {
    const parts = body.flatMap((one) => errorDetail(one) ?? []);
    return parts.length > 0 ? clean(parts.join('; ')) : null;
  }
  if (!isDictionary(body)) return null;
  for (const name of [
    'detail',
    'message',
    'error',
    'msg',
    'reason',
    'error_message',
    'error_description',
    'description',
    'errors',
    'text',
    'content',
    'title',
    'data',
  ]) {
    const value = body[name];
    if (value === undefined || value === null) continue;
    const found = typeof value === 'string' ? clean(value) : (errorDetail(value) ?? toText(value) ?? null);
    if (found) return found;
  }
  return null;
}

/** An error body as text, to find the fields a validator names. */
export const fieldComplaint = (body: unknown): string =>
  typeof body === 'string' ? body.slice(0, 2_000) : (JSON.stringify(body) ?? '').slice(0, 2_000);

/** A success status over a body that reports a failure. */
export function isFailureBody(body: unknown): boolean {
  if (!isDictionary(body)) return false;
  if (body.success === false || body.ok === false) return true;
  const word = plainWord(body.status);
  return (
    (word === 'error' || word === 'fail') &&
    (body.error != null || body.message != null) &&
    body.id === undefined
  );
}
