import type { Wallet, WalletAccount } from '@wallet-standard/base';
import bs58 from 'bs58';
import type { Nonce } from '../../../contract/auth.js';
import { accountOf, isDeclined } from '../../web/page/wallet.js';
import type { Proof } from './api.js';
import type { LinkCopy } from './copy.js';

/** Signs the message with a Wallet Standard wallet, using the best method it supports. */

/** The user declined or chose another account: don't ask again with another method. */
export class SigningStopped extends Error {}
/** The wallet cannot sign messages, or every method failed. */
export class Unable extends Error {}

type Signed = Pick<Proof, 'signature' | 'encoding'>;
type Way = (account: WalletAccount, challenge: Nonce, t: LinkCopy) => Promise<Signed>;
type Output = { signature: Uint8Array };

type SignIn = { signIn(input: object): Promise<readonly (Output & { account: WalletAccount })[]> };
type SignOffchain = {
  supportedMessageVersions: readonly number[];
  signOffchainMessage(input: object): Promise<readonly Output[]>;
};
type SignMessage = { signMessage(input: object): Promise<readonly Output[]> };

/** Wallets end their errors with or without a full stop. */
const asSentence = (text: string): string => (/[.!?。！？]$/.test(text) ? text : `${text}.`);

const short = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;

const signatureOf = (outputs: readonly Output[], t: LinkCopy): string => {
  if (!outputs[0]) throw new Unable(t('link.page.signing.nothing'));
  return bs58.encode(outputs[0].signature);
};

const bySignIn =
  (feature: SignIn): Way =>
  async (account, { sign_in_input }, t) => {
    if (!sign_in_input) throw new Unable(t('link.page.signing.message_only'));
    const outputs = await feature.signIn(sign_in_input);
    const signer = outputs[0]?.account.address;
    if (signer !== undefined && signer !== account.address)
      throw new SigningStopped(
        t('link.page.signing.other_account', { signer: short(signer), connected: short(account.address) }),
      );
    return { signature: signatureOf(outputs, t), encoding: 'siws' };
  };

/** The feature took bytes in versions 0 and 1; since release 1.5 it supports only version 1 and takes a string. */
const byOffchainMessage =
  (feature: SignOffchain): Way =>
  async (account, { message: text }, t) => {
    const versions = feature.supportedMessageVersions;
    const message = versions.includes(0) ? new TextEncoder().encode(text) : text;
    const requiredSigners = [account.publicKey];
    if (versions.includes(1)) {
      const asked = { messageVersion: 1, account, message, requiredSigners };
      return { signature: signatureOf(await feature.signOffchainMessage(asked), t), encoding: 'offchain_v1' };
    }
    // Format 1, because the message has line breaks, which format 0 does not allow.
    const asked = { messageVersion: 0, messageFormat: 1, applicationDomain: new Uint8Array(32) };
    const outputs = await feature.signOffchainMessage({ ...asked, account, message, requiredSigners });
    return { signature: signatureOf(outputs, t), encoding: 'offchain_v0' };
  };

const byMessage =
  (feature: SignMessage): Way =>
  async (account, { message }, t) => {
    const outputs = await feature.signMessage({ account, message: new TextEncoder().encode(message) });
    return { signature: signatureOf(outputs, t), encoding: 'raw' };
  };

/**
 * Best first: wallets show signIn in their own dialog, and an off-chain message cannot be a transaction. A service that
 * provides only a message expects a signature of exactly that message.
 */
function waysOf({ features }: Wallet, challenge?: Nonce): Way[] {
  const byText =
    'solana:signMessage' in features ? [byMessage(features['solana:signMessage'] as SignMessage)] : [];
  if (challenge?.sign_in_input === null) return byText;
  const ways: Way[] = [];
  if ('solana:signIn' in features) ways.push(bySignIn(features['solana:signIn'] as SignIn));
  if ('solana:signOffchainMessage' in features)
    ways.push(byOffchainMessage(features['solana:signOffchainMessage'] as SignOffchain));
  return [...ways, ...byText];
}

const asStopped = (error: unknown, t: LinkCopy): unknown =>
  isDeclined(error) ? new SigningStopped(t('link.page.signing.declined')) : error;

export const canSign = (wallet: Wallet): boolean => waysOf(wallet).length > 0;

/** @throws Stopped when the user declines */
export async function connect(wallet: Wallet, t: LinkCopy): Promise<WalletAccount> {
  const account = await accountOf(wallet).catch((error) => {
    throw asStopped(error, t);
  });
  if (!account) throw new SigningStopped(t('link.page.signing.no_account'));
  return account;
}

/** @throws Stopped when the user declines, Unable with the wallet's error text when no method works */
export async function signText(
  wallet: Wallet,
  account: WalletAccount,
  challenge: Nonce,
  t: LinkCopy,
): Promise<Proof> {
  let problem = t('link.page.signing.unable');
  for (const way of waysOf(wallet, challenge)) {
    try {
      const signed = await way(account, challenge, t);
      return { address: account.address, nonce: challenge.nonce, ...signed };
    } catch (error) {
      if (error instanceof SigningStopped || isDeclined(error)) throw asStopped(error, t);
      if (error instanceof Error && error.message) problem = error.message;
    }
  }
  throw new Unable(t('link.page.signing.instead', { problem: asSentence(problem) }));
}
