import type { Wallet, WalletAccount } from '@wallet-standard/base';
import bs58 from 'bs58';
import { describe, expect, it } from 'vitest';
import { canSign, connect, signText } from '../../../../src/bot/link/page/signing.js';
import { canConnect } from '../../../../src/bot/web/page/wallet.js';
import type { Nonce } from '../../../../src/contract/auth.js';
import { t } from '../../../support/copy.js';

/** How the page asks Wallet Standard wallets to sign: in which order, with which texts, and when it gives up. */

const signature = new Uint8Array(64).fill(7);
const account: WalletAccount = {
  address: 'Vote111111111111111111111111111111111111111',
  publicKey: bs58.decode('Vote111111111111111111111111111111111111111'),
  chains: ['solana:mainnet'],
  features: [],
};
const challenge = { nonce: 'n', message: 'one\n\ntwo', sign_in_input: { domain: 'x' } } as unknown as Nonce;
const bytes = new TextEncoder().encode(challenge.message);

type Answer = (input: Record<string, unknown>) => object[];
const signs: Answer = () => [{ signature, account }];
const fails = (message: string, code?: number): Answer => {
  return () => {
    throw Object.assign(new Error(message), code === undefined ? {} : { code });
  };
};

/** A wallet with the given features, which records the requests it got. */
function walletOf(ways: {
  signIn?: Answer;
  offchain?: { versions: readonly number[]; answer: Answer };
  message?: Answer;
}) {
  const asked: [string, Record<string, unknown>][] = [];
  const way = (name: string, answer: Answer) => async (input: Record<string, unknown>) => {
    asked.push([name, input]);
    return answer(input);
  };
  const { signIn, offchain, message } = ways;
  const features = {
    'standard:connect': { connect: async () => ({ accounts: [account] }) },
    ...(signIn && { 'solana:signIn': { signIn: way('signIn', signIn) } }),
    ...(offchain && {
      'solana:signOffchainMessage': {
        supportedMessageVersions: offchain.versions,
        signOffchainMessage: way('offchain', offchain.answer),
      },
    }),
    ...(message && { 'solana:signMessage': { signMessage: way('message', message) } }),
  };
  const wallet = { version: '1.0.0', name: 'W', chains: ['solana:mainnet'], features, accounts: [] };
  return { wallet: wallet as unknown as Wallet, asked, names: () => asked.map(([name]) => name) };
}
const both = { versions: [0, 1], answer: signs };

describe('a wallet that can sign in several ways', () => {
  it('is asked for the best one alone', async () => {
    const { wallet, names } = walletOf({ signIn: signs, offchain: both, message: signs });
    const proof = await signText(wallet, account, challenge, t);
    expect(names()).toEqual(['signIn']);
    const { address } = account;
    expect(proof).toEqual({ address, nonce: 'n', signature: bs58.encode(signature), encoding: 'siws' });
  });

  it('is asked for the next one when one fails', async () => {
    const { wallet, names } = walletOf({
      signIn: fails('not on this device'),
      offchain: { versions: [1], answer: fails('unknown version') },
      message: signs,
    });
    expect((await signText(wallet, account, challenge, t)).encoding).toBe('raw');
    expect(names()).toEqual(['signIn', 'offchain', 'message']);
  });

  it.each([
    ['a code', fails('Nope', 4001)],
    ['words', fails('User rejected the request.')],
  ])('is asked no more after its owner declined, by %s', async (_how, no) => {
    const { wallet, names } = walletOf({ signIn: no, message: signs });
    await expect(signText(wallet, account, challenge, t)).rejects.toThrow('You declined in your wallet');
    expect(names()).toEqual(['signIn']);
  });

  it('is rejected when it signed with another account', async () => {
    const other = { ...account, address: 'So11111111111111111111111111111111111111112' };
    const { wallet, names } = walletOf({ signIn: () => [{ signature, account: other }], message: signs });
    await expect(signText(wallet, account, challenge, t)).rejects.toThrow('signed with So11…1112');
    expect(names()).toEqual(['signIn']);
  });

  it('gets an error that says why none works, and what does', async () => {
    const { wallet } = walletOf({ message: fails('Ledger does not sign messages') });
    await expect(signText(wallet, account, challenge, t)).rejects.toThrow(
      'Ledger does not sign messages. You can use a small transfer instead.',
    );
    await expect(signText(walletOf({}).wallet, account, challenge, t)).rejects.toThrow("can't sign messages");
    expect(canSign(walletOf({}).wallet)).toBe(false);
  });
});

describe('an off-chain message', () => {
  const askedOf = async (versions: readonly number[]) => {
    const { wallet, asked } = walletOf({ offchain: { versions, answer: signs } });
    const { encoding } = await signText(wallet, account, challenge, t);
    return { encoding, input: asked[0]?.[1] };
  };

  it('is a version 1 text if the wallet knows no other', async () => {
    const { encoding, input } = await askedOf([1]);
    expect(encoding).toBe('offchain_v1');
    expect(input).toMatchObject({ messageVersion: 1, message: challenge.message });
    expect(input?.requiredSigners).toEqual([account.publicKey]);
  });

  it('is version 1 bytes if the wallet also knows version 0', async () => {
    const { encoding, input } = await askedOf([0, 1]);
    expect(encoding).toBe('offchain_v1');
    expect(input).toMatchObject({ messageVersion: 1, message: bytes });
  });

  it('is a version 0 text in UTF-8, without a domain, if the wallet knows nothing else', async () => {
    const { encoding, input } = await askedOf([0]);
    expect(encoding).toBe('offchain_v0');
    expect(input).toMatchObject({
      messageVersion: 0,
      messageFormat: 1,
      message: bytes,
      applicationDomain: new Uint8Array(32),
    });
  });
});

describe('a wallet of another chain', () => {
  it('is not offered', () => {
    const { wallet } = walletOf({ message: signs });
    expect(canConnect(wallet)).toBe(true);
    expect(canConnect({ ...wallet, chains: ['sui:mainnet'] })).toBe(false);
    expect(canConnect({ ...wallet, features: {} })).toBe(false);
  });

  it('gives no account, and the page says so', async () => {
    const { wallet } = walletOf({ message: signs });
    const ethereum = { ...account, chains: ['eip155:1'] };
    const connected = { 'standard:connect': { connect: async () => ({ accounts: [ethereum] }) } };
    const features = connected as unknown as Wallet['features'];
    await expect(connect({ ...wallet, features }, t)).rejects.toThrow("didn't share a Solana account");
    expect((await connect(wallet, t)).address).toBe(account.address);
  });
});

describe('a text without a sign-in request', () => {
  it('is signed unchanged, by one method only', async () => {
    const plain = { ...challenge, sign_in_input: null };
    const { wallet, asked } = walletOf({
      signIn: signs,
      offchain: { versions: [0, 1], answer: signs },
      message: signs,
    });
    expect(await signText(wallet, account, plain, t)).toMatchObject({ nonce: 'n', encoding: 'raw' });
    expect(asked).toEqual([['message', { account, message: bytes }]]);
  });
});
