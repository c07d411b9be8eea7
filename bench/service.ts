import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BenchChild, startChild } from './child.js';
import { type Figure, median } from './figure.js';
import { openFlood } from './service/flood.js';
import type { ServerCost, ServerOrder, ServerStarted } from './service/server.js';

const ROUNDS = 15;
const REQUESTS = 3_000;
const WARM_UP = 6_000;
const CONNECTIONS = 32;
const MEMBERS = 1_000;
const PATH = '/api/users/credits';

async function startServer(order: ServerOrder): Promise<ServerStarted & { child: BenchChild }> {
  const child = startChild(new URL('./service/server.js', import.meta.url));
  return { ...(await child.ask<ServerStarted>(order)), child };
}

const costOf = async (child: BenchChild): Promise<number> =>
  (await child.ask<ServerCost>('cost')).processorMs;

const requestWith = (token: string): Buffer =>
  Buffer.from(
    `GET ${PATH} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: application/json\r\nx-request-id: req_0123456789\r\ncookie: access_token=${token}\r\n\r\n`,
  );

/** What the service answers, for the peer to repeat. */
async function readAnswer(port: number, token: string) {
  const answer = await fetch(`http://127.0.0.1:${port}${PATH}`, {
    headers: { cookie: `access_token=${token}` },
  });
  const headers = Object.fromEntries(answer.headers);
  for (const own of ['connection', 'date', 'keep-alive']) delete headers[own];
  return { headers, body: await answer.text() };
}

type Server = Awaited<ReturnType<typeof startServer>>;
type Measured = { perSecond: number; each: number };

/** With connections of their own, because servers close those that wait while another one is measured. */
async function measure(
  { port, child }: Server,
  requests: readonly Buffer[],
  count: number,
): Promise<Measured> {
  const flood = await openFlood(port, CONNECTIONS, requests);
  await flood.run(CONNECTIONS);
  await costOf(child);
  const perSecond = await flood.run(count);
  flood.close();
  return { perSecond, each: ((await costOf(child)) * 1_000) / count };
}

/**
 * The credits of members with a session, compared with `node:http` that returns the same bytes, and with a route of
 * Fastify alone, which is the limit of any service on this framework.
 */
export default async function service(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-service-'));
  const ours = await startServer({ kind: 'service', folder, members: MEMBERS });
  const requests = ours.tokens.map(requestWith);
  const answer = await readAnswer(ours.port, ours.tokens[0]!);
  const servers = [
    ours,
    await startServer({ kind: 'bare', ...answer }),
    await startServer({ kind: 'fastify', ...answer }),
  ];
  try {
    const rounds: Measured[][] = [];
    for (let round = 0; round <= ROUNDS; round += 1) {
      const measured: Measured[] = [];
      for (const server of servers)
        measured.push(await measure(server, requests, round === 0 ? WARM_UP : REQUESTS));
      if (round > 0) rounds.push(measured);
    }
    return toFigures(rounds);
  } finally {
    await Promise.all(servers.map(({ child }) => child.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** @param rounds what our service, `node:http` and Fastify measured in each */
function toFigures(rounds: readonly Measured[][]): Figure[] {
  const [OURS, BARE, FASTIFY] = [0, 1, 2] as const;
  const of = (server: number, what: keyof Measured) => median(rounds.map((round) => round[server]![what]));
  const share = (server: number, what: keyof Measured) =>
    median(rounds.map((round) => round[server]![what] / round[BARE]![what]));
  const ratio = share(OURS, 'perSecond');
  return [
    {
      name: 'GET credits with a session',
      value: of(OURS, 'perSecond'),
      unit: 'per s',
      peer: { name: 'node:http with the same bytes', value: of(BARE, 'perSecond') },
      ratio,
      goal: { text: '>= .60 x node:http', met: ratio >= 0.6 },
    },
    {
      name: 'a route of Fastify alone with the same bytes',
      value: of(FASTIFY, 'perSecond'),
      unit: 'per s',
      peer: { name: 'node:http', value: of(BARE, 'perSecond') },
      ratio: share(FASTIFY, 'perSecond'),
    },
    {
      name: 'processor time of a GET credits',
      value: of(OURS, 'each'),
      unit: 'µs',
      peer: { name: 'node:http', value: of(BARE, 'each') },
      ratio: share(OURS, 'each'),
    },
    {
      name: 'processor time of the route of Fastify',
      value: of(FASTIFY, 'each'),
      unit: 'µs',
      peer: { name: 'node:http', value: of(BARE, 'each') },
      ratio: share(FASTIFY, 'each'),
    },
  ];
}
