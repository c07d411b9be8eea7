import type { Reason } from '../base/errors.js';
import type { Messages } from './messages.gen.js';
import type { MessageKey, ReasonList } from './translate.js';

/** A text of a reason may be a reason itself, or a list of them. */
type Nested<Value> = Value | (string extends Value ? Reason | ReasonList : never);
type ReasonArguments<K extends MessageKey> = Messages[K] extends null
  ? []
  : [values: { readonly [Name in keyof Messages[K]]: Nested<Messages[K][Name]> }];

/**
 * The exact reason of an error, translated where the error is shown.
 * @example throw new AppError('forbidden', reason('talk.error.locked', { thread: 'Talk 3' }));
 */
export const reason = <K extends MessageKey>(key: K, ...[values]: ReasonArguments<K>): Reason => ({
  key,
  values: values ?? {},
});

/** Reasons that are shown as one list: `SOL and USDC`. */
export const reasonList = (items: readonly Reason[], type: 'and' | 'or' = 'and'): ReasonList => ({
  items,
  type,
});
