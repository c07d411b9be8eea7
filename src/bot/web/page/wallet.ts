import type { Wallet, WalletAccount } from '@wallet-standard/base';

/** What any page asks of one wallet of the wallet standard. */

type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> };

export const canConnect = ({ chains, features }: Wallet): boolean =>
  'standard:connect' in features && chains.some((chain) => chain.startsWith('solana:'));

/** Its first Solana account, once its owner lets it be seen; undefined when it has none. */
export async function accountOf({ features }: Wallet): Promise<WalletAccount | undefined> {
  const { accounts } = await (features['standard:connect'] as Connect).connect();
  return accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:')));
}

/** Whether a wallet failed because its owner said no: by code, or by the words wallets have for it. */
export const isDeclined = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === 4001 ||
  /reject|declin|denied|cancel/i.test(error instanceof Error ? error.message : String(error));
