import { PublicKey } from '@solana/web3.js';
import bs58 from 'bs58';
import nacl from 'tweetnacl';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signInBytes } from '../../../../src/chain/siws.js';
import type { Signed } from '../../../../src/playground/actor/client.js';
import { type BehaviourName, behaviourNames } from '../../../../src/playground/wallet/behaviour.js';
import { openPlayground, type TestPlayground } from '../../../support/playground.js';

/** The test wallet, called by a page of another origin, as the link page calls it. */

const origin = 'http://127.0.0.1:49152';
const text = 'page.example wants this\n\nLink this wallet.\n\nNonce: abcd1234';

let playground: TestPlayground;
beforeAll(async () => {
  playground = await openPlayground();
});
afterAll(() => playground.close());

const mia = () => playground.actor.as('mia').wallet;

async function ask(behaviour: BehaviourName, encoding: string, message = text) {
  await mia().behaves(behaviour);
  const response = await fetch(`${playground.url}/actor/people/mia/wallet/sign`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ message, encoding }),
  });
  const answer = (await response.json()) as Signed & { error: string };
  return { status: response.status, answer };
}

function signed({ signature }: Signed, bytes: Uint8Array, address: string): boolean {
  return nacl.sign.detached.verify(bytes, bs58.decode(signature), new PublicKey(address).toBytes());
}

describe('a wallet that imitates another', () => {
  it.each([
    ['phantom', 'raw', 'raw'],
    ['solflare', 'raw', 'raw'],
    ['offchain-v0', 'offchain_v0', 'offchain_v0'],
    ['offchain-v1', 'offchain_v1', 'offchain_v1'],
    ['offchain-legacy', 'offchain_v0', 'offchain_legacy'],
  ] as const)('signs the text for a page: %s', async (behaviour, asked, written) => {
    const { answer } = await ask(behaviour, asked);
    const { address } = await mia().look();
    expect(answer).toMatchObject({ address, encoding: written });
    expect(signed(answer, signInBytes(text, written, address), address)).toBe(true);
  });

  it('signs with another account than its own, and the response names that account', async () => {
    const { answer } = await ask('other-account', 'raw');
    const { address } = await mia().look();
    expect(answer.address).not.toBe(address);
    expect(signed(answer, Buffer.from(text), answer.address)).toBe(true);
    expect(signed(answer, Buffer.from(text), address)).toBe(false);
  });

  it('changes the text, and its signature does not verify for the original text', async () => {
    const { answer } = await ask('edits-text', 'raw');
    const { address } = await mia().look();
    expect(signed(answer, Buffer.from(answer.signed_message, 'base64'), address)).toBe(true);
    expect(signed(answer, Buffer.from(text), address)).toBe(false);
  });

  it.each([
    ['rejects', 403, 'User rejected'],
    ['ledger', 415, 'transactions only'],
  ] as const)('does not sign for a page at all: %s', async (behaviour, status, words) => {
    const refused = await ask(behaviour, 'raw');
    expect(refused.status).toBe(status);
    expect(refused.answer.error).toContain(words);
  });

  it.each([
    ['127.0.0.1:49152', 'http://127.0.0.1:49152/link', 200],
    ['127.0.0.1:49152', 'http://127.0.0.1:49153/link', 400],
    ['127.0.0.1:49152', 'nonsense', 400],
    ['127.0.0.1', 'http://127.0.0.1:49152/link', 400],
    ['evil.example', 'http://127.0.0.1:49152', 400],
  ])('as Phantom, signs a sign-in text only for the page it names: %s, %s', async (host, uri, status) => {
    const { address } = await mia().look();
    const message = `${host} wants you to sign in with your Solana account:\n${address}\n\nURI: ${uri}\nVersion: 1`;
    expect((await ask('phantom', 'raw', message)).status).toBe(status);
  });

  it('signs for a script of its owner in any behaviour', async () => {
    await mia().behaves('rejects');
    expect(await mia().signs(text)).toMatch(/^\w{86,88}$/);
  });

  it('pays in any behaviour', async () => {
    await mia().behaves('ledger');
    const { signature } = await mia().pays(`solana:${playground.addressOf('max')}?amount=0.01`);
    expect(signature).toMatch(/^\w{86,88}$/);
  });

  it('accepts only known behaviours, one a person', async () => {
    await expect(mia().behaves('honest' as BehaviourName)).rejects.toMatchObject({ status: 400 });
    for (const name of behaviourNames) expect((await mia().behaves(name)).behaviour).toBe(name);
    expect((await playground.actor.as('sam').wallet.look()).behaviour).toBe('phantom');
  });
});
