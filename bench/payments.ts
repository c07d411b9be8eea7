import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Keypair } from '@solana/web3.js';
import { systemClock } from '../src/base/clock.js';
import { createRpc } from '../src/chain/rpc.js';
import { createLocalChain } from '../src/playground/chain/local-chain.js';
import type { Figure } from './figure.js';
import { crediting } from './payments/crediting.js';
import { crowding } from './payments/crowding.js';
import { drawing } from './payments/drawing.js';
import { restarting } from './payments/restarting.js';
import { watching } from './payments/watching.js';

export default async function (): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-payments-'));
  const chain = await createLocalChain({ port: 0 });
  const merchant = Keypair.generate().publicKey.toBase58();
  chain.controls.fund(merchant);
  const rpc = createRpc({ endpoints: [chain.rpcUrl], wsEndpoint: chain.wsUrl, clock: systemClock });
  const till = { chain, merchant, rpc };
  try {
    return [
      ...(await crediting(folder)),
      ...(await watching(folder, till)),
      ...(await restarting(folder, till)),
      ...(await drawing()),
      ...(await crowding(folder, till)),
    ];
  } finally {
    await rpc.close();
    await chain.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
