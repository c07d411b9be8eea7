import type { WalletAccount } from '@wallet-standard/base';
import bs58 from 'bs58';
import type { Behaviour, SigningFeature } from '../../wallet/behaviour.js';
import { signedBytes, type WalletClient } from './desk.js';

/** The signing features of the wallet standard, implemented by the desk. */

type Message = { account: WalletAccount; message: Uint8Array };
/** Version 0 signs bytes; version 1 signs text since release 1.5 of the standard's Solana features. */
type OffchainMessage = { messageVersion: 0 | 1; message: Uint8Array | string };

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));

/** Sends a page's transaction; supported by every behaviour. */
export const sendingFeature = (desk: WalletClient): Record<string, unknown> => ({
  'solana:signAndSendTransaction': {
    version: '1.0.0',
    supportedTransactionVersions: ['legacy', 0],
    signAndSendTransaction: (...inputs: readonly { transaction: Uint8Array }[]) =>
      inTurn(inputs, async ({ transaction }) => {
        const { signature } = await desk.send(base64Of(transaction));
        return { signature: bs58.decode(signature) };
      }),
  },
});

const textOf = (message: Uint8Array | string) =>
  typeof message === 'string' ? message : new TextDecoder('utf-8', { fatal: true }).decode(message);

const inTurn = async <I, O>(inputs: readonly I[], one: (input: I) => Promise<O>): Promise<O[]> => {
  const outputs: O[] = [];
  for (const input of inputs) outputs.push(await one(input));
  return outputs;
};

export function createSigningFeatures(
  desk: WalletClient,
  { features, messageVersions = [] }: Pick<Behaviour, 'features' | 'messageVersions'>,
  account: () => Promise<WalletAccount>,
): Record<string, unknown> {
  const all: Record<SigningFeature, object> = {
    'solana:signIn': {
      version: '1.0.0',
      signIn: (...inputs: readonly { address?: string }[]) =>
        inTurn(inputs, async (input) => {
          const own = await account();
          const signed = await desk.sign({
            sign_in_input: { ...input, address: input.address ?? own.address },
          });
          const { address } = signed;
          return {
            account: { ...own, address, publicKey: bs58.decode(address) },
            signedMessage: signedBytes(signed),
            signature: bs58.decode(signed.signature),
          };
        }),
    },
    'solana:signMessage': {
      version: '1.1.0',
      signMessage: (...inputs: readonly Message[]) =>
        inTurn(inputs, async ({ message }) => {
          const signed = await desk.sign({ message: textOf(message), encoding: 'raw' });
          return { signedMessage: signedBytes(signed), signature: bs58.decode(signed.signature) };
        }),
    },
    'solana:signOffchainMessage': {
      version: '1.0.0',
      supportedMessageVersions: messageVersions,
      signOffchainMessage: (...inputs: readonly OffchainMessage[]) =>
        inTurn(inputs, async ({ messageVersion, message }) => {
          if (!messageVersions.includes(messageVersion))
            throw new Error(`This wallet does not support off-chain messages of version ${messageVersion}.`);
          const encoding = `offchain_v${messageVersion}`;
          const signed = await desk.sign({ message: textOf(message), encoding });
          return { signedOffchainMessage: signedBytes(signed), signature: bs58.decode(signed.signature) };
        }),
    },
  };
  return Object.fromEntries(features.map((name) => [name, all[name]]));
}
