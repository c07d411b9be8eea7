import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import type { LightMyRequestResponse } from 'fastify';
import { systemRandom } from '../../src/base/ids.js';
import { type Log, silentLog } from '../../src/base/log.js';
import type { Rpc } from '../../src/chain/rpc.js';
import type { Nonce } from '../../src/contract/auth.js';
import type { TestWallet } from '../../src/playground/wallet/wallet.js';
import { createTestWallet } from '../../src/playground/wallet/wallet.js';
import {
  createServiceApp,
  type Feature,
  type ServiceConfig,
  type ServiceContext,
} from '../../src/service/app.js';
import { type ManualClock, manualClock } from '../support/clock.js';
import { databaseUrlFor } from '../support/engines.js';

/** A member at the service: a wallet and its cookies. */
export type Person = {
  wallet: TestWallet;
  cookies: Record<string, string>;
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  post(url: string, body?: object, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  delete(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** A text payload is sent unchanged. */
  send(
    method: 'GET' | 'POST' | 'DELETE',
    url: string,
    payload?: object | string,
    headers?: Record<string, string>,
  ): Promise<LightMyRequestResponse>;
  /** Asks for a nonce. */
  nonce(): Promise<Nonce>;
  /** Requests a nonce, signs it and submits it. */
  signIn(): Promise<LightMyRequestResponse>;
};

export type World = {
  clock: ManualClock;
  context: ServiceContext;
  person(name: string): Person;
  listen(): Promise<string>;
  /** Reads the catalog again. */
  reload(): void;
  close(): Promise<void>;
};

type Credits = { userId: string; credits: number; subject: string };
export const grantCredits = ({ db, ledger }: ServiceContext, posting: Credits): Promise<boolean> =>
  db.transaction((t) => ledger.grant(t, posting));
export const holdCredits = ({ db, holds }: ServiceContext, posting: Credits) =>
  db.transaction((t) => holds.place(t, posting));

/** For tests that look into SQLite itself. */
export const isOnPostgres = process.env.TEST_DATABASE === 'postgres';

export const baseUrl = 'http://127.0.0.1:4000';

/** A real service on a real database, with a manual clock. */
export async function openWorld(
  options: {
    config?: Partial<ServiceConfig>;
    rpc?: Rpc;
    clock?: ManualClock;
    rpcUrl?: string;
    log?: Log;
    plug?: (context: ServiceContext) => Feature[] | Promise<readonly Feature[]>;
  } = {},
): Promise<World> {
  const { clock = manualClock(), rpcUrl = 'http://127.0.0.1:1', log = silentLog } = options;
  const dbPath = options.config?.dbPath ?? ':memory:';
  let made: ServiceContext | undefined;
  const service = await createServiceApp(
    {
      dbPath,
      dataDir: '.',
      migrationsDir: resolve('data/migrations/service'),
      catalogDir: resolve('data/catalog'),
      databaseUrl: await databaseUrlFor(dbPath === ':memory:' ? undefined : dbPath),
      baseUrl,
      domain: 'rigsmith.test',
      network: 'localnet',
      merchantAddress: null,
      usdcMint: null,
      requiredCommitment: 'confirmed',
      masterKeys: [randomBytes(32).toString('hex')],
      ...options.config,
    },
    { clock, random: systemRandom, log, ...(options.rpc && { rpc: options.rpc }) },
    async (context) => {
      made = context;
      return (await options.plug?.(context)) ?? [];
    },
  );

  const person = (name: string): Person => {
    const wallet = createTestWallet({ rpcUrl, name });
    const cookies: Record<string, string> = {};
    const send: Person['send'] = async (method, url, payload, headers = {}) => {
      const reply = await service.inject({
        method,
        url,
        cookies,
        headers,
        ...(payload !== undefined && { payload }),
      });
      for (const { name: cookie, value } of reply.cookies) cookies[cookie] = value;
      return reply;
    };
    const self: Person = {
      wallet,
      cookies,
      send,
      get: (url, headers) => send('GET', url, undefined, headers),
      post: (url, body, headers) => send('POST', url, body, headers),
      delete: (url, headers) => send('DELETE', url, undefined, headers),
      nonce: async () => (await self.post('/api/auth/nonce', { address: wallet.address })).json(),
      async signIn() {
        const { nonce, message } = await self.nonce();
        const { signature } = wallet.signIn(message);
        return self.post('/api/auth/wallet', { address: wallet.address, nonce, signature });
      },
    };
    return self;
  };

  return {
    clock,
    context: made!,
    person,
    listen: () => service.listen(0),
    reload: service.reload,
    close: service.close,
  };
}
