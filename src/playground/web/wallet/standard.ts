import type { Wallet, WalletEventsWindow } from '@wallet-standard/base';

type Api = { register(wallet: Wallet): unknown };

/**
 * Registers a wallet with the page, whichever of the two loaded first.
 * @see https://github.com/wallet-standard/wallet-standard (`registerWallet`)
 */
export function registerWallet(wallet: Wallet): void {
  const host = window as unknown as WalletEventsWindow;
  const detail = (api: Api): void => void api.register(wallet);
  host.addEventListener('wallet-standard:app-ready', (event) => detail(event.detail));
  window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
}
