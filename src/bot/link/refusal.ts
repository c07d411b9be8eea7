import { AppError, type ErrorCode } from '../../base/errors.js';
import { mostWallets, type Redeemed } from './store.js';

export const alreadyUsed = () =>
  new AppError('nonce_used', 'This link was already used. Use /link in Discord to get a new one.');

type Why = Extract<Redeemed, { outcome: 'refused' }>['why'];
const refusals: Record<Why, readonly [ErrorCode, string]> = {
  too_many: [
    'quota_exceeded',
    `You already have ${mostWallets} wallets. Unlink one with /wallet unlink, then try again.`,
  ],
  asked_already: [
    'wallet_linked_elsewhere',
    'That wallet is linked to another member, and someone else is already claiming it. Try again in a few days.',
  ],
  asked_lately: [
    'wallet_linked_elsewhere',
    'That wallet is linked to another member, and you claimed it recently. Try again tomorrow.',
  ],
};

/** The error for a code that did not link a wallet. */
export function refusal(redeemed: Exclude<Redeemed, { outcome: 'linked' | 'contested' }>, triesLeft: number) {
  switch (redeemed.outcome) {
    case 'wrong':
      return new AppError(
        'invalid_request',
        `Wrong code. ${triesLeft} ${triesLeft === 1 ? 'attempt' : 'attempts'} left.`,
      );
    case 'unidentified':
      return new AppError(
        'invalid_request',
        'Press “Continue with Discord” on the page first. It then shows the code.',
      );
    case 'refused':
      return new AppError(...refusals[redeemed.why]);
    case 'rejected':
      return new AppError('nonce_used', 'Wrong code, no attempts left. Use /link to start again.');
    case 'gone':
      return new AppError('nonce_used', 'This link has already ended. See /wallet list, or use /link again.');
  }
}
