import type { Wallet, WalletAccount } from '@wallet-standard/base';

/** Wallet Standard features that all pages use. */

type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> };

export const canConnect = ({ chains, features }: Wallet): boolean =>
  'standard:connect' in features && chains.some((chain) => chain.startsWith('solana:'));

/** The wallet's first Solana account after the user connects; undefined when it has none. */
export async function accountOf({ features }: Wallet): Promise<WalletAccount | undefined> {
  const { accounts } = await (features['standard:connect'] as Connect).connect();
  return accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:')));
}

/** Whether the user declined, by error code or by the usual error texts. */
export const isDeclined = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 4001 ||
  /reject|declin|denied|cancel/i.test(error instanceof Error ? error.message : String(error));
