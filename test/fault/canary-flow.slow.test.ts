import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createActor } from '../../src/playground/actor/client.js';
import { patienceMs } from '../support/eventually.js';
import { ownBase } from '../support/ports.js';
import { link, order } from '../support/world.js';

const canary = (name: string) => `canary-${name}-${randomBytes(12).toString('hex')}`;

/** Secrets of the operator; each is configured as it would be on a server. */
const configured = {
  MASTER_KEY: randomBytes(32).toString('hex'),
  WEBHOOK_SECRET: canary('webhook'),
  SERVICE_BOT_SECRET: canary('bot'),
  DASHBOARD_TOKEN: canary('dashboard'),
};

it('a whole program that logs everything names no secret while a member links, pays and asks', async () => {
  const port = await ownBase();
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-canary-flow-'));
  const environment = {
    ...configured,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    DASHBOARD_PORT: String(port + 6),
  };
  const program = spawn(
    process.execPath,
    [resolve('dist/src/main.js'), 'start', '--json', '--port', `${port}`],
    {
      env: { PATH: process.env.PATH, ...environment },
    },
  );
  const ended = once(program, 'exit');
  onTestFinished(() => {
    program.kill('SIGKILL');
    rmSync(dataDir, { recursive: true, force: true });
  });
  let log = '';
  program.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const [first] = await once(program.stdout, 'data');
  const { web, service, discord_token: token } = JSON.parse(String(first));

  const mia = createActor(web, patienceMs).as('mia');
  await mia.wallet.asksBeforeSigning(false);
  await link(mia);
  const { url } = await order(mia);
  await mia.wallet.pays(url);
  await mia.sees('credits arrived', { after: '0' });
  const body = new URLSearchParams({ token: canary('wrong') });
  await fetch(`http://127.0.0.1:${port + 6}/login`, { method: 'POST', body });
  await fetch(`${service}/api/payments/webhooks/helius`, {
    method: 'POST',
    headers: { authorization: canary('authorization') },
  });
  program.kill('SIGTERM');
  await ended;

  expect(log).toContain('"msg":"answered"');
  expect(log).toContain('dashboard: wrong token');
  expect(Object.entries({ ...configured, token }).filter(([, value]) => log.includes(value))).toEqual([]);
  expect(log.match(/canary-\w+-\w+/g)).toBeNull();
  // Requests can be followed, and the status of each is there.
  expect(log).toMatch(/"request_id":"req_\w+","method":"POST","route":"\/api\/auth\/wallet","status":200/);
});
