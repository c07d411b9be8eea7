import type { lookup as systemLookup } from 'node:dns';
import { connect, type LookupFunction } from 'node:net';
import { type buildConnector, MockAgent } from 'undici';
import { describe, expect, test } from 'vitest';
import { createProviderHttp } from '../../../../../src/service/rig/providers/http.js';
import { createOutsideAgent } from '../../../../../src/service/rig/providers/outside.js';
import { openFakeServer } from '../../../../support/providers/server.js';

const never = new AbortController().signal;
const baseUrl = 'http://192.168.7.9:8000';

/** Host names as the test resolves them; no request leaves this machine. */
const resolving = (names: Record<string, string[]>) =>
  ((host: string, _: object, callback: (error: Error | null, found: object[]) => void) => {
    const found = (names[host] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    queueMicrotask(() => callback(found.length > 0 ? null : new Error(`ENOTFOUND ${host}`), found));
  }) as unknown as typeof systemLookup;

const httpWith = (names: Record<string, string[]> = {}) =>
  createProviderHttp({
    baseUrl,
    apiKey: null,
    errorOf: () => ({ message: '' }),
    outside: createOutsideAgent(resolving(names)),
  });

describe('a model on a host named by the provider', () => {
  test.each([
    ...['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0'],
    ...['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '64:ff9b::a00:1'],
  ])('is not fetched from %s, by name or by number', async (address) => {
    const http = httpWith({ 'models.example': [address], 'mixed.example': ['93.184.216.34', address] });
    const number = address.includes(':') ? `[${address}]` : address;
    for (const host of ['models.example', 'mixed.example', number])
      await expect(http.download(`https://${host}/m.glb`, never)).rejects.toMatchObject({
        kind: 'unavailable',
        message: expect.stringMatching(/is not a public address$/),
      });
  });

  test.each(['http://93.184.216.34/m.glb', 'file:///etc/passwd', 'm.glb', 'http://192.168.7.9:9000/m.glb'])(
    'is not fetched from %s',
    async (url) => {
      await expect(httpWith().download(url, never)).rejects.toMatchObject({ kind: 'unavailable' });
    },
  );

  test('is retried when its name does not resolve', async () => {
    await expect(httpWith().download('https://models.example/m.glb', never)).rejects.toMatchObject({
      kind: 'unreachable',
    });
  });

  test.each([[['93.184.216.34', '2606:2800:220:1::1']], [['8.8.8.8']]])(
    'is fetched from %s',
    async (addresses) => {
      const fake = await openFakeServer(() => ({ status: 200, bytes: Buffer.from('glTF') }));
      const tried: unknown[] = [];
      // Resolves the name as a connection does, but connects to the fake.
      const connector = ({ lookup }: { lookup?: LookupFunction }) => {
        const toFake: buildConnector.connector = ({ hostname }, callback) =>
          lookup?.(hostname, { all: true }, (_, found) => {
            tried.push(found);
            const socket = connect(Number(new URL(fake.url).port), '127.0.0.1');
            socket.once('connect', () => callback(null, socket));
          });
        return toFake;
      };
      const outside = createOutsideAgent(
        resolving({ 'models.example': addresses }),
        connector as typeof buildConnector,
      );
      const http = createProviderHttp({
        baseUrl,
        apiKey: 'secret-key',
        errorOf: () => ({ message: '' }),
        outside,
      });
      expect(await http.download('https://models.example/m.glb', never)).toEqual(Buffer.from('glTF'));
      expect(tried).toEqual([addresses.map((address) => expect.objectContaining({ address }))]);
      expect(fake.seen[0]?.headers.authorization).toBeUndefined();
      await outside.destroy();
      await fake.close();
    },
  );
});

describe('a model on the provider’s own origin', () => {
  test('is fetched from any such origin, with a limit', async () => {
    const dispatcher = new MockAgent();
    dispatcher.disableNetConnect();
    const path = '/v1/models/m1/file';
    const file = dispatcher.get(baseUrl);
    file.intercept({ path }).reply(200, Buffer.from('glTF'));
    const http = createProviderHttp({
      baseUrl,
      apiKey: null,
      errorOf: () => ({ message: '' }),
      own: dispatcher,
    });
    expect(await http.download(`${baseUrl}${path}`, never)).toEqual(Buffer.from('glTF'));
    file.intercept({ path }).reply(200, Buffer.alloc(51 * 1024 * 1024));
    await expect(http.download(`${baseUrl}${path}`, never)).rejects.toMatchObject({ kind: 'oversized' });
  });
});
