import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { accountOf, isDeclined } from '../../web/page/wallet.js';
import type { Shown } from '../../web/page/wallet-list.js';

/** Pays with a wallet of this browser that follows the wallet standard. */

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

/** Null for a wallet that cannot send what it signs. */
export const shownAs = ({ name, features }: Wallet): Shown | null =>
  feature in features ? { words: `Pay with ${name}` } : null;

/**
 * @param transactionOf asks for the transaction of one payer, unsigned
 * @throws Error with a sentence for the person, also when they declined
 */
export async function payWith(
  wallet: Wallet,
  chain: string,
  transactionOf: (address: string) => Promise<string>,
): Promise<void> {
  try {
    const account = await accountOf(wallet);
    if (!account) throw new Error('That wallet gave no Solana account.');
    const transaction = bytesOf(await transactionOf(account.address));
    await (wallet.features[feature] as SignAndSend).signAndSendTransaction({
      account,
      chain: chain as never,
      transaction,
    });
  } catch (error) {
    if (isDeclined(error)) throw new Error('You said no in your wallet, so nothing was paid.');
    throw error;
  }
}
