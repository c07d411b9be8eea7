import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { checkNetwork } from '../../src/chain/network.js';
import type { Rpc } from '../../src/chain/rpc.js';
import { openStreet, type Street } from './payments-world.js';
import { type ScriptedNode, startNode } from './scripted-node.js';

/** Several endpoints: real HTTP, the local chain behind one and scripted nodes behind the others. */

let street: Street;
let nodes: ScriptedNode[] = [];
let rpc: Rpc;
beforeAll(async () => {
  street = await openStreet();
});
afterAll(() => street.close());
afterEach(async () => {
  await rpc.close();
  for (const node of nodes) await node.close();
  nodes = [];
});

const node = async (answers?: Parameters<typeof startNode>[0]) => {
  const started = await startNode(answers);
  nodes.push(started);
  return started;
};
const over = (...endpoints: string[]) => {
  rpc = street.openRpc({ endpoints, random: () => 1 });
  return rpc;
};
const wait = (ms: number) => street.clock.advance(ms);

describe('a node that fails', () => {
  test('rests twice as long each time, up to half a minute, while another answers', async () => {
    const broken = await node({ status: 500 });
    over(broken.url, street.chain.rpcUrl);
    await rpc.slot('confirmed');
    expect(broken.asked()).toBe(1);
    for (let call = 0; call < 5; call += 1) await rpc.slot('confirmed');
    expect(broken.asked()).toBe(1);
  });

  test('that is the only one is asked once a call, not more, and is heard again when it answers', async () => {
    const only = await node({ status: 503 });
    over(only.url);
    for (let call = 0; call < 3; call += 1)
      await expect(rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable' });
    expect(only.asked()).toBe(3);
    only.answer({ results: { getSlot: 41 } });
    expect(await rpc.slot('confirmed')).toBe(41);
    expect(rpc.nodes()[0]?.failedAt).toBeNull();
  });

  test('with Retry-After is left alone for that long, though the next fails as well', async () => {
    const [busy, broken] = [
      await node({ status: 429, headers: { 'retry-after': '20' } }),
      await node({ status: 500 }),
    ];
    over(busy.url, broken.url);
    await expect(rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable' });
    await wait(2_000);
    await expect(rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable' });
    expect([busy.asked(), broken.asked()]).toEqual([1, 2]);
    await wait(19_000);
    busy.answer({ results: { getSlot: 7 } });
    expect(await rpc.slot('confirmed')).toBe(7);
  });
});

describe('a node that is behind', () => {
  test('makes nobody forget what another knows', async () => {
    const behind = await node({ results: { getSignatureStatuses: { context: { slot: 1 }, value: [null] } } });
    over(behind.url, street.chain.rpcUrl);
    const signature = street.chain.controls.airdropSol(street.passerBy.publicKey.toBase58(), 1_000_000n);
    street.chain.controls.advance(1);
    expect(await rpc.statuses([signature])).toMatchObject([{ commitment: 'confirmed' }]);
  });

  test('is asked beside the others when a person waits, so that they hear how many were', async () => {
    const { genesisHash } = street.chain;
    const behind = await node({ results: { getGenesisHash: genesisHash, getSignaturesForAddress: [] } });
    over(behind.url, street.chain.rpcUrl);
    const shop = await street.openShop({}, rpc);
    const alice = await shop.signedIn('alice');
    const intent = await shop.buy(alice);
    const early = (await shop.confirm(alice, intent)).json();
    expect(early).toMatchObject({ status: 'requires_payment', checked: { nodes: 2 } });
    await shop.pay(alice, intent);
    shop.finalise();
    const done = (await shop.confirm(alice, intent)).json();
    expect(done.status).toBe('succeeded');
    expect(done.checked).toBeUndefined();
    await shop.close();
  });
});

describe('a node of another network', () => {
  const devnet = 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG';

  test('is never believed, also when it comes second', async () => {
    const broken = await node({ status: 500 });
    const other = await node({ results: { getGenesisHash: devnet, getSlot: 99 } });
    rpc = street.openRpc({ endpoints: [broken.url, other.url, street.chain.rpcUrl], network: 'localnet' });
    expect(await rpc.slot('confirmed')).not.toBe(99);
    expect(rpc.nodes()[1]?.answeredAt).toBeNull();
  });

  test('that is the only one closes the shop with a sentence, and nothing can be bought or counted', async () => {
    const other = await node({ results: { getGenesisHash: devnet } });
    over(other.url);
    await expect(checkNetwork(rpc, 'localnet')).rejects.toThrow('serves devnet, but localnet is configured');
    const shop = await street.openShop({}, rpc);
    const alice = await shop.signedIn('alice');
    const intent = await shop.buy(alice);
    expect((await shop.confirm(alice, intent)).json()).toMatchObject({ status: 503, code: 'maintenance' });
    await shop.close();
  });
});
