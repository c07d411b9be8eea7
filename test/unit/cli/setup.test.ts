import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { PermissionFlagsBits } from 'discord.js';
import { afterAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/config.js';
import { command } from '../../support/command.js';
import { t } from '../../support/copy.js';

const folder = mkdtempSync(join(tmpdir(), 'rigsmith-setup-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const merchant = 'J9YTYkkwmbEvz74TcuzGpwQpz5uMJeWmpG5ZUtLjWTxz';
const token = `${'MTIzNDU2Nzg5MDEyMzQ1Njc4'}.Xyz.${'a'.repeat(30)}`;

const init = (path: string, answers: readonly string[], more: string[] = []) =>
  command(['init', '--out', path, ...more], {}, Readable.from(answers.map((line) => `${line}\n`)));

/** The variables of a file as a shell reads them. */
function inShell(path: string): Record<string, string> {
  const { stdout, stderr } = spawnSync('sh', ['-c', `set -a; . '${path}'; set +a; env -0`], {
    env: {},
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return Object.fromEntries(
    stdout.split('\0').map((line) => [line.split('=')[0], line.slice(line.indexOf('=') + 1)]),
  );
}

describe('rigsmith init', () => {
  it('asks five questions, again after a wrong answer, and writes a file with which the bot could start', async () => {
    const path = join(folder, 'a.env');
    const { status, stdout } = await init(path, [
      token,
      'rigs.example.com',
      'http://rigs.example.com',
      'https://rigs.example.com/a?b=$HOME',
      '',
      'https://node.example/?key=1&other=2',
      'not an address',
      merchant,
    ]);
    expect(status).toBe(0);
    expect(stdout).toContain('PUBLIC_URL: ');
    expect(stdout).toContain('http://rigs.example.com is not https');
    expect(stdout.match(/^MERCHANT_ADDRESS: /gm)).toHaveLength(2);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const config = readConfig(inShell(path), t);
    expect(config).toMatchObject({
      DISCORD_TOKEN: token,
      PUBLIC_URL: 'https://rigs.example.com/a?b=$HOME',
      SOLANA_NETWORK: 'mainnet-beta',
      SOLANA_RPC_URL: ['https://node.example/?key=1&other=2'],
      MERCHANT_ADDRESS: merchant,
    });
    expect(config.MASTER_KEY?.[0]).toMatch(/^[0-9a-f]{64}$/);
    expect(config.SERVICE_BOT_SECRET).toMatch(/^[0-9a-f]{64}$/);
    expect(config.SERVICE_BOT_SECRET).not.toBe(config.MASTER_KEY?.[0]);
    expect(readFileSync(path, 'utf8')).toContain('# --- Discord');
  });

  it('names the data folder of a unit, whose own environment systemd would override by the file', async () => {
    const path = join(folder, 'unit.env');
    const answers = [token, 'https://rigs.example.com', 'devnet', 'https://node.example', merchant];
    await init(path, answers, ['--data', '/var/lib/rigsmith']);
    expect(readFileSync(path, 'utf8')).toMatch(/^DATA_DIR=\/var\/lib\/rigsmith$/m);
  });

  it('quotes every character that a shell would understand', async () => {
    const odd = `it's \\ "$HOME" \`id\``;
    const path = join(folder, 'odd.env');
    const node = `https://node.example/?key=${encodeURIComponent(odd)}'&also=$HOME`;
    const answers = [token, 'https://rigs.example.com', 'devnet', node, merchant];
    expect(await init(path, answers, ['--data', `/var/lib/${odd}`])).toMatchObject({ status: 0 });
    expect(inShell(path)).toMatchObject({ SOLANA_RPC_URL: node, DATA_DIR: `/var/lib/${odd}` });
    // systemd undoes these escapes in double quotes, and no others.
    expect(readFileSync(path, 'utf8')).toContain(String.raw`DATA_DIR="/var/lib/it's \\ \"\$HOME\" \`id\`"`);
  });

  it('never overwrites a file, and writes nothing when the answers end', async () => {
    const path = join(folder, 'b.env');
    expect(await init(path, [token])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('PUBLIC_URL'),
    });
    expect(existsSync(path)).toBe(false);
    const answers = [token, 'https://rigs.example.com', 'devnet', 'https://node.example', merchant];
    expect(await init(path, answers)).toMatchObject({ status: 0 });
    const before = readFileSync(path, 'utf8');
    expect(await init(path, answers)).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('exists already'),
    });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });
});

describe('rigsmith invite', () => {
  const asked = new URL('https://discord.com/oauth2/authorize');
  const needed = [
    'ViewChannel',
    'SendMessages',
    'SendMessagesInThreads',
    'CreatePublicThreads',
    'CreatePrivateThreads',
    'AttachFiles',
    'EmbedLinks',
    'ReadMessageHistory',
  ] as const;

  it('prints only the link on standard output, with exactly the permissions it needs', async () => {
    const { status, stdout, stderr } = await command(['invite', '123456789012345678']);
    expect(status).toBe(0);
    const url = new URL(stdout);
    expect(url.origin + url.pathname).toBe(asked.href);
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: '123456789012345678',
      scope: 'bot applications.commands',
      permissions: String(needed.reduce((bits, name) => bits | PermissionFlagsBits[name], 0n)),
    });
    for (const name of needed) expect(stderr).toContain(name);
  });

  it('asks Discord for the id of the application behind the token', async () => {
    const server = createServer(({ url, headers }, response) => {
      const isRight = url === '/v10/applications/@me' && headers.authorization === `Bot ${token}`;
      response.writeHead(isRight ? 200 : 401).end(JSON.stringify({ id: '223456789012345678' }));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const environment = {
      DISCORD_TOKEN: token,
      DISCORD_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      MASTER_KEY: 'ab'.repeat(32),
      SERVICE_URL: 'http://127.0.0.1:1',
    };
    expect((await command(['invite'], environment)).stdout).toContain('client_id=223456789012345678');
    const other = { ...environment, DISCORD_TOKEN: `${token}x` };
    expect(await command(['invite'], other)).toMatchObject({
      status: 2,
      stderr: 'Discord: refused the token (401)\n',
    });
    server.close();
  });

  it.each([[['invite', 'abc']], [['invite', '123456789012345678', 'x']], [['invite']]])(
    'refuses %j',
    async (args) => {
      expect(await command(args)).toMatchObject({ status: 2, stdout: '' });
    },
  );
});
