import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { type ActorPerson, createActor } from '../../src/playground/actor/client.js';
import { patienceMs } from '../support/eventually.js';
import { ownBase } from '../support/ports.js';
import { answer, startTalk } from '../support/talk.js';
import { answerTo, cardSays, link, order } from '../support/world.js';

const main = resolve('dist/src/main.js');
const canary = (name: string) => `xq-${name}-${randomBytes(12).toString('hex')}`;

/** Secrets of the operator; each is configured as it would be on a server. */
const configured = {
  MASTER_KEY: randomBytes(32).toString('hex'),
  WEBHOOK_SECRET: canary('webhook'),
  SERVICE_BOT_SECRET: canary('bot'),
  DASHBOARD_TOKEN: canary('dashboard'),
};

/** Routes of the service that the members below reach, so that the log is known to be about them. */
const reached = [
  '/api/auth/wallet',
  '/api/payments/intents',
  '/api/rig/text-to-rig',
  '/api/agents/conversations/',
  '/api/agents/conversations/:conversation_id/messages',
  '/api/users/credits/gifts',
  '/api/moderation/credits',
  '/api/moderation/blocks',
  '/api/moderation/people/forget',
];

/** A rig, a conversation and a gift, with a canary in every text that a member writes. */
async function makesTalksAndGives(mia: ActorPerson): Promise<void> {
  const rigs = mia.in('rigs');
  const prompt = `a red fox ${canary('prompt')}`;
  const rig = await answerTo(rigs, rigs.runs('/rig text', { prompt, detail: 'low' }), 'red fox');
  await cardSays(rigs, rig, /Your character is ready/, 'rigs');

  const thread = await startTalk(mia, `What does a rig cost? ${canary('talk')}`);
  const first = await answer(mia, thread);
  await mia.posts(`And ${canary('message')}?`, { channel: thread });
  await answer(mia, thread, first.id);

  const gift = { member: 'max', credits: 5 };
  const asked = await answerTo(rigs, rigs.runs('/gift credits', gift), 'Give these credits?');
  await rigs.clicks('Give', { message: asked.id });
  await cardSays(rigs, asked, /got 5 credits/, 'rigs');
}

/** Everything that a moderator writes a reason for. */
async function moderates(max: ActorPerson, mia: ActorPerson): Promise<void> {
  const mods = max.in('mods');
  const mod = (command: string, options: object, says: string) =>
    answerTo(mods, mods.runs(`/mod ${command}`, { member: 'mia', ...options }), says);
  await mod('grant', { credits: 5, reason: canary('grant') }, 'given to mia');
  await mod('block', { reason: canary('block') }, 'mia is blocked');
  const refused = mia.in('rigs').runs('/rig text', { prompt: `a red fox ${canary('refused')}` });
  await answerTo(mia.in('rigs'), refused, 'blocked you');
  await mod('unblock', { reason: canary('unblock') }, 'no longer blocked');
  await answerTo(mods, mods.runs('/mod audit'), 'What moderators did');
}

async function readsAndDeletesTheirData(mia: ActorPerson): Promise<void> {
  const home = mia.in('welcome');
  await answerTo(home, home.runs('/privacy export'), 'Your data');
  const asked = await answerTo(home, home.runs('/privacy delete'), 'Delete all your data?');
  await home.clicks('Delete everything', { message: asked.id });
  await cardSays(home, asked, /Your data was deleted/);
}

/** A backup beside the running program. @returns everything that it wrote */
async function backUp(environment: Record<string, string>, place: string): Promise<string> {
  const program = spawn(process.execPath, [main, 'backup', place], {
    env: { PATH: process.env.PATH, ...environment, LOG_LEVEL: 'debug' },
  });
  let written = '';
  for (const stream of [program.stdout, program.stderr])
    stream.on('data', (chunk) => {
      written += chunk;
    });
  const [code] = await once(program, 'close');
  expect([code, written]).toEqual([0, expect.any(String)]);
  return written;
}

it('a whole program that logs everything names no secret and no text of members, whatever they do', async () => {
  const port = await ownBase();
  const dataDir = mkdtempSync(join(tmpdir(), 'rigsmith-canary-flow-'));
  const environment = {
    ...configured,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'debug',
    RIG_CONFIRM: 'off',
    DASHBOARD_PORT: String(port + 6),
  };
  const program = spawn(process.execPath, [main, 'start', '--json', '--port', `${port}`], {
    env: { PATH: process.env.PATH, ...environment },
  });
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

  const actor = createActor(web, patienceMs);
  const [mia, max] = [actor.as('mia'), actor.as('max')];
  for (const person of [mia, max]) {
    await person.wallet.asksBeforeSigning(false);
    await link(person);
  }
  const { url } = await order(mia);
  await mia.wallet.pays(url);
  await mia.sees('credits arrived', { after: '0' });
  await makesTalksAndGives(mia);
  await moderates(max, mia);
  const { MASTER_KEY } = configured;
  const books = { MASTER_KEY, DATA_DIR: join(dataDir, `playground-${port}`) };
  log += await backUp(books, join(dataDir, 'backups'));
  await readsAndDeletesTheirData(mia);
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
  expect(reached.filter((route) => !log.includes(`"route":"${route}"`))).toEqual([]);
  expect(Object.entries({ ...configured, token }).filter(([, value]) => log.includes(value))).toEqual([]);
  expect(log.match(/xq-\w+-\w+/g)).toBeNull();
  // Requests can be followed, and the status of each is there.
  expect(log).toMatch(/"request_id":"req_\w+","method":"POST","route":"\/api\/auth\/wallet","status":200/);
});
