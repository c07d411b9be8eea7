import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { AppError } from '../../base/errors.js';
import type { ChainControls, LocalChain } from '../chain/local-chain.js';
import { rpcMoods } from '../chain/server.js';
import { readAs } from './failure.js';
import { toWire } from './wire.js';

const nothing = z.strictObject({});
const advance = z.strictObject({ slots: z.number().int().min(1).max(10_000).default(1) });
const rpc = z.strictObject({ mood: z.enum(rpcMoods) });
const lookalike = z.strictObject({
  addresses: z.array(z.string()).min(1).max(10),
  base_units: z.string().regex(/^\d{1,19}$/),
});
const view = z.strictObject({
  lag_slots: z.number().int().min(0).max(1_000).default(0),
  transactions_hidden: z.boolean().default(false),
});

/** The controls of `POST /actor/chain/{control}`: each checks its body and runs. */
const chainControls: Record<string, (controls: ChainControls, body: unknown) => object> = {
  pause_finality: (controls, body) => {
    readAs(nothing, body);
    controls.pauseFinality();
    return {};
  },
  resume_finality: (controls, body) => {
    readAs(nothing, body);
    controls.resumeFinality();
    return {};
  },
  rollback: (controls, body) => {
    readAs(nothing, body);
    return { signatures: controls.rollback() };
  },
  advance: (controls, body) => {
    controls.advance(readAs(advance, body).slots);
    return {};
  },
  rpc: (controls, body) => {
    controls.setRpc(readAs(rpc, body).mood);
    return {};
  },
  lookalike: (controls, body) => {
    const { addresses, base_units } = readAs(lookalike, body);
    return { mint: controls.airdropLookalike(addresses, BigInt(base_units)) };
  },
  view: (controls, body) => {
    const { lag_slots, transactions_hidden } = readAs(view, body);
    controls.setView({ lagSlots: lag_slots, transactionsHidden: transactions_hidden });
    return {};
  },
};

/** Mounts the local chain and its faults at `/actor/chain`. */
export function mountChain(app: FastifyInstance, chain: LocalChain): void {
  const state = () => ({
    rpc: chain.rpcUrl,
    ws: chain.wsUrl,
    genesis_hash: chain.genesisHash,
    usdc_mint: chain.usdcMint,
    slot: chain.controls.slot(),
    ...toWire(chain.controls.state()),
    controls: Object.keys(chainControls),
  });
  app.get('/chain', async () => state());
  app.post<{ Params: { control: string } }>('/chain/:control', async ({ params, body }) => {
    const control = Object.hasOwn(chainControls, params.control) ? chainControls[params.control] : undefined;
    if (!control)
      throw new AppError(
        'not_found',
        `The chain has no control "${params.control}". Controls: ${Object.keys(chainControls).join(', ')}.`,
      );
    return { ...control(chain.controls, body), slot: chain.controls.slot() };
  });
}
