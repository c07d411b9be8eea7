import { createHash } from 'node:crypto';
import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import { type Clock, systemClock } from '../../base/clock.js';
import { addressBytes } from '../../chain/address.js';
import { createBank } from './bank.js';
import { createFaucet, usdcMint } from './faucet.js';
import type { LedgerView } from './ledger.js';
import { createMethods } from './methods.js';
import { loadNative } from './native.js';
import { type RpcMood, serveRpc } from './server.js';

export type ChainControls = {
  /** Both return the signature of the faucet's transaction. */
  airdropSol(address: string, lamports: bigint): string;
  airdropUsdc(address: string, baseUnits: bigint): string;
  /** Creates a fake token that looks like USDC and gives each address that much of it. Returns the mint. */
  airdropLookalike(addresses: readonly string[], baseUnits: bigint): string;
  /** Gives 10 SOL and 1,000 USDC. */
  fund(address: string): void;
  /** The same for a merchant, whose SOL arrives without a transaction, so that it never looks like a payment. */
  endow(address: string): void;
  pauseFinality(): void;
  resumeFinality(): void;
  /** Drops every transaction that is not final, as a losing fork. Returns their signatures, newest first. */
  rollback(): string[];
  /** Advances slots at once, without waiting for the clock. */
  advance(slots: number): void;
  setRpc(mood: RpcMood): void;
  /** Makes the endpoint behave like a lagging node; `{ lagSlots: 0, transactionsHidden: false }` is a healthy one. */
  setView(view: Partial<LedgerView>): void;
  slot(): number;
  /** Faults in force now. */
  state(): ChainState;
};

export type ChainState = LedgerView & { mood: RpcMood; finalityHeld: boolean };

export type LocalChain = {
  rpcUrl: string;
  wsUrl: string;
  genesisHash: string;
  /** Base58 address of the planted USDC mint, the one of mainnet. */
  usdcMint: string;
  controls: ChainControls;
  close(): Promise<void>;
};

export type LocalChainOptions = {
  /** HTTP port; 0 takes any free port whose next port is also free. */
  port: number;
  /** Default `port + 1`, where web3.js expects it. */
  wsPort?: number;
  host?: string;
  clock?: Clock;
  /** Milliseconds per slot; with 0 only `controls.advance` moves the chain. Default 400. */
  slotMs?: number;
  /** Additional programs: each address gets a copy of the program at the other address. */
  programCopies?: Readonly<Record<string, string>>;
  /** Slots from landing to final. Default 4, which is 1.6 s; the real network takes 13 s. */
  finalityLagSlots?: number;
};

const genesisHash = bs58.encode(createHash('sha256').update('rigsmith local chain').digest());

/**
 * A Solana network in this process: the real virtual machine (LiteSVM) with its token programs, behind the JSON-RPC
 * and WebSocket interface that an unmodified web3.js `Connection` speaks. It keeps nothing on disk.
 * @throws SetupError when npm has no virtual machine for this platform, or a port is taken
 * @example
 * const chain = await createLocalChain({ port: 8899 });
 * chain.controls.fund(wallet.address);
 */
export async function createLocalChain(options: LocalChainOptions): Promise<LocalChain> {
  const { host = '127.0.0.1', clock = systemClock, slotMs = 400, finalityLagSlots = 4 } = options;
  const native = loadNative();
  const bank = createBank({ native, clock, genesisHash, finalityLagSlots });
  const faucet = createFaucet(native, bank);
  for (const [address, original] of Object.entries(options.programCopies ?? {})) {
    const program = bank.svm.getAccount(addressBytes(original));
    if (program) bank.svm.setAccount(addressBytes(address), program);
  }
  const view: LedgerView = { lagSlots: 0, transactionsHidden: false };
  const methods = createMethods({ bank, faucet, genesisHash, view });
  const { port, wsPort } = options;
  const server = await serveRpc({ bank, methods, host, port, wsPort });

  const stopping = new AbortController();
  const keepTime = async () => {
    while (slotMs > 0 && !stopping.signal.aborted) {
      await clock.sleep(slotMs, stopping.signal).catch(() => undefined);
      if (!stopping.signal.aborted) bank.advance();
    }
  };
  const time = keepTime();

  let mood: RpcMood = 'healthy';
  let finalityHeld = false;
  const holdFinality = (held: boolean) => {
    finalityHeld = held;
    bank.holdFinality(held);
  };
  const key = (address: string) => new PublicKey(addressBytes(address));
  const controls: ChainControls = {
    airdropSol: (address, lamports) => faucet.giveSol(key(address), lamports),
    airdropUsdc: (address, baseUnits) => faucet.giveUsdc(key(address), baseUnits),
    airdropLookalike: (addresses, baseUnits) => faucet.giveLookalike(addresses.map(key), baseUnits),
    fund(address) {
      faucet.giveSol(key(address), 10_000_000_000n);
      faucet.giveUsdc(key(address), 1_000_000_000n);
    },
    endow(address) {
      faucet.plantSol(key(address), 10_000_000_000n);
      faucet.giveUsdc(key(address), 1_000_000_000n);
    },
    pauseFinality: () => holdFinality(true),
    resumeFinality: () => holdFinality(false),
    rollback: () => bank.rollback(),
    advance(slots) {
      for (let passed = 0; passed < slots; passed += 1) bank.advance();
    },
    setRpc(next) {
      mood = next;
      server.setMood(next);
    },
    setView: (next) => void Object.assign(view, next),
    slot: () => bank.slotAt('processed'),
    state: () => ({ ...view, mood, finalityHeld }),
  };

  return {
    rpcUrl: `http://${host}:${server.port}`,
    wsUrl: `ws://${host}:${server.wsPort}`,
    genesisHash,
    usdcMint,
    controls,
    async close() {
      stopping.abort();
      await Promise.all([time, server.close()]);
    },
  };
}
