import { type AddressInfo, createConnection, createServer, type Socket } from 'node:net';
import pg from 'pg';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../../../../src/base/clock.js';
import { createLocalHints, type Hints } from '../../../../src/base/db/hints.js';
import { createPostgresHints } from '../../../../src/base/db/hints-postgres.js';
import { silentLog } from '../../../../src/base/log.js';
import { createTestDatabase } from '../../../support/engines.js';
import { eventually } from '../../../support/eventually.js';
import { needsPostgres, postgresPrograms } from '../../../support/postgres.js';

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('hints of one process', () => {
  it('reach every listener of their topic later and once, until it stops listening', async () => {
    const hints = createLocalHints();
    const heard: string[] = [];
    const stop = hints.on('rig', (about) => heard.push(`first ${about}`));
    hints.on('rig', (about) => heard.push(`second ${about}`));
    hints.on('talk', (about) => heard.push(`talk ${about}`));
    for (const about of ['a', 'a', 'b', 'a']) hints.tell('rig', about);
    hints.tellOthers('rig', 'c');
    expect(heard).toEqual([]);
    await nextTurn();
    expect(heard).toEqual(['first a', 'second a', 'first b', 'second b']);
    stop();
    hints.tell('rig', 'd');
    await nextTurn();
    expect(heard.slice(4)).toEqual(['second d']);
  });
});

describe.skipIf(postgresPrograms === null)(`hints between processes${needsPostgres}`, () => {
  let url: string;
  let opened: Hints[];
  let operator: pg.Client;
  beforeAll(async () => {
    url = await createTestDatabase();
  });
  beforeEach(async () => {
    opened = [];
    operator = new pg.Client({ connectionString: url });
    await operator.connect();
  });
  afterEach(async () => {
    await Promise.all(opened.map((hints) => hints.close()));
    await operator.end();
  });

  const open = (name: string, schema = 'service') => {
    const place = { url, schema, applicationName: name, clock: systemClock, log: silentLog };
    const hints = createPostgresHints(place);
    opened.push(hints);
    return hints;
  };
  const listen = (hints: Hints, topic = 'rig') => {
    const heard: string[] = [];
    hints.on(topic, (about) => heard.push(about));
    return heard;
  };
  const untilListening = (count: number) =>
    eventually(async () => {
      const { rows } = await operator.query(`SELECT 1 FROM pg_stat_activity WHERE query LIKE 'LISTEN%'`);
      expect(rows).toHaveLength(count);
    });

  it('reach the others, and with `tell` this one too', async () => {
    const [a, b, other] = [open('a'), open('b'), open('c', 'bot')];
    const heard = [listen(a), listen(b), listen(other)];
    await untilListening(3);
    a.tell('rig', 'everywhere');
    a.tellOthers('rig', 'elsewhere');
    await eventually(() => expect(heard[1]).toEqual(['everywhere', 'elsewhere']));
    b.tell('rig', 'back');
    await eventually(() => expect(heard[0]).toEqual(['everywhere', 'back']));
    expect(heard[2]).toEqual([]);
  });

  it('are sent in few notifications, each within the limit of PostgreSQL', async () => {
    const [a, b] = [open('a'), open('b')];
    const heard = listen(b);
    await untilListening(1);
    const all = Array.from({ length: 3_000 }, (_, at) => `generation ${at} of a member`);
    for (const about of [...all, ...all]) a.tellOthers('rig', about);
    await eventually(() => expect(heard).toHaveLength(3_000));
    expect(new Set(heard)).toEqual(new Set(all));
  });

  it('are told after the connection was lost, and listeners learn that they may have missed some', async () => {
    const [a, b] = [open('a'), open('b')];
    const heard = listen(b);
    await untilListening(1);
    let missed = 0;
    b.onMissed(() => {
      missed += 1;
    });
    await operator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE '%, hints'`,
    );
    await eventually(() => expect(missed).toBe(1));
    // A hint may be lost while the sender connects again, too.
    await eventually(() => {
      a.tell('rig', 'later');
      expect(heard).toContain('later');
    });
  });

  it('are told again after the network was cut without a word', async () => {
    const { hostname: host, port } = new URL(url);
    const cables: [Socket, Socket][] = [];
    const proxy = createServer((near) => {
      const far = createConnection({ host, port: Number(port) });
      cables.push([near, far]);
      near.pipe(far).pipe(near);
      for (const end of [near, far]) end.on('error', () => undefined);
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.port = String((proxy.address() as AddressInfo).port);
    const place = { schema: 'service', clock: systemClock, log: silentLog };
    const a = createPostgresHints({ ...place, url, applicationName: 'a' });
    const check = { everyMs: 20, answerMs: 100 };
    const b = createPostgresHints({ ...place, url: through.href, applicationName: 'b', check });
    opened.push(a, b);
    const heard = listen(b);
    let missed = 0;
    b.onMissed(() => {
      missed += 1;
    });
    await eventually(() => expect(missed).toBe(1));
    for (const [near, far] of cables.splice(0)) near.unpipe(far) && far.unpipe(near); // open, but nothing passes
    a.tell('rig', 'lost');
    await eventually(() => expect(missed).toBe(2));
    a.tell('rig', 'heard');
    await eventually(() => expect(heard).toContain('heard'));
    await b.close();
    proxy.close();
  });

  it('close a connection whose LISTEN got no answer, and try again', async () => {
    const { hostname: host, port } = new URL(url);
    let isDeaf = true;
    let closed = 0;
    const proxy = createServer((near) => {
      const far = createConnection({ host, port: Number(port) });
      near.on('data', (chunk) => void ((isDeaf && chunk.includes('LISTEN')) || far.write(chunk)));
      far.pipe(near);
      for (const end of [near, far]) end.on('error', () => undefined);
      near.on('close', () => {
        closed += 1;
        far.destroy();
      });
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    const through = new URL(url);
    through.port = String((proxy.address() as AddressInfo).port);
    const place = { schema: 'service', clock: systemClock, log: silentLog, applicationName: 'a' };
    const hints = createPostgresHints({ ...place, url: through.href, check: { everyMs: 20, answerMs: 50 } });
    opened.push(hints);
    listen(hints);
    await eventually(() => expect(closed).toBeGreaterThan(0));
    isDeaf = false;
    await untilListening(1);
    await hints.close();
    proxy.close();
  });
});
