import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createChild } from '../../../src/cli/child.js';
import { createLocalChain } from '../../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../../src/playground/wallet/wallet.js';
import { ownBase } from '../../support/ports.js';
import { CampaignFault } from '../campaign-fault.js';
import { createDice } from '../schedule/dice.js';
import { readBooks } from './books.js';
import { compileShim, writeControl } from './compiler.js';
import { createCustomer } from './customer.js';

export type CutResult = {
  cuts: number;
  /** Cuts after which a promise was broken or the file was damaged. */
  harmful: number;
  problems: string[];
  /** Errors of the story itself: it then proves nothing. */
  faults: string[];
  promises: number;
  paid: number;
  credited: number;
};

/** The errors of undici when the other side is gone. */
const isCut = (error: unknown) => error instanceof TypeError || (error as Error).name === 'TimeoutError';

/**
 * Cuts the power of the real service repeatedly while customers buy: only synced writes survive. After each cut it is
 * restarted and checked for everything it had promised.
 * @param control opens the databases with `synchronous=NORMAL`, which the checks must detect
 * @returns a sentence if it cannot run here, otherwise the findings
 */
export async function cutPower(options: {
  cuts: number;
  seed: number;
  control?: boolean;
  progress?(text: string): void;
}): Promise<CutResult | { missing: string }> {
  const { cuts, seed, control = false, progress = () => undefined } = options;
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-cut-'));
  const shim = compileShim(folder);
  if ('missing' in shim) return shim;
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir);
  const dice = createDice(seed);
  const chain = await createLocalChain({ port: 0, slotMs: 50 });
  const { rpcUrl, wsUrl } = chain;
  const merchant = createTestWallet({ rpcUrl, name: 'treasury' }).address;
  chain.controls.fund(merchant);
  const service = createChild('service', {
    SOLANA_RPC_URL: rpcUrl,
    SOLANA_WS_URL: wsUrl,
    SOLANA_NETWORK: 'localnet',
    REQUIRED_COMMITMENT: 'confirmed',
    USDC_MINT: chain.usdcMint,
    LOG_LEVEL: 'silent',
    MERCHANT_ADDRESS: merchant,
    MASTER_KEY: randomBytes(32).toString('hex'),
    DATA_DIR: dataDir,
    PORT: String(await ownBase()),
    LD_PRELOAD: shim.library,
    POWER_CUT_DIR: dataDir,
    ...(control && { NODE_OPTIONS: `--import=${writeControl(folder)}` }),
  });
  let url = '';
  const start = async () => {
    url = (await service.start()).service ?? '';
  };
  const cut = async () => {
    const trigger = join(dataDir, 'cut');
    const partly = dice.chance(0.5) ? 0 : 1 + dice.int(2 ** 30);
    writeFileSync(`${trigger}.new`, `${dice.int(60)} ${partly}\n`);
    renameSync(`${trigger}.new`, trigger);
    while (existsSync(trigger)) await sleep(5);
    await service.kill(); // it is already dying; wait for its exit
  };

  const problems: string[] = [];
  const faults: string[] = [];
  let harmful = 0;
  const customers = ['ann', 'bob', 'cyd'].map((name) => {
    const wallet = createTestWallet({ rpcUrl, name });
    chain.controls.fund(wallet.address);
    return createCustomer(wallet, () => url);
  });
  /** Starts the service after a cut and checks everything it had promised; returns the problems in sentences. */
  const recover = async (): Promise<string[]> => {
    const found: string[] = [];
    try {
      await start();
      for (const customer of customers) {
        const broken = await customer.audit();
        found.push(...broken);
        if (broken.some((one) => one.includes('session'))) await customer.signIn();
        await customer.resume();
      }
    } catch (error) {
      found.push(`the service does not go on: ${error}`);
    }
    return found;
  };
  try {
    await start();
    for (const customer of customers) await customer.signIn();
    for (let round = 1; round <= cuts; round += 1) {
      let isOn = true;
      const shopping = customers.map(async (customer) => {
        while (isOn)
          await customer.buy(dice.chance(0.5)).catch(async (error) => {
            if (error instanceof CampaignFault) faults.push(error.message);
            else if (!isCut(error)) problems.push(`while the power was on: ${error}`);
            await sleep(20);
          });
      });
      await sleep(50 + dice.int(400));
      await cut();
      isOn = false;
      await Promise.all(shopping);
      const found = [...readBooks(join(dataDir, 'service.db')).problems, ...(await recover())];
      if (found.length > 0) harmful += 1;
      problems.push(...found.map((one) => `cut ${round}: ${one}`));
      progress(`cut ${round} of ${cuts}, ${harmful} harmful`);
    }
    for (const customer of control ? [] : customers) await customer.settle(30_000);
    await service.stop();
    const books = readBooks(join(dataDir, 'service.db'));
    const paid = customers.flatMap((customer) => customer.paid());
    problems.push(...books.problems);
    problems.push(
      ...paid.filter((id) => !books.credited.has(id)).map((id) => `${id} was paid and not credited`),
    );
    const promises = customers.reduce((sum, customer) => sum + customer.promises(), 0);
    if (paid.length === 0) faults.push('no purchase was paid');
    return { cuts, harmful, problems, faults, promises, paid: paid.length, credited: books.credited.size };
  } finally {
    await service.kill();
    await chain.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
