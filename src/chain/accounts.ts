import { getAssociatedTokenAddressSync, TOKEN_2022_PROGRAM_ID, TOKEN_PROGRAM_ID } from '@solana/spl-token';
import { PublicKey } from '@solana/web3.js';
import { AppError } from '../base/errors.js';
import type { Rpc } from './rpc.js';

/**
 * The recipient's token account; null while the network does not know the mint, so that no wrong account is
 * watched.
 */
export async function tokenAccountOf(
  rpc: Pick<Rpc, 'ownerOf'>,
  recipient: string,
  mint: string,
): Promise<string | null> {
  const owner = await rpc.ownerOf(mint);
  const program = [TOKEN_PROGRAM_ID, TOKEN_2022_PROGRAM_ID].find((one) => one.toBase58() === owner);
  if (!program) return null;
  const key = new PublicKey(recipient);
  return getAssociatedTokenAddressSync(new PublicKey(mint), key, true, program).toBase58();
}

/**
 * The addresses whose history contains every payment: the wallet, and its token account for each mint.
 * @throws AppError `rpc_unavailable` when the network does not know a mint
 */
export async function accountsOf(rpc: Rpc, recipient: string, mints: readonly string[]): Promise<string[]> {
  const accounts = [recipient];
  for (const mint of mints) {
    const account = await tokenAccountOf(rpc, recipient, mint);
    if (account === null)
      throw new AppError('rpc_unavailable', `The network does not know the token ${mint}.`);
    accounts.push(account);
  }
  return accounts;
}
