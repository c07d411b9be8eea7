import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import bs58 from 'bs58';
import { Pool } from 'undici';

/** Sends invalid proofs at a steady rate, each from a different address and wallet, so that no rate limit applies. */
export type FloodOrder = { url: string; perSecond: number; seconds: number };
export type FloodKind = 'unread' | 'forged';
export type FloodReport = { sent: number; answers: Record<string, number>; seconds: number };

const triesOfNonce = 4; // the fifth would invalidate the nonce and be the last that is verified
const beatMs = 5;

const { url, perSecond, seconds } = workerData as FloodOrder;
const pool = new Pool(url, { connections: 64, pipelining: 1 });

async function post(path: string, from: string, body: object): Promise<Record<string, string>> {
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': from };
  const reply = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  return (await reply.body.json()) as Record<string, string>;
}

const addressOf = (index: number) => `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
const newWallet = () =>
  bs58.encode(generateKeyPairSync('ed25519').publicKey.export({ format: 'der', type: 'spki' }).subarray(-32));

/** Well formed in every way, so that only the equation fails: S is below the order. */
function forge(): string {
  const signature = randomBytes(64);
  signature[63] = 0x0f;
  return bs58.encode(signature);
}

async function prepare(count: number) {
  const proofs: { from: string; body: object }[] = [];
  for (let index = 0; index < count; index += 1) {
    const from = addressOf(index);
    const address = newWallet();
    const { nonce } = await post('/api/auth/nonce', from, { address });
    for (let attempt = 0; attempt < triesOfNonce; attempt += 1)
      proofs.push({ from, body: { address, nonce, signature: forge(), encoding: 'raw' } });
  }
  return proofs;
}

type Proof = Awaited<ReturnType<typeof prepare>>[number];
const proofs = await prepare(Math.ceil((perSecond * seconds) / triesOfNonce));
/** The same with unknown nonces: refused before any verification. */
const unread = proofs.map(({ from, body }) => ({ from, body: { ...body, nonce: 'x'.repeat(26) } }));

/** Sends all at the steady rate, without waiting for answers. */
async function flood(all: readonly Proof[]): Promise<FloodReport> {
  const answers: Record<string, number> = {};
  const send = async ({ from, body }: Proof) => {
    const { code = 'none' } = await post('/api/auth/wallet', from, body);
    answers[code] = (answers[code] ?? 0) + 1;
  };
  const startedAt = performance.now();
  const under: Promise<void>[] = [];
  await new Promise<void>((done) => {
    const beat = setInterval(() => {
      const due = Math.min(all.length, Math.floor(((performance.now() - startedAt) / 1_000) * perSecond));
      while (under.length < due) under.push(send(all[under.length]!));
      if (under.length < all.length) return;
      clearInterval(beat);
      done();
    }, beatMs);
  });
  await Promise.all(under);
  return { sent: all.length, answers, seconds: (performance.now() - startedAt) / 1_000 };
}

parentPort?.on('message', async (kind: FloodKind) => {
  parentPort?.postMessage(await flood(kind === 'forged' ? proofs : unread));
});
parentPort?.postMessage('ready');
