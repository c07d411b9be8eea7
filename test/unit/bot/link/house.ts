import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Database } from '../../../../src/base/db/database.js';
import { createSeal } from '../../../../src/base/seal.js';
import { createOutboxStore } from '../../../../src/bot/delivery/outbox.js';
import { createAttempts } from '../../../../src/bot/link/attempts.js';
import { createLinkFlow } from '../../../../src/bot/link/flow.js';
import type { Identity } from '../../../../src/bot/link/oauth.js';
import { createPhraseStore } from '../../../../src/bot/link/phrases.js';
import { createProofStore } from '../../../../src/bot/link/proofs.js';
import { createLinkStore } from '../../../../src/bot/link/store.js';
import { createTakeoverStore } from '../../../../src/bot/link/takeover.js';
import { createWalletFlow } from '../../../../src/bot/link/wallets.js';
import { createNoticeKeeper } from '../../../../src/bot/notices/keeper.js';
import { createNoticeStore, type Notice } from '../../../../src/bot/notices/store.js';
import { createSessions } from '../../../../src/bot/session/flow.js';
import { createSessionStores } from '../../../../src/bot/session/stores.js';
import { createHttp } from '../../../../src/client/http.js';
import { reason } from '../../../../src/copy/reason.js';
import { openBotDatabase } from '../../../support/bot-database.js';
import { manualClock } from '../../../support/clock.js';

export const hours = 3_600_000;
export const takeoverDelayMs = 24 * hours;

/** Addresses of the minimum length. */
export const addressOf = (name: string): string => name.replace(/[0OIl]/g, 'x').padEnd(32, '1');

/**
 * A service over HTTP that accepts every signature, numbers the sessions it opens and remembers which were ended.
 * `answer` makes it fail.
 */
async function openUpstream() {
  const upstream = {
    answer: 0,
    /** Replaces our nonce with that of a foreign service. */
    nonce: null as unknown,
    opened: [] as string[],
    ended: [] as string[],
    statements: [] as string[],
    url: '',
    close: () => {},
  };
  const time = '2026-01-01T00:00:00.000Z';
  let nonces = 0;
  const nonceFor = (address: string) => {
    const nonce = `nonce${++nonces}`;
    const sign_in_input = {
      domain: 'bot',
      address,
      statement: '',
      uri: 'http://bot',
      version: '1',
      chainId: 'solana:localnet',
      nonce,
      issuedAt: time,
      expirationTime: time,
    };
    return { nonce, issued_at: time, expires_at: time, sign_in_input, message: 'text' };
  };
  const server = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    const { address = '', statement } = (text ? JSON.parse(text) : {}) as Record<string, string | undefined>;
    if (statement !== undefined) upstream.statements.push(statement);
    const [, session = ''] = request.headers.cookie?.match(/access=([^;]+)/) ?? [];
    const reply = (status: number, body?: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(body && JSON.stringify(body));
    if (upstream.answer !== 0) return reply(upstream.answer, {});
    if (request.method === 'DELETE') {
      upstream.ended.push(session);
      return reply(204);
    }
    if (request.url === '/api/auth/nonce' && upstream.nonce !== null)
      return reply(200, upstream.nonce as object);
    if (request.url === '/api/auth/nonce') return reply(201, nonceFor(address));
    const opened = `${address}-${upstream.opened.length + 1}`;
    upstream.opened.push(opened);
    response.setHeader('set-cookie', `access=${opened}; Path=/api; Max-Age=900`);
    const user = { id: `usr_${address}`, address, created_at: time };
    return reply(200, { user, session: { expires_at: time, refresh_expires_at: time } });
  }).listen(0, '127.0.0.1');
  await new Promise((done) => server.once('listening', done));
  upstream.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  upstream.close = () => void server.close().closeAllConnections();
  return upstream;
}

export type House = Awaited<ReturnType<typeof openHouse>>;

/** The bot's linking as the program assembles it, over a real database and a real socket. */
export async function openHouse({
  identity = null,
  openDatabase = () => openBotDatabase(),
}: {
  identity?: Identity | null;
  openDatabase?: () => Promise<Database>;
} = {}) {
  const clock = manualClock();
  const upstream = await openUpstream();
  const db = await openDatabase();
  const seal = createSeal([randomBytes(32).toString('hex')]);
  const http = createHttp({ baseUrl: upstream.url, clock });
  const outbox = createOutboxStore(db, clock);
  const notices = createNoticeStore({ db, clock, outbox });
  const noticeKeeper = createNoticeKeeper(db);
  const sessionStores = createSessionStores({ db, seal, clock });
  const { wallets, vaults } = sessionStores;
  const sessions = createSessions({ wallets, vaults, http, clock });
  const takeovers = createTakeoverStore({ db, seal, clock, wallets, notices });
  const attempts = createAttempts({ db, clock });
  const store = createLinkStore({ clock, attempts });
  const proofs = createProofStore({ seal, attempts, wallets, takeovers, notices });
  const busy = new Set<string>();
  const told = { changed: [] as string[], lost: [] as string[] };
  const unfinished = async (memberId: string) => (busy.has(memberId) ? reason('purchase.error.open') : null);
  const link = createLinkFlow({
    store,
    proofs,
    sessions,
    wallets,
    http,
    clock,
    identity,
    unfinished,
    takeoverDelayMs,
    pageUrl: 'https://bot.example/link',
    random: randomBytes,
    linked: async () => {},
    phrases: createPhraseStore({ db, seal }),
  });
  const wallet = createWalletFlow({
    sessions,
    takeovers,
    notices,
    http,
    clock,
    unfinished,
    linked: async () => {},
    changed: async (memberId) => void told.changed.push(memberId),
    lost: async (memberId) => void told.lost.push(memberId),
  });

  const prove = async (token: string, name: string) => {
    const address = addressOf(name);
    const { nonce } = await link.challenge(token, address);
    return link.prove(token, { address, nonce, signature: 's', encoding: 'siws' });
  };
  /** A person signs on the page of a link. @returns the code it shows */
  const sign = async (token: string, name: string): Promise<string> => {
    const code = await prove(token, name);
    if (typeof code !== 'string') throw new Error('no code');
    return code;
  };
  const start = async (member: string): Promise<string> =>
    new URL((await link.start({ id: member, name: member }, 'The Forge', 'en-US')).url).hash.slice(1);

  return {
    clock,
    upstream,
    db,
    link,
    wallet,
    notices,
    outbox,
    takeovers,
    sessions,
    sessionStores,
    busy,
    told,
    start,
    prove,
    sign,
    /** The whole flow: link, signature, code. */
    links: async (member: string, name: string) => link.finish(member, await sign(await start(member), name)),
    addresses: async (member: string) => (await sessions.walletsOf(member)).map(({ address }) => address),
    /** The messages a member has received, oldest first. */
    kinds: async (member: string) =>
      ((await noticeKeeper.exportOf(member)) as Notice[]).map(({ kind }) => kind),
    /** How many rows a table has. */
    count: async (table: string, where = '1 = 1') =>
      (await db.get<{ rows: number }>(`SELECT count(*) AS rows FROM ${table} WHERE ${where}`))?.rows,
    async close() {
      await db.close();
      upstream.close();
    },
  };
}
