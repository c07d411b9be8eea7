import { AppError } from '../base/errors.js';
import type { Rpc } from './rpc-types.js';

export type Network = 'mainnet' | 'devnet' | 'testnet' | 'localnet';

/** The first 32 characters of each public network's genesis hash (CAIP-2 "solana" namespace). */
const genesis: Record<string, Network> = {
  '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp': 'mainnet',
  EtWTRABZaYq6iMfeYKouRu166VU2xqa1: 'devnet',
  '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z': 'testnet',
};

/** The network of a genesis hash; an unknown hash is a local network. */
export const networkOf = (genesisHash: string): Network => genesis[genesisHash.slice(0, 32)] ?? 'localnet';

/**
 * Refuses to credit payments of a network other than the configured one.
 * @throws AppError `invalid_request` on the wrong network, `rpc_unavailable` when no endpoint answers
 */
export async function checkNetwork(rpc: Rpc, expected: Network): Promise<void> {
  const actual = networkOf(await rpc.genesisHash());
  if (actual !== expected)
    throw new AppError(
      'invalid_request',
      `The Solana endpoint serves ${actual}, but ${expected} is configured.`,
    );
}
