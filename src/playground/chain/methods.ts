import { createAccountMethods } from './accounts.js';
import type { Bank } from './bank.js';
import { type Method, withContext } from './context.js';
import type { Faucet } from './faucet.js';
import { createLedgerMethods, type LedgerView } from './ledger.js';
import * as read from './params.js';
import { createSendingMethods } from './sending.js';

/** The JSON-RPC methods of a Solana node over one bank, with Agave's names, shapes and error codes. */
export function createMethods(options: {
  bank: Bank;
  faucet: Faucet;
  genesisHash: string;
  view: Readonly<LedgerView>;
}): Record<string, Method> {
  const { bank, faucet, genesisHash, view } = options;
  const slot: Method = ([config]) => bank.slotAt(read.commitmentParam(read.optionsParam(config).commitment));
  return {
    ...createAccountMethods(bank),
    ...createLedgerMethods(bank, view),
    ...createSendingMethods(bank),
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '2.2.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: slot,
    getBlockHeight: slot,
    getLatestBlockhash: ([config]) => withContext(bank, bank.latestBlockhash(), read.optionsParam(config)),
    isBlockhashValid: ([hash, config]) =>
      withContext(bank, bank.isBlockhashValid(read.addressParam(hash).toBase58()), read.optionsParam(config)),
    getMinimumBalanceForRentExemption: ([bytes]) =>
      Number(bank.svm.minimumBalanceForRentExemption(BigInt(read.naturalParam(bytes, 'length')))),
    getRecentPrioritizationFees: () => [{ slot: bank.slotAt('processed'), prioritizationFee: 0 }],
    requestAirdrop: ([address, lamports]) =>
      faucet.giveSol(read.addressParam(address), BigInt(read.naturalParam(lamports, 'lamports'))),
  };
}
