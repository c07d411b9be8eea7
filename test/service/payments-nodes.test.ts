import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { WebSocket, WebSocketServer } from 'ws';
import { checkNetwork } from '../../src/chain/network.js';
import type { Rpc } from '../../src/chain/rpc.js';
import { eventually } from '../support/eventually.js';
import { openStreet, type Street } from './payments-world.js';
import { type ScriptedNode, startNode } from './scripted-node.js';

/** Several endpoints over real HTTP: the local chain behind one and scripted nodes behind the others. */

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
  test('is skipped twice as long each time, up to half a minute, while another answers', async () => {
    const broken = await node({ status: 500 });
    over(broken.url, street.chain.rpcUrl);
    await rpc.slot('confirmed');
    expect(broken.asked()).toBe(1);
    for (let call = 0; call < 5; call += 1) await rpc.slot('confirmed');
    expect(broken.asked()).toBe(1);
  });

  test('that is the only one is asked once a call, and used again when it answers', async () => {
    const only = await node({ status: 503 });
    over(only.url);
    for (let call = 0; call < 3; call += 1)
      await expect(rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable' });
    expect(only.asked()).toBe(3);
    only.answer({ results: { getSlot: 41 } });
    expect(await rpc.slot('confirmed')).toBe(41);
    expect(rpc.nodes()[0]?.failedAt).toBeNull();
  });

  test('with Retry-After is skipped for that long, although the next fails as well', async () => {
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

describe('a lagging node', () => {
  test('does not hide transactions that another node knows', async () => {
    const behind = await node({ results: { getSignatureStatuses: { context: { slot: 1 }, value: [null] } } });
    over(behind.url, street.chain.rpcUrl);
    const signature = street.chain.controls.airdropSol(street.passerBy.publicKey.toBase58(), 1_000_000n);
    street.chain.controls.advance(1);
    expect(await rpc.statuses([signature])).toMatchObject([{ commitment: 'confirmed' }]);
  });

  test('is asked together with the others when a person waits, and the reply counts the nodes asked', async () => {
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

  test('is never trusted, also when it comes second', async () => {
    const broken = await node({ status: 500 });
    const other = await node({ results: { getGenesisHash: devnet, getSlot: 99 } });
    rpc = street.openRpc({ endpoints: [broken.url, other.url, street.chain.rpcUrl], network: 'localnet' });
    expect(await rpc.slot('confirmed')).not.toBe(99);
    expect(rpc.nodes()[1]?.answeredAt).toBeNull();
  });

  test('that is the only one closes the shop with a sentence, and nothing can be bought or credited', async () => {
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

describe('account subscriptions', () => {
  const account = () => street.merchant.publicKey.toBase58();
  const follow = (endpoints: string[], wsEndpoint: string) => {
    rpc = street.openRpc({ endpoints, wsEndpoint, random: () => 1 });
    const hint = vi.fn();
    rpc.onActivity(account(), hint);
    /** Pays until it is noticed: a subscription takes effect a moment after its socket opened. */
    const noticesPayments = async () => {
      await eventually(async () => {
        await wait(1_000);
        expect(hint).toHaveBeenCalled();
      });
      hint.mockClear(); // the one that every new connection gives
      await eventually(() => {
        street.chain.controls.airdropSol(account(), 1_000_000n);
        street.chain.controls.advance(1);
        expect(hint).toHaveBeenCalled();
      });
    };
    return { hint, noticesPayments };
  };
  const silentEar = async () => {
    const ear = new WebSocketServer({ port: 0, host: '127.0.0.1' });
    await once(ear, 'listening');
    const opened = once(ear, 'connection');
    nodes.push({ close: async () => void ear.close() } as ScriptedNode);
    return { url: `ws://127.0.0.1:${(ear.address() as AddressInfo).port}`, opened, ear };
  };

  test('are not opened after shutdown, so that no socket keeps the process alive', async () => {
    const { url, ear } = await silentEar();
    rpc = street.openRpc({ endpoints: [street.chain.rpcUrl], wsEndpoint: url, random: () => 1 });
    await rpc.close();
    rpc.onActivity(account(), vi.fn());
    const stranger = new WebSocket(url);
    await once(stranger, 'open');
    expect(ear.clients.size).toBe(1);
    stranger.terminate();
  });

  test('use the next node when the first one cannot be subscribed to', async () => {
    const deaf = await node({ results: { getSlot: 5 } });
    const { noticesPayments } = follow([deaf.url, street.chain.rpcUrl], 'ws://127.0.0.1:1');
    await noticesPayments();
  });

  test('move to the node that answers when their own fails', async () => {
    const dying = await node({ results: { getSlot: 5 } });
    const ear = await silentEar();
    const { noticesPayments } = follow([dying.url, street.chain.rpcUrl], ear.url);
    const [socket] = await ear.opened;
    const closed = once(socket, 'close');
    expect(await rpc.slot('confirmed')).toBe(5);
    dying.answer({ status: 500 });
    expect(await rpc.slot('confirmed')).not.toBe(5);
    await closed;
    await noticesPayments();
  });

  test('stay on the only node while it fails, so that a busy node gets no reconnects', async () => {
    const only = await node({ status: 429 });
    const ear = await silentEar();
    const { hint } = follow([only.url], ear.url);
    const [socket] = await ear.opened;
    await eventually(() => expect(hint).toHaveBeenCalledOnce());
    for (let call = 0; call < 3; call += 1)
      await expect(rpc.slot('confirmed')).rejects.toMatchObject({ code: 'rpc_unavailable' });
    await wait(60_000);
    expect(socket.readyState).toBe(socket.OPEN);
    expect(hint).toHaveBeenCalledOnce();
  });
});

test('a network without the token accepts SOL, and sells nothing for USDC until it knows the token', async () => {
  over(street.chain.rpcUrl);
  let isKnown = false;
  const young: Rpc = { ...rpc, ownerOf: async (address) => (isKnown ? rpc.ownerOf(address) : null) };
  const shop = await street.openShop({}, young);
  await shop.listen();
  const alice = await shop.signedIn('alice');
  const currencies = async () => {
    const { data } = (await alice.get('/api/payments/credit-packs')).json();
    return data[0].prices.map((price: { currency: string }) => price.currency);
  };
  await shop.until(async () => !(await currencies()).includes('USDC'));
  const refused = await alice.post('/api/payments/intents', { pack_id: 'starter', currency: 'USDC' });
  expect(refused.json()).toMatchObject({ status: 404, code: 'not_found' });
  const intent = await shop.buy(alice);
  await shop.pay(alice, intent);
  shop.finalise();
  await shop.untilStatus(alice, intent, 'succeeded');
  isKnown = true;
  await shop.until(async () => (await currencies()).includes('USDC'));
  const inUsdc = await shop.buy(alice, 'USDC');
  await shop.pay(alice, inUsdc);
  shop.finalise();
  await shop.untilStatus(alice, inUsdc, 'succeeded');
  await shop.close();
});
