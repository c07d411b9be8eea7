import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { accountOf, isDeclined } from '../../web/page/wallet.js';
import type { Shown } from '../../web/page/wallet-list.js';
import type { PayPageText } from './words.js';

/** Pays with a Wallet Standard wallet in this browser. */

const feature = 'solana:signAndSendTransaction';
type SignAndSend = {
  signAndSendTransaction(input: {
    account: WalletAccount;
    chain: string;
    transaction: Uint8Array;
  }): Promise<unknown>;
};

const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

/** Null for a wallet that cannot send the transactions it signs. */
export const shownAs = ({ name, features }: Wallet, t: PayPageText): Shown | null =>
  feature in features ? { words: t('purchase.page.wallet', { wallet: name }) } : null;

/**
 * @param transactionOf fetches the unsigned transaction for a payer
 * @throws Error with a sentence for the user, also when they decline
 */
export async function payWith(
  wallet: Wallet,
  chain: string,
  transactionOf: (address: string) => Promise<string>,
  t: PayPageText,
): Promise<void> {
  try {
    const account = await accountOf(wallet);
    if (!account) throw new Error(t('purchase.page.no_account'));
    const transaction = bytesOf(await transactionOf(account.address));
    await (wallet.features[feature] as SignAndSend).signAndSendTransaction({
      account,
      chain: chain as never,
      transaction,
    });
  } catch (error) {
    if (isDeclined(error)) throw new Error(t('purchase.page.declined'));
    throw error;
  }
}
