import type { Wallet, WalletAccount } from '@wallet-standard/base';
import bs58 from 'bs58';
import { behaviourOf } from '../../wallet/behaviour.js';
import { createWalletClient } from './desk.js';
import { createSigningFeatures, sendingFeature } from './features.js';
import { registerWallet } from './standard.js';

/**
 * The playground's replacement for a wallet extension: a script that a page loads and that registers one person's
 * wallet by the wallet standard. It holds no key; the actor API signs.
 */

const icon =
  'data:image/svg+xml;base64,PHN2ZyB4bWxucz0iaHR0cDovL3d3dy53My5vcmcvMjAwMC9zdmciIHZpZXdCb3g9IjAgMCAzMiAzMiI+PHJlY3Qgd2lkdGg9IjMyIiBoZWlnaHQ9IjMyIiByeD0iOCIgZmlsbD0iIzZkNWRmYyIvPjxyZWN0IHg9IjYiIHk9IjEwIiB3aWR0aD0iMjAiIGhlaWdodD0iMTQiIHJ4PSIzIiBmaWxsPSIjZmZmIi8+PHJlY3QgeD0iMTgiIHk9IjE0IiB3aWR0aD0iMTAiIGhlaWdodD0iNiIgcng9IjMiIGZpbGw9IiMyMzIxMmIiLz48Y2lyY2xlIGN4PSIyMS41IiBjeT0iMTciIHI9IjEuMyIgZmlsbD0iI2ZmZiIvPjwvc3ZnPg==';
const chains = ['solana:mainnet', 'solana:devnet', 'solana:localnet'] as const;

async function install({ src }: HTMLScriptElement): Promise<void> {
  const { origin, searchParams } = new URL(src);
  const desk = createWalletClient(origin, searchParams.get('person') ?? '');
  const behaviour = behaviourOf((await desk.look()).behaviour);
  let accounts: readonly WalletAccount[] = [];
  const connect = async (): Promise<WalletAccount> => {
    const { address } = await desk.look();
    const features = [...behaviour.features, 'solana:signAndSendTransaction'] as const;
    const account = { address, publicKey: bs58.decode(address), chains, features };
    accounts = [account];
    return account;
  };
  const wallet: Wallet = {
    version: '1.0.0',
    name: 'Playground wallet',
    icon,
    chains,
    get accounts() {
      return accounts;
    },
    features: {
      'standard:connect': {
        version: '1.0.0',
        connect: async () => ({ accounts: [await connect()] }),
      },
      'standard:disconnect': {
        version: '1.0.0',
        async disconnect() {
          accounts = [];
        },
      },
      ...createSigningFeatures(desk, behaviour, connect),
      ...sendingFeature(desk),
    },
  };
  registerWallet(wallet);
}

if (document.currentScript instanceof HTMLScriptElement) void install(document.currentScript);
