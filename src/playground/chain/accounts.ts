import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import type { Bank } from './bank.js';
import { type Method, withContext } from './context.js';
import { type AccountOptions, encodeAccount } from './encoding.js';
import { invalidParams } from './fault.js';
import * as read from './params.js';
import { readHolding, readMint, tokenAmount } from './tokens.js';

/** The methods that read accounts and token accounts. */
export function createAccountMethods(bank: Bank): Record<string, Method> {
  const { svm } = bank;
  const accountAt = (value: unknown) => svm.getAccount(read.addressParam(value).toBytes());

  const holdingAt = (value: unknown) => {
    const holding = readHolding(svm, accountAt(value));
    if (!holding) throw invalidParams('Invalid param: could not find account');
    return holding;
  };

  const tokenAccountsOf: Method = ([ownerAddress, filter, config]) => {
    const owner = read.addressParam(ownerAddress).toBase58();
    const { mint, programId } = read.optionsParam(filter);
    const options = read.optionsParam(config);
    const mintAccount = mint === undefined ? undefined : readMint(accountAt(mint));
    if (mint !== undefined && !mintAccount) throw invalidParams('Invalid param: could not find mint');
    const program = new PublicKey(mintAccount?.program ?? read.addressParam(programId));
    const accounts = svm.getProgramAccounts(program.toBytes()).flatMap((entry) => {
      const holding = readHolding(svm, entry.account());
      if (holding?.owner !== owner || (mint !== undefined && holding.mint !== mint)) return [];
      const account = encodeAccount(svm, entry.account(), options as AccountOptions);
      return [{ pubkey: bs58.encode(entry.address), account }];
    });
    return withContext(bank, accounts, options);
  };

  return {
    getBalance: ([address, config]) =>
      withContext(bank, Number(accountAt(address)?.lamports() ?? 0n), read.optionsParam(config)),
    getAccountInfo: ([address, config]) => {
      const options = read.optionsParam(config);
      const account = accountAt(address);
      return withContext(bank, account && encodeAccount(svm, account, options as AccountOptions), options);
    },
    getMultipleAccounts: ([addresses, config]) => {
      const options = read.optionsParam(config);
      const accounts = read.listParam(addresses, 100).map(accountAt);
      return withContext(
        bank,
        accounts.map((account) => account && encodeAccount(svm, account, options as AccountOptions)),
        options,
      );
    },
    getTokenAccountBalance: ([address, config]) =>
      withContext(bank, holdingAt(address).amount, read.optionsParam(config)),
    getTokenAccountsByOwner: tokenAccountsOf,
    getTokenSupply: ([address, config]) => {
      const mint = readMint(accountAt(address));
      if (!mint) throw invalidParams('Invalid param: not a Token mint');
      return withContext(bank, tokenAmount(mint.supply, mint.decimals), read.optionsParam(config));
    },
  };
}
