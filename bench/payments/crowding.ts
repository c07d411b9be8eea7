import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { systemClock } from '../../src/base/clock.js';
import { openSqlite } from '../../src/base/db/open-sqlite.js';
import { AppError } from '../../src/base/errors.js';
import type { Rpc } from '../../src/chain/rpc.js';
import { createLedger } from '../../src/service/ledger/ledger.js';
import { createPaymentStore } from '../../src/service/payments/store.js';
import { type Figure, median } from '../figure.js';
import { migrationsDir } from '../service/config.js';
import { addUser, openIntent, openService, type Till } from './shop.js';

const DUST = 10_000;
const ROUNDS = 5;
const AT_ONCE = 16;

type Purchase = { id: string; reference: string; amount: number; buyer: Keypair };

/** A node that can stop answering the service while the chain continues. */
function gated(rpc: Rpc) {
  let isOpen = true;
  const signaturesFor: Rpc['signaturesFor'] = async (...question) => {
    if (!isOpen) throw new AppError('rpc_unavailable');
    return rpc.signaturesFor(...question);
  };
  return {
    rpc: { ...rpc, signaturesFor },
    set(open: boolean) {
      isOpen = open;
    },
  };
}

/**
 * The time until an honest payment is credited, without other traffic and behind thousands of unread dust transfers.
 */
export async function crowding(folder: string, till: Till): Promise<Figure[]> {
  const dbPath = join(folder, 'crowd.db');
  const db = await openSqlite(dbPath, migrationsDir);
  const store = createPaymentStore({ db, ledger: createLedger(systemClock), clock: systemClock });
  const buyers = Array.from({ length: 2 * ROUNDS + 2 }, () => Keypair.generate());
  const order = async (buyer: Keypair, index: number): Promise<Purchase> => {
    const { reference, ...intent } = openIntent(index);
    const amount = 20_000_000 + index;
    till.chain.controls.fund(buyer.publicKey.toBase58());
    await db.run(addUser, { id: intent.userId, address: buyer.publicKey.toBase58() });
    await store.intents.create(
      { ...intent, reference, recipient: till.merchant },
      [BigInt(amount)],
      async () => undefined,
    );
    return { id: intent.id, reference, amount, buyer };
  };
  const purchases = await Promise.all(buyers.map(order));
  const stranger = Keypair.generate();
  till.chain.controls.fund(stranger.publicKey.toBase58());

  const connection = new Connection(till.chain.rpcUrl, 'processed');
  const send = async (from: Keypair, lamports: number, reference: string, blockhash: string) => {
    const transfer = SystemProgram.transfer({
      fromPubkey: from.publicKey,
      toPubkey: new PublicKey(till.merchant),
      lamports,
    });
    transfer.keys.push({ pubkey: new PublicKey(reference), isSigner: false, isWritable: false });
    const transaction = new Transaction({ recentBlockhash: blockhash, feePayer: from.publicKey });
    transaction.add(transfer).sign(from);
    await connection.sendRawTransaction(transaction.serialize(), { skipPreflight: true });
  };
  const blockhash = async () => (await connection.getLatestBlockhash()).blockhash;
  const sendDust = async (victim: Purchase) => {
    for (let sent = 0; sent < DUST; sent += AT_ONCE) {
      const recent = await blockhash();
      const each = (_: unknown, index: number) => send(stranger, 1 + sent + index, victim.reference, recent);
      await Promise.all(Array.from({ length: Math.min(AT_ONCE, DUST - sent) }, each));
    }
  };
  const isCredited = async (id: string) => {
    const intent = await db.get<{ status: string }>('SELECT status FROM intent WHERE id = @id', { id });
    return intent?.status === 'succeeded';
  };
  const timeToCredit = async ({ id, buyer, amount, reference }: Purchase): Promise<number> => {
    const begin = performance.now();
    await send(buyer, amount, reference, await blockhash());
    while (!(await isCredited(id))) {
      if (performance.now() - begin > 120_000) throw new Error(`${id} was not credited in two minutes.`);
      await systemClock.sleep(10);
    }
    return performance.now() - begin;
  };

  const gate = gated(till.rpc);
  const service = await openService(dbPath, folder, till, systemClock, gate.rpc);
  await service.listen(0);
  await systemClock.sleep(1_000);
  const quiet: number[] = [];
  for (const purchase of purchases.slice(0, ROUNDS)) quiet.push(await timeToCredit(purchase));

  const [victim, ...others] = purchases.slice(ROUNDS, 2 * ROUNDS) as [Purchase, ...Purchase[]];
  gate.set(false);
  await sendDust(victim);
  gate.set(true);
  // The victim's own payment and those of others, one after another while the dust is still being read.
  const crowded: number[] = [];
  for (const purchase of [victim, ...others]) crowded.push(await timeToCredit(purchase));
  await service.close();
  await db.close();

  const [before, worst] = [median(quiet), Math.max(...crowded)];
  return [
    {
      name: `honest payment credited with ${DUST.toLocaleString('en-US')} transfers of dust before it, slowest of ${crowded.length}`,
      value: worst,
      unit: 'ms',
      peer: { name: 'without other traffic, median', value: before },
      ratio: worst / before,
      goal: { text: '<= 2 x without', met: worst / before <= 2 },
    },
  ];
}
