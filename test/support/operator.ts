import { vi } from 'vitest';
import type { Io } from '../../src/cli/io.js';
import { runReview } from '../../src/cli/review.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import type { TestWorld } from './world.js';

/** The operator of the bot: has its database, its commands, and the wallet of the shop. */
export function createOperator(world: TestWorld) {
  const rpcUrl = world.addresses.rpc ?? '';
  const treasury = createTestWallet({ rpcUrl, name: 'rigsmith treasury' });
  /** `rigsmith review …` as typed on the service's machine; resolves with its output. */
  const review = async (...argv: string[]): Promise<string> => {
    vi.stubEnv('SOLANA_RPC_URL', rpcUrl);
    vi.stubEnv('SOLANA_NETWORK', 'localnet');
    vi.stubEnv('MERCHANT_ADDRESS', treasury.address);
    const said: string[] = [];
    const stream = { write: (text: string) => said.push(text) > 0 };
    const io = { stdout: stream, stderr: stream } as unknown as Io;
    await runReview([...argv, '--database', world.books], io);
    return said.join('');
  };
  return {
    review,
    /** Sends a refund with the shop's own wallet; `amount` in whole SOL. */
    sendsBack: async (to: string, amount: string) =>
      (await treasury.pay(`solana:${to}?amount=${amount}`)).signature,
    /** The number of the open case whose line contains this text. */
    async caseOf(words: string): Promise<string> {
      const line = (await review()).split('\n').find((one) => one.includes(words));
      return /^(\d+) /.exec(line ?? '')?.[1] ?? '';
    },
  };
}
