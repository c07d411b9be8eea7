import { AppError, type ErrorCode } from '../../base/errors.js';
import { createSayings, type Saying, type Sayings } from '../discord/saying.js';

/** The sentences of wallets and of the actor API that the page shows. */
export const english = {
  who: 'Say who: a bot or a person, by name or id.',
  wallet_amount: '"{text}" is not a valid amount of {currency}.',
  wallet_bare_link: 'That payment link has no amount.',
  wallet_declined: 'The wallet did not sign: its owner declined.',
  wallet_device: 'This hardware wallet signs transactions only.',
  wallet_foreign_payer: 'That transaction must be paid by another wallet.',
  wallet_foreign_picture: 'The wallet only scans pictures from this playground.',
  wallet_foreign_sign_in: 'That sign-in request is for another wallet.',
  wallet_no_code: 'That picture has no readable QR code.',
  wallet_not_pending: 'The wallet has no such pending request.',
  wallet_offline: 'The wallet can’t reach the Solana network right now.',
  wallet_picture_gone: 'That picture is no longer available.',
  wallet_rejected: 'User rejected the request.',
} as const;

const sayings: Sayings<typeof english> = createSayings(english);
export const say: Sayings<typeof english>['say'] = sayings.say;
export const inEnglish: Sayings<typeof english>['inEnglish'] = sayings.inEnglish;

/** An error whose sentence the page shows in the person's language. */
export class SaidError extends AppError {
  constructor(
    code: ErrorCode,
    readonly saying: Saying,
    cause?: unknown,
  ) {
    super(code, inEnglish(saying), cause === undefined ? {} : { cause });
  }
}
