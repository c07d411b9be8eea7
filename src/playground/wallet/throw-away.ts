import bs58 from 'bs58';
import nacl from 'tweetnacl';

/** A wallet for one sign-in. Its key exists only in this process and is never written. */
export type ThrowAwayWallet = {
  /** Base58. */
  address: string;
  /** Signs a text exactly as given; the signature is base58. */
  sign(text: string): string;
};

export function createThrowAwayWallet(): ThrowAwayWallet {
  const keys = nacl.sign.keyPair();
  return {
    address: bs58.encode(keys.publicKey),
    sign: (text) => bs58.encode(nacl.sign.detached(new TextEncoder().encode(text), keys.secretKey)),
  };
}
