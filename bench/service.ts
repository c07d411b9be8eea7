import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Figure, median } from './figure.js';
import { type Flood, openFlood } from './service/flood.js';
import type { ServerCost, ServerOrder, ServerStarted } from './service/server.js';

const ROUNDS = 15;
const REQUESTS = 3_000;
const WARM_UP = 6_000;
const CONNECTIONS = 32;
const MEMBERS = 1_000;
const PATH = '/api/users/credits';

async function startServer(order: ServerOrder): Promise<ServerStarted & { child: ChildProcess }> {
  const child = fork(fileURLToPath(new URL('./service/server.js', import.meta.url)));
  child.send(order);
  const [started] = (await once(child, 'message')) as [ServerStarted];
  return { ...started, child };
}

async function costOf(child: ChildProcess): Promise<number> {
  const answered = once(child, 'message') as Promise<[ServerCost]>;
  child.send('cost');
  return (await answered)[0].processorMs;
}

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

/** The credits of members with a session, compared with `node:http` that returns the same bytes. */
export default async function service(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'rigsmith-bench-service-'));
  const ours = await startServer({ kind: 'service', folder, members: MEMBERS });
  const bare = await startServer({ kind: 'bare', ...(await readAnswer(ours.port, ours.tokens[0]!)) });
  const requests = ours.tokens.map(requestWith);
  const floods: Flood[] = [];
  try {
    for (const { port } of [ours, bare]) floods.push(await openFlood(port, CONNECTIONS, requests));
    const [oursFlood, bareFlood] = floods as [Flood, Flood];
    const measure = async (flood: Flood, child: ChildProcess) => {
      await costOf(child);
      const perSecond = await flood.run(REQUESTS);
      return { perSecond, each: ((await costOf(child)) * 1_000) / REQUESTS };
    };
    for (const flood of floods) await flood.run(WARM_UP);
    const rounds: { ours: Awaited<ReturnType<typeof measure>>; bare: Awaited<ReturnType<typeof measure>> }[] =
      [];
    for (let round = 0; round < ROUNDS; round += 1)
      rounds.push({
        ours: await measure(oursFlood, ours.child),
        bare: await measure(bareFlood, bare.child),
      });
    const ratio = median(rounds.map((one) => one.ours.perSecond / one.bare.perSecond));
    return [
      {
        name: 'GET credits with a session',
        value: median(rounds.map((one) => one.ours.perSecond)),
        unit: 'per s',
        peer: {
          name: 'node:http with the same bytes',
          value: median(rounds.map((one) => one.bare.perSecond)),
        },
        ratio,
        goal: { text: '>= .60 x node:http', met: ratio >= 0.6 },
      },
      {
        name: 'processor time of such a request',
        value: median(rounds.map((one) => one.ours.each)),
        unit: 'µs',
        peer: { name: 'node:http', value: median(rounds.map((one) => one.bare.each)) },
        ratio: median(rounds.map((one) => one.bare.each / one.ours.each)),
      },
    ];
  } finally {
    for (const flood of floods) flood.close();
    for (const { child } of [ours, bare]) child.disconnect();
    rmSync(folder, { recursive: true, force: true });
  }
}
