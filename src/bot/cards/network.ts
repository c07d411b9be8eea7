/** What the network of a payment means for those who read of it. */

const isMainnet = (network: string): boolean => network.startsWith('mainnet');

/** Said at the top wherever money is spoken of that is none. */
export const networkBanner = (network: string): string | null =>
  isMainnet(network) ? null : `> **Test money.** This is ${network}: coins there are worth nothing.`;

/** The same in the small print. */
export const networkNote = (network: string): string | null =>
  isMainnet(network) ? null : `network: ${network}`;

/** A transaction's page in the explorer; null on a network no public explorer can see. */
export function explorerUrl(signature: string, network: string): string | null {
  const page = `https://explorer.solana.com/tx/${signature}`;
  if (isMainnet(network)) return page;
  return network === 'devnet' || network === 'testnet' ? `${page}?cluster=${network}` : null;
}
