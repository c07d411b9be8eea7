import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Clock, systemClock } from '../../src/base/clock.js';
import { checkService } from '../../src/cli/doctor/service.js';
import type { Io } from '../../src/cli/io.js';
import { createLocalChain } from '../../src/playground/chain/local-chain.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import { skippingClock } from '../support/clock.js';
import { ambiguous } from './dialects/ambiguous.js';
import { startDialect } from './dialects/core/server.js';
import type { Style } from './dialects/core/style.js';
import { failing } from './dialects/failing.js';
import { fastapi } from './dialects/fastapi.js';
import { mute } from './dialects/mute.js';
import { polled } from './dialects/polled.js';
import { rails } from './dialects/rails.js';

/** `rigsmith doctor --service` tells the operator which calls work, which are missing, and the effect on members. */

let chain: Awaited<ReturnType<typeof createLocalChain>>;
beforeAll(async () => {
  chain = await createLocalChain({ port: 0 });
});
afterAll(() => chain.close());

async function doctor(question: { url: string; wsUrl?: string; walletTest: boolean }, clock = systemClock) {
  const said: string[] = [];
  const stream = { write: (text: string) => said.push(text) > 0 };
  const io = { stdout: stream, stderr: stream } as unknown as Io;
  const code = await checkService(question, io, clock);
  return { code, said: said.join('') };
}

async function of(style: Style, { walletTest = true, clock }: { walletTest?: boolean; clock?: Clock } = {}) {
  const { address: recipient } = createTestWallet({ rpcUrl: chain.rpcUrl, name: 'rigsmith treasury' });
  const server = await startDialect(style, { rpcUrl: chain.rpcUrl, recipient });
  try {
    const question = { url: server.url, walletTest, ...(server.wsUrl && { wsUrl: server.wsUrl }) };
    return await doctor(question, clock);
  } finally {
    await server.close();
  }
}

describe('rigsmith doctor --service', () => {
  it('reports nothing missing at a complete service', async () => {
    const { code, said } = await of(rails);
    expect(said).toMatch(/ok {4}Sign-in: 2 cookies/);
    expect(said).toMatch(/ok {4}Credit packs: Starter 0.02 SOL, Studio 0.15 SOL/);
    expect(said).toMatch(/ok {4}Answer: over the socket/);
    expect(said).not.toContain('FAIL');
    expect({ code, end: said.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      end: 'All essential parts work.',
    });
  });

  it('says that answers are polled when the service has no WebSocket', async () => {
    const { code, said } = await of(polled);
    expect(said).toMatch(
      /note {2}WebSocket: .* answers 404.*\n +The bot polls for answers: they arrive up to 4 s later/,
    );
    expect(said).toMatch(/note {2}Reading one purchase: is not there/);
    expect(said).toMatch(/ok {4}Answer: by polling/);
    expect(code).toBe(0);
  });

  it('says how the bot works around missing endpoints for one purchase and for messages', async () => {
    const { code, said } = await of(fastapi);
    expect(said).toMatch(/note {2}Reading one purchase: is not there.*\n +The bot calls confirm repeatedly/);
    expect(code).toBe(0);
  });

  it('reports that the agent answers with an error', async () => {
    const { code, said } = await of(failing);
    expect(said).toMatch(/ok {4}Answer: over the socket, but it is an error/);
    expect(said).toMatch(/skip {2}Reading answers: the agent answered with an error/);
    expect(code).toBe(0);
  });

  it('names the field for which an answer cannot be read', async () => {
    const style: Style = { ...mute, message: ({ n, text }) => ({ id: n, text }) };
    const { code, said } = await of(style, { clock: skippingClock() });
    expect(said).toMatch(
      /FAIL {2}Answer: none within 20 s; the list of messages is not understood: .*who wrote/,
    );
    expect(code).toBe(1);
  });

  it('fails on prices without a known unit', async () => {
    const { code, said } = await of(ambiguous);
    expect(said).toMatch(
      /FAIL {2}Credit packs: 2, none with a readable price \(prices: left out, nothing says whether the amount is in SOL.*\n +Members cannot buy credits/,
    );
    expect(said).toMatch(/Essential parts missing: 1\./);
    expect(code).toBe(1);
  });

  it('checks public endpoints without a wallet', async () => {
    const { code, said } = await of(rails, { walletTest: false });
    expect(said).toMatch(/ok {4}Text to sign: .*readable/);
    expect(said).toContain('Only endpoints without a session were checked');
    expect(code).toBe(0);
  });

  it('fails when nothing answers', async () => {
    const { code, said } = await doctor({ url: 'http://127.0.0.1:9', walletTest: true });
    expect(said).toMatch(
      /FAIL {2}Sign-in: cannot be reached: connect ECONNREFUSED.*\n +Members cannot link a wallet/,
    );
    expect(code).toBe(1);
  });

  it('refuses an invalid address', async () => {
    await expect(doctor({ url: 'forge.example', walletTest: false })).rejects.toThrow(
      'not a service address',
    );
  });
});
