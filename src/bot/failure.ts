import { type AppError, toAppError } from '../base/errors.js';
import { newId } from '../base/ids.js';
import type { Log } from '../base/log.js';
import { actions, button, type Card, card, finePrint, heading, type Row } from './cards/card.js';
import { clip } from './text.js';

/** Codes for the member to solve; logged below error level. */
const expected = (error: AppError): boolean => error.status < 500;

/**
 * Reports a failed interaction as one log line and one card that share a request id. Members never see a stack trace or
 * another service's text.
 */
export function failureCard(thrown: unknown, log: Log, about: object): Card {
  const error = toAppError(thrown);
  const requestId = error.requestId ?? newId('req');
  const line = { ...about, request_id: requestId, code: error.code, err: error.cause ?? error };
  if (expected(error)) log.info({ ...about, request_id: requestId, code: error.code }, 'refused');
  else log.error(line, 'interaction failed');
  return card('bad', [
    heading(titles[error.code] ?? 'Something went wrong', clip(error.message, 1500)),
    remedies[error.code] ?? null,
    finePrint(requestId),
  ]);
}

const titles: Partial<Record<AppError['code'], string>> = {
  unauthenticated: 'Link your wallet first',
  session_expired: 'Please link your wallet again',
  insufficient_credits: 'Not enough credits',
  forbidden: 'Not for you',
  rate_limited: 'One moment',
  provider_unreachable: "We can't reach the service",
  provider_mismatch: 'The service answered unexpectedly',
  provider_error: 'The service had a problem',
};

/** A button for the next step. */
const linking = actions(button('Link a wallet', 'link:open', '*', '', 'primary'));
const remedies: Partial<Record<AppError['code'], Row | null>> = {
  unauthenticated: linking,
  session_expired: linking,
  insufficient_credits: actions(button('Get credits', 'buy:open', '*', '', 'primary')),
};
