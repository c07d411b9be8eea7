import { AppError, type ErrorCode } from '../../base/errors.js';
import { mostWallets, type Redeemed } from './store.js';

export const alreadyUsed = () =>
  new AppError('nonce_used', 'This link was already used. Type /link in Discord for a new one.');

type Why = Extract<Redeemed, { outcome: 'refused' }>['why'];
const refusals: Record<Why, readonly [ErrorCode, string]> = {
  too_many: [
    'quota_exceeded',
    `You have ${mostWallets} wallets already. Unlink one with /wallet unlink, then try again.`,
  ],
  asked_already: [
    'wallet_linked_elsewhere',
    'That wallet is linked to another member, and somebody has asked for it already. Try again in some days.',
  ],
  asked_lately: [
    'wallet_linked_elsewhere',
    'That wallet is linked to another member, and you have asked for it not long ago. Try again tomorrow.',
  ],
};

/** What the member hears whose code made no link. */
export function refusal(redeemed: Exclude<Redeemed, { outcome: 'linked' | 'contested' }>, triesLeft: number) {
  switch (redeemed.outcome) {
    case 'wrong':
      return new AppError('invalid_request', `That is not the code on the page. Tries left: ${triesLeft}.`);
    case 'unidentified':
      return new AppError('invalid_request', 'Go on to Discord on the page first; it then shows the code.');
    case 'refused':
      return new AppError(...refusals[redeemed.why]);
    case 'rejected':
      return new AppError('nonce_used', 'That was the third wrong code. Type /link to start again.');
    case 'gone':
      return new AppError(
        'nonce_used',
        'This link has ended already. See /wallet list, or type /link again.',
      );
  }
}
