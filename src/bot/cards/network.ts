import type { Translate } from '../../copy/translate.js';

/** How cards show the network of a payment. */

const isMainnet = (network: string): boolean => network.startsWith('mainnet');

/** A banner above prices and payments on a test network; null on mainnet. */
export const testMoneyBanner = (network: string, t: Translate): string | null =>
  isMainnet(network) ? null : `> ${t('network.test_money', { network })}`;

/** The same in the small print. */
export const networkNote = (network: string, t: Translate): string | null =>
  isMainnet(network) ? null : t('network.note', { network });

/** A transaction's explorer page; null on a network that public explorers don't cover. */
export function explorerUrl(signature: string, network: string): string | null {
  const page = `https://explorer.solana.com/tx/${signature}`;
  if (isMainnet(network)) return page;
  return network === 'devnet' || network === 'testnet' ? `${page}?cluster=${network}` : null;
}
