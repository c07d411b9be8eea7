import { setTimeout as sleep } from 'node:timers/promises';
import type { Intent } from '../../../src/contract/payments.js';
import type { TestWallet } from '../../../src/playground/wallet/wallet.js';
import { CampaignFault } from '../campaign-fault.js';

/** A customer who buys over plain HTTP and remembers what the service promised. */
export type Customer = {
  /** Signs in with the wallet. */
  signIn(): Promise<void>;
  /**
   * Orders, and pays and presses the button when `pays`. Cancels unpaid purchases before the service would refuse
   * another, and orders nothing more once it has reached the limit of this life of the service.
   * @throws CampaignFault when the service refuses the order all the same; rejects when the service dies meanwhile
   */
  buy(pays: boolean): Promise<void>;
  /** The service has restarted: its limits count from zero. Cancels orders that were never answered. */
  resume(): Promise<void>;
  /** Checks everything that was ever promised; returns the broken promises in sentences. */
  audit(): Promise<string[]>;
  /** Confirms every paid purchase until it is credited. */
  settle(timeoutMs: number): Promise<void>;
  paid(): string[];
  promises(): number;
};

/** Promises that cannot change: a purchase cancelled by the customer is never paid. */
const kept: readonly Intent['status'][] = ['succeeded', 'canceled'];
/** Of the ten unpaid purchases a member may have open; some paid ones may not be seen yet. */
const mostUnpaid = 4;
/** The service accepts 30 orders a minute from a member, and counts from its start. */
const mostOrdersPerLife = 25;

export function createCustomer(wallet: TestWallet, service: () => string): Customer {
  const cookies = new Map<string, string>();
  const promised = new Map<string, Intent['status']>();
  const paid = new Set<string>();
  let unpaid = 0;
  let orders = 0;

  const send = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const response = await fetch(service() + path, {
      method,
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  /** An access token is valid for fifteen minutes; a long campaign outlives it. */
  const ask = async (method: 'GET' | 'POST', path: string, body?: object): Promise<Response> => {
    const response = await send(method, path, body);
    if (response.status !== 401 || path.startsWith('/api/auth/')) return response;
    const refreshed = await send('POST', '/api/auth/refresh', {});
    return refreshed.ok ? send(method, path, body) : response;
  };
  const note = ({ id, status }: Intent) => promised.set(id, status);
  const press = async (id: string) => {
    const response = await ask('POST', `/api/payments/intents/${id}/confirm`, {});
    if (response.ok) note((await response.json()) as Intent);
    return promised.get(id) === 'succeeded';
  };

  /** Cancels every open unpaid purchase, also those whose answer was lost in a power cut. */
  const cancelUnpaid = async () => {
    const response = await ask('GET', '/api/payments/intents?status=requires_payment&limit=100');
    if (!response.ok) throw new Error(`the list of purchases answered ${response.status}`);
    const { data } = (await response.json()) as { data: Intent[] };
    for (const { id } of data.filter((intent) => !paid.has(intent.id))) {
      const canceled = await ask('POST', `/api/payments/intents/${id}/cancel`, {});
      if (!canceled.ok) throw new Error(`cancelling ${id} answered ${canceled.status}`);
      note((await canceled.json()) as Intent);
    }
    unpaid = 0;
  };

  return {
    async signIn() {
      const { address } = wallet;
      const asked = await ask('POST', '/api/auth/nonce', { address, purpose: 'sign_in' });
      const nonce = (await asked.json()) as { nonce: string; message: string };
      const { signature, encoding } = wallet.signIn(nonce.message);
      const response = await ask('POST', '/api/auth/wallet', {
        address,
        nonce: nonce.nonce,
        signature,
        encoding,
      });
      if (!response.ok) throw new Error(`sign-in answered ${response.status}: ${await response.text()}`);
    },
    async resume() {
      orders = 0;
      await cancelUnpaid();
    },
    async buy(pays) {
      if (orders >= mostOrdersPerLife) return void (await sleep(20));
      if (unpaid >= mostUnpaid) await cancelUnpaid();
      orders += 1;
      const response = await ask('POST', '/api/payments/intents', { pack_id: 'starter', currency: 'SOL' });
      if (response.status !== 201) {
        const answer = `an order answered ${response.status}: ${await response.text()}`;
        throw response.status < 500 ? new CampaignFault(answer) : new Error(answer);
      }
      const intent = (await response.json()) as Intent;
      note(intent);
      if (!pays) {
        unpaid += 1;
        return;
      }
      await wallet.pay(intent.solana_pay_url);
      paid.add(intent.id);
      for (let times = 0; times < 5 && !(await press(intent.id)); times += 1) await sleep(30);
    },
    async audit() {
      const broken: string[] = [];
      for (const [id, status] of promised) {
        const response = await ask('GET', `/api/payments/intents/${id}`);
        if (response.status === 401) return ['the session that was acknowledged is gone'];
        if (response.status === 404) broken.push(`the acknowledged purchase ${id} is gone`);
        else if (kept.includes(status)) {
          const { status: now } = (await response.json()) as Intent;
          if (now !== status) broken.push(`${id} was told as ${status} and is now ${now}`);
        }
        if (response.status === 404) promised.delete(id);
        if (response.status === 404) paid.delete(id);
      }
      return broken;
    },
    async settle(timeoutMs) {
      const end = Date.now() + timeoutMs;
      for (const id of paid) while (!(await press(id)) && Date.now() < end) await sleep(200);
    },
    paid: () => [...paid],
    promises: () => promised.size,
  };
}
