import { AppError, type ErrorCode } from '../../base/errors.js';
import { reason } from '../../copy/reason.js';
import { mostWallets, type Redeemed } from './proofs.js';

export const alreadyUsed = () => new AppError('nonce_used', reason('link.error.already_used'));
export const superseded = () => new AppError('nonce_used', reason('link.error.superseded'));

type Why = Extract<Redeemed, { outcome: 'refused' }>['why'];
const refused: Record<Why, () => AppError<ErrorCode>> = {
  too_many: () => new AppError('quota_exceeded', reason('link.error.too_many', { wallets: mostWallets })),
  asked_already: () => new AppError('wallet_linked_elsewhere', reason('link.error.asked_already')),
  asked_lately: () => new AppError('wallet_linked_elsewhere', reason('link.error.asked_lately')),
};

/** The error for a code that did not link a wallet. */
export function refusal(
  redeemed: Exclude<Redeemed, { outcome: 'linked' | 'contested' }>,
  triesLeft: number,
): AppError<ErrorCode> {
  switch (redeemed.outcome) {
    case 'wrong':
      return new AppError('invalid_request', reason('link.error.wrong_code', { left: triesLeft }));
    case 'unidentified':
      return new AppError('invalid_request', reason('link.error.unidentified'));
    case 'refused':
      return refused[redeemed.why]();
    case 'rejected':
      return new AppError('nonce_used', reason('link.error.no_attempts'));
    case 'gone':
      return new AppError('nonce_used', reason('link.error.gone'));
  }
}
