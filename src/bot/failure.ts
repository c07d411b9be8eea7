import { type AppError, type ErrorCode, errorTable, isAppError, toAppError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { currentRequestId } from '../base/request-id.js';
import { defaultLocale } from '../copy/copy.js';
import type { Translate } from '../copy/translate.js';
import { actions, button, type Card, card, finePrint, heading, type Row } from './cards/card.js';
import { decodeCustomId } from './custom-id.js';
import { clip, plain, relativeTime } from './text.js';

/** A refusal that the member can understand and act on; everything else is a failure, logged as an error. */
export const isRefusal = (error: AppError): boolean => error.status < 500;

const longestText = 1500;
/** Of the text of a service. */
const longestDetail = 500;

/**
 * The sentence of an error in the reader's language, as Markdown for Discord. The only place that translates errors:
 *
 * 1. the thrower's `reason`, or the text of the code with the numbers of its context;
 * 2. in English, for a code that we know: the more exact English detail;
 * 3. the text of the code, and below it the English detail. That is also how the detail of an unknown code is shown.
 *
 * The detail of a service is escaped, because any service may be behind this bot.
 */
export const errorText = (error: AppError, t: Translate): string =>
  sentenceOf(error, t, { safe: plain, below: (detail) => `\n-# ${detail}` });

/** The same without Markdown, for a page. */
export const errorTextOfPage = (error: AppError, t: Translate): string =>
  sentenceOf(error, t, { safe: (text) => text, below: (detail) => ` (${detail})` });

type Format = { safe: (untrusted: string) => string; below: (detail: string) => string };

function sentenceOf(error: AppError, t: Translate, { safe, below }: Format): string {
  if (error.reason) return clip(t.message(error.reason), longestText);
  const { serviceDetail, message } = error;
  const isExact = message !== errorTable[error.code][1];
  const detail =
    serviceDetail === undefined
      ? isExact && clip(message, longestText)
      : safe(clip(serviceDetail, longestDetail));
  const exact = exactText(error, t);
  if (detail && isExact && t.locale === defaultLocale && !isLimit(error)) return detail;
  if (exact !== null) return exact;
  const general = t(`error.${error.code}`);
  return detail ? general + below(detail.replace(/\s+/g, ' ')) : general;
}

/** Its exact text shows when it ends in the reader's time zone, which a service cannot. */
const isLimit = ({ code }: AppError): boolean => code === 'blocked' || code === 'quota_exceeded';

/** The text of a code with the numbers of its context; null where it has none. */
function exactText(error: AppError, t: Translate): string | null {
  if (isAppError(error, 'insufficient_credits')) {
    const { needed, available } = error.context;
    if (needed === undefined || available === undefined) return null;
    return t('error.insufficient_credits.exact', { needed, available });
  }
  if (isAppError(error, 'blocked') && error.context.limit) {
    const { until } = error.context.limit;
    return until ? t('error.blocked.until', { time: relativeTime(until) }) : t('error.blocked.always');
  }
  if (isAppError(error, 'quota_exceeded') && error.context.limit) {
    const { most, unit = '', period = '', until } = error.context.limit;
    if (most === undefined || !until) return null;
    if (unit === 'answers') return t('error.quota_exceeded.visitor', { most, time: relativeTime(until) });
    return t('error.quota_exceeded.exact', {
      limit: t('quota.limit', { most, unit, period }),
      time: relativeTime(until),
    });
  }
  if (isAppError(error, 'rate_limited') && error.context.retryAfter !== undefined)
    return t('error.rate_limited.wait', { seconds: Math.ceil(error.context.retryAfter) });
  return null;
}

/**
 * Reports a failed interaction as one log line and one card. A refusal is calm; a failure is red and shows the request id
 * of its log line. Members never see a stack trace, and another service's text only escaped.
 * @param pressed the custom id of the button that was pressed, to try again with
 */
export function failureCard(
  thrown: unknown,
  log: Log,
  about: object,
  t: Translate,
  pressed: string | null = null,
): Card {
  const error = toAppError(thrown);
  const requestId = error.requestId ?? currentRequestId() ?? newId('req');
  const line = { ...about, request_id: requestId, code: error.code };
  const isCalm = isRefusal(error);
  if (isCalm) log.info({ ...line, reason: error.reason?.key }, 'refused');
  else log.error({ ...line, err: error.cause ?? error }, 'interaction failed');
  return card(isCalm ? 'neutral' : 'bad', [
    heading(refusalTitle(error, t), errorText(error, t)),
    remedyFor(error.code, pressed, t),
    isCalm ? null : finePrint(requestId),
  ]);
}

/** The title of the reason (`<key>.title`), else of the code, else a general one. */
export function refusalTitle(error: AppError, t: Translate): string {
  const own = `${error.reason?.key}.title`;
  if (t.has(own)) return t.message({ key: own, values: {} });
  const ofCode = `error.title.${error.code}`;
  if (t.has(ofCode)) return t.message({ key: ofCode, values: {} });
  return t(isRefusal(error) ? 'error.title.refused' : 'error.title');
}

/** The same press may succeed a moment later. */
const passing: ReadonlySet<ErrorCode> = new Set([
  'rate_limited',
  'conversation_busy',
  'provider_error',
  'provider_unreachable',
  'rpc_unavailable',
  'maintenance',
  'internal',
]);

/** A button for the next step. */
function remedyFor(code: ErrorCode, pressed: string | null, t: Translate): Row | null {
  if (code === 'unauthenticated' || code === 'session_expired')
    return actions(button(t('error.link.button'), 'link:open', '*', '', 'primary'));
  if (code === 'insufficient_credits')
    return actions(button(t('credits.get.button'), 'buy:open', '*', '', 'primary'));
  const id = passing.has(code) && pressed !== null && decodeCustomId(pressed);
  if (!id) return null;
  const to = `${id.command}:${id.action}` as const;
  return actions(button(t('error.retry.button'), to, id.owner, id.argument, 'primary'));
}
