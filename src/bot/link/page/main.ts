import { getWallets } from '@wallet-standard/app';
import type { Wallet, WalletAccount } from '@wallet-standard/base';
import { show } from './screen';

/** The page's side of a link: find wallets, let one sign the text, show the code. */

type Challenge = { nonce: string; message: string; sign_in_input: Record<string, string> };
type Proof = { address: string; nonce: string; signature: string; encoding: 'siws' | 'raw' };
type View = {
  memberId: string;
  memberName: string;
  guildName: string;
  state: string;
  wallet: { name: string; url: string } | null;
};

const token = location.hash.slice(1);

async function post<T>(url: string, body: object): Promise<T> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const answer = await response.json().catch(() => ({}));
  if (!response.ok) throw new Error(answer.detail ?? answer.error ?? 'That did not work. Try again.');
  return answer as T;
}

const challengeFor = (address: string) => post<Challenge>('/link/api/challenge', { token, address });

async function finish(proof: Proof): Promise<void> {
  show.status('Checking…');
  const { code } = await post<{ code: string }>('/link/api/prove', { token, ...proof });
  show.code(code);
}

/** Base58 as Solana writes signatures. */
function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

type Connect = { connect(): Promise<{ accounts: readonly WalletAccount[] }> };
type SignIn = {
  signIn(input: object): Promise<readonly { signature: Uint8Array; signedMessage: Uint8Array }[]>;
};
type SignMessage = {
  signMessage(input: {
    account: WalletAccount;
    message: Uint8Array;
  }): Promise<readonly { signature: Uint8Array }[]>;
};

/** Prefers signIn, which shows the text in the wallet's own words; falls back to signing the same bytes. */
async function signWith(wallet: Wallet): Promise<Proof> {
  const { accounts } = await (wallet.features['standard:connect'] as Connect).connect();
  const account =
    accounts.find(({ chains }) => chains.some((chain) => chain.startsWith('solana:'))) ?? accounts[0];
  if (!account) throw new Error('That wallet gave no Solana account.');
  const { nonce, message, sign_in_input } = await challengeFor(account.address);
  const signIn = wallet.features['solana:signIn'] as SignIn | undefined;
  if (signIn) {
    const [signed] = await signIn.signIn(sign_in_input);
    if (!signed) throw new Error('The wallet signed nothing.');
    return { address: account.address, nonce, signature: base58(signed.signature), encoding: 'siws' };
  }
  const bytes = new TextEncoder().encode(message);
  const [signed] = await (wallet.features['solana:signMessage'] as SignMessage).signMessage({
    account,
    message: bytes,
  });
  if (!signed) throw new Error('The wallet signed nothing.');
  return { address: account.address, nonce, signature: base58(signed.signature), encoding: 'raw' };
}

async function signInPlayground(url: string): Promise<Proof> {
  const { address } = (await fetch(url).then((response) => response.json())) as { address: string };
  const { nonce, sign_in_input } = await challengeFor(address);
  const { signature } = await post<{ signature: string }>(`${url}/sign`, { sign_in_input });
  return { address, nonce, signature, encoding: 'siws' };
}

const offer = (name: string, sign: () => Promise<Proof>) =>
  show.wallet(name, async () => {
    show.status('Look at your wallet…');
    try {
      await finish(await sign());
    } catch (error) {
      show.failure(error instanceof Error ? error.message : 'The wallet did not sign.');
    }
  });

function offerInstalled(): void {
  const registry = getWallets();
  const seen = new Set<string>();
  const add = (wallet: Wallet) => {
    const able = 'solana:signIn' in wallet.features || 'solana:signMessage' in wallet.features;
    if (!able || !('standard:connect' in wallet.features) || seen.has(wallet.name)) return;
    seen.add(wallet.name);
    offer(wallet.name, () => signWith(wallet));
  };
  for (const wallet of registry.get()) add(wallet);
  registry.on('register', (...wallets) => {
    for (const wallet of wallets) add(wallet);
  });
  setTimeout(() => {
    if (seen.size === 0)
      show.hint(
        'No wallet was found in this browser. Install one, or open this page in your wallet’s own browser.',
      );
  }, 1500);
}

async function open(): Promise<void> {
  if (!token) return show.failure('This address is not complete. Type /link in Discord for a new one.');
  const view = await post<View>('/link/api/view', { token });
  if (view.state !== 'created' && view.state !== 'opened') {
    return show.failure('This link was already used. Type /link in Discord for a new one.');
  }
  show.facts(view);
  const { wallet } = view;
  if (wallet) offer(wallet.name, () => signInPlayground(wallet.url));
  else offerInstalled();
}

open().catch((error: Error) => show.failure(error.message));
