import {
  Connection,
  Keypair,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { createRpc, type Rpc, type RpcOptions } from '../../src/chain/rpc.js';
import type { Intent } from '../../src/contract/payments.js';
import { createLocalChain, type LocalChain } from '../../src/playground/chain/local-chain.js';
import type { PayHow } from '../../src/playground/wallet/sendings.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { createPaymentsFeature } from '../../src/service/payments/payments.js';
import type { Difference } from '../../src/service/payments/reconcile/difference.js';
import { compareLedger } from '../../src/service/payments/reconcile/ledger.js';
import { createPaymentStore, type PaymentStore } from '../../src/service/payments/store.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { openWorld, type Person, type World } from './http-world.js';

/** A manually advanced chain, a merchant on it, and people with money. */
export type Street = {
  chain: LocalChain;
  clock: ManualClock;
  rpc: Rpc;
  merchant: Keypair;
  /** A second merchant, who has received nothing yet. */
  openMerchant(): Keypair;
  /** A service on an empty database (or `config.dbPath`) that sells on this chain. */
  openShop(config?: NonNullable<Parameters<typeof openWorld>[0]>['config'], rpc?: Rpc): Promise<Shop>;
  openRpc(options?: Partial<RpcOptions>): Rpc;
  /** A wallet with money whose owner has no account here. */
  passerBy: Keypair;
  /** Signs, sends and lets one slot pass; returns the signature. */
  send(from: Keypair, ...instructions: TransactionInstruction[]): Promise<string>;
  /** The same in two steps: a signed transaction can be sent again, as wallets do. */
  sign(from: Keypair, ...instructions: TransactionInstruction[]): Promise<{ send(): Promise<string> }>;
  close(): Promise<void>;
};

export type Shop = World & {
  store: PaymentStore;
  buy(person: Person, currency?: string): Promise<Intent>;
  confirm(person: Person, intent: Intent, signature?: string): ReturnType<Person['post']>;
  read(person: Person, intent: Intent): Promise<Intent>;
  credits(person: Person): Promise<number>;
  /** Pays and lets one slot pass: confirmed, not final. */
  pay(person: Person, intent: Intent, how?: PayHow): Promise<string>;
  finalise(): void;
  /** Advances time, so that watcher and sweep work, until the condition holds. */
  until(condition: () => boolean | Promise<boolean>): Promise<void>;
  untilStatus(person: Person, intent: Intent, status: string): Promise<Intent>;
  signedIn(name: string): Promise<Person>;
  /** What the ledger's balances and entries disagree about. */
  ledgerDifferences(): Promise<Difference[]>;
};

export const price = (intent: Intent): bigint => BigInt(intent.amount_base_units);

export async function openStreet(start?: number): Promise<Street> {
  const clock = manualClock(start);
  const chain = await createLocalChain({ port: 0, slotMs: 0, clock });
  const openRpc: Street['openRpc'] = (options) =>
    createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock, ...options });
  const rpc = openRpc();
  const openMerchant = () => {
    const opened = Keypair.generate();
    const address = opened.publicKey.toBase58();
    chain.controls.airdropSol(address, 1_000_000_000n);
    chain.controls.airdropUsdc(address, 1_000_000n);
    return opened;
  };
  const merchant = openMerchant();
  const address = merchant.publicKey.toBase58();
  for (const name of ['alice', 'bob', 'mallory'])
    chain.controls.fund(createTestWallet({ rpcUrl: chain.rpcUrl, name }).address);
  chain.controls.advance(10);

  const until: Shop['until'] = async (condition) => {
    for (let turn = 0; turn < 400; turn += 1) {
      if (await condition()) return;
      await clock.advance(500);
      await new Promise((resolve) => setImmediate(resolve));
    }
    throw new Error('it never came to that');
  };

  const openShop: Street['openShop'] = async (config, over = rpc) => {
    const world = await openWorld({
      rpc: over,
      clock,
      rpcUrl: chain.rpcUrl,
      plug: async (context) => [await createPaymentsFeature(context)],
      config: {
        merchantAddress: address,
        usdcMint: chain.usdcMint,
        requiredCommitment: 'finalized' as const,
        webhookSecrets: { helius: 'open sesame' },
        ...config,
      },
    });
    const { db, ledger } = world.context;
    const read: Shop['read'] = async (person, { id }) =>
      (await person.get(`/api/payments/intents/${id}`)).json();
    return {
      ...world,
      store: createPaymentStore({ db, ledger, clock }),
      read,
      buy: async (person, currency = 'SOL') =>
        (await person.post('/api/payments/intents', { pack_id: 'starter', currency })).json(),
      confirm: (person, { id }, signature) =>
        person.post(
          `/api/payments/intents/${id}/confirm`,
          signature === undefined ? undefined : { signature },
        ),
      credits: async (person) => (await person.get('/api/users/credits')).json().available,
      async pay(person, intent, how) {
        const { signature } = await person.wallet.pay(intent.solana_pay_url, how);
        chain.controls.advance(1);
        return signature;
      },
      finalise: () => chain.controls.advance(10),
      until,
      async untilStatus(person, intent, status) {
        await until(async () => (await read(person, intent)).status === status);
        return read(person, intent);
      },
      async signedIn(name) {
        const person = world.person(name);
        await person.signIn();
        return person;
      },
      ledgerDifferences: () => compareLedger(db),
    };
  };

  const passerBy = Keypair.generate();
  chain.controls.fund(passerBy.publicKey.toBase58());
  const connection = new Connection(chain.rpcUrl, 'processed');
  const sign: Street['sign'] = async (from, ...instructions) => {
    const message = new TransactionMessage({
      payerKey: from.publicKey,
      recentBlockhash: (await connection.getLatestBlockhash()).blockhash,
      instructions,
    });
    const transaction = new VersionedTransaction(message.compileToLegacyMessage());
    transaction.sign([from]);
    return {
      async send() {
        const signature = await connection.sendTransaction(transaction);
        chain.controls.advance(1);
        return signature;
      },
    };
  };
  const send: Street['send'] = async (from, ...instructions) => (await sign(from, ...instructions)).send();

  return {
    chain,
    clock,
    rpc,
    merchant,
    openMerchant,
    openShop,
    openRpc,
    passerBy,
    sign,
    send,
    async close() {
      await rpc.close();
      await chain.close();
    },
  };
}
