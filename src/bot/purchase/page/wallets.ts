import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { element, reveal } from '../../web/page/dom.js';

/** Pays with a wallet of this browser that follows the wallet standard. */

const feature = 'solana:signAndSendTransaction';
type SignAndSend = {
  signAndSendTransaction(input: {
    account: WalletAccount;
    chain: string;
    transaction: Uint8Array;
  }): Promise<unknown>;
};
type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> };

const patienceMs = 1_500;
const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

const isDeclined = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 4001 ||
  /reject|declin|denied|cancel/i.test(error instanceof Error ? error.message : String(error));

/**
 * @param transactionOf asks for the transaction of one payer, unsigned
 * @throws Error with a sentence for the person, also when they declined
 */
export async function payWith(
  { features }: Wallet,
  chain: string,
  transactionOf: (address: string) => Promise<string>,
): Promise<void> {
  try {
    const { accounts } = await (features['standard:connect'] as Connect).connect();
    const account = accounts.find(({ chains }) => chains.some((each) => each.startsWith('solana:')));
    if (!account) throw new Error('That wallet gave no Solana account.');
    const transaction = bytesOf(await transactionOf(account.address));
    await (features[feature] as SignAndSend).signAndSendTransaction({
      account,
      chain: chain as never,
      transaction,
    });
  } catch (error) {
    if (isDeclined(error)) throw new Error('You said no in your wallet, so nothing was paid.');
    throw error;
  }
}

function buttonOf({ name, icon }: Wallet, choose: () => void): HTMLElement {
  const item = document.createElement('li');
  const button = document.createElement('button');
  const picture = document.createElement('img');
  const words = document.createElement('span');
  picture.src = icon;
  picture.alt = '';
  words.textContent = `Pay with ${name}`;
  button.type = 'button';
  button.append(picture, words);
  button.addEventListener('click', choose);
  item.append(button);
  return item;
}

/** Lists the wallets that can pay, those that come late too. */
export function listWallets(choose: (wallet: Wallet) => void): void {
  const registry = getWallets();
  const listed = new Set<string>();
  const add = (...wallets: readonly Wallet[]): void => {
    for (const wallet of wallets) {
      if (
        listed.has(wallet.name) ||
        !(feature in wallet.features) ||
        !('standard:connect' in wallet.features)
      )
        continue;
      listed.add(wallet.name);
      element('wallets').append(buttonOf(wallet, () => choose(wallet)));
      reveal('none', false);
    }
  };
  registry.on('register', add);
  add(...registry.get());
  setTimeout(() => {
    if (listed.size > 0) return;
    reveal('none');
    reveal('apps');
  }, patienceMs);
}

/** A wallet that comes as a script instead of an extension. */
export function loadWallet(src: string): void {
  const script = document.createElement('script');
  script.src = src;
  document.head.append(script);
}
