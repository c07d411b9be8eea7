/** How cards show the network of a payment. */

const isMainnet = (network: string): boolean => network.startsWith('mainnet');

/** A banner above prices and payments on a test network; null on mainnet. */
export const networkBanner = (network: string): string | null =>
  isMainnet(network) ? null : `> **Test money.** Coins on ${network} have no value.`;

/** The same in the small print. */
export const networkNote = (network: string): string | null =>
  isMainnet(network) ? null : `network: ${network}`;

/** A transaction's explorer page; null on a network that public explorers don't cover. */
export function explorerUrl(signature: string, network: string): string | null {
  const page = `https://explorer.solana.com/tx/${signature}`;
  if (isMainnet(network)) return page;
  return network === 'devnet' || network === 'testnet' ? `${page}?cluster=${network}` : null;
}
