import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { backendChecks } from '../../../src/cli/doctor/backend.js';
import { type DoctorCheck, printTo, runChecks } from '../../../src/cli/doctor/check.js';
import { clockCheck } from '../../../src/cli/doctor/clock.js';
import { discordChecks } from '../../../src/cli/doctor/discord.js';
import { machineChecks } from '../../../src/cli/doctor/machine.js';
import { publicUrlCheck } from '../../../src/cli/doctor/public-url.js';
import { checkService } from '../../../src/cli/doctor/service.js';
import { runDoctor } from '../../../src/cli/doctor.js';
import { runReview } from '../../../src/cli/review.js';
import { localeIn, speak, terminalTexts } from '../../../src/cli/texts.js';
import { readConfig } from '../../../src/config.js';
import { createCopy } from '../../../src/copy/copy.js';
import { readLocales } from '../../../src/copy/locales.js';
import { english } from '../../../src/service/payments/reconcile/difference.js';
import { manualClock } from '../../support/clock.js';
import { hasHardCodedWords } from '../../support/member-texts.js';
import { brackets, pseudoLocales } from '../../support/pseudo-locale.js';

const folder = pseudoLocales({ fi: brackets });
const pseudo = createCopy(readLocales(folder)).for('fi');
const data = mkdtempSync(join(tmpdir(), 'rigsmith-pseudo-'));
afterAll(() => {
  for (const made of [folder, data]) rmSync(made, { recursive: true, force: true });
});

async function said(checks: readonly DoctorCheck[]): Promise<string[]> {
  const lines: string[] = [];
  await runChecks(checks, printTo({ stdout: { write: (text: string) => lines.push(text) > 0 } } as never));
  return lines.join('').split('\n').filter(Boolean);
}

/** A server with one answer for every path. */
async function answering(status: number, body: object, date = new Date(0)): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(status, { 'content-type': 'application/json', date: date.toUTCString() });
    response.end(JSON.stringify(body));
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const paths = ['/api/auth/nonce', 'POST', 'amount_lamports', '--wallet-test'];
const variables = [
  'on tai off',
  'SERVICE_URL',
  'DISCORD_TOKEN',
  'AGENT_MODEL_URL',
  'AGENT_MODEL',
  'CASES_CHANNEL',
  'SKU:CREDITS',
];

const problemsOf = (read: () => unknown): string[] => {
  try {
    read();
    return [];
  } catch (error) {
    return (error as Error).message.split('\n');
  }
};

/** Names and values that are the same in every language. */
const names = ['ok ', 'FAIL', 'Node.js', 'SQLite', 'Discord', 'Solana', 'tester', 'HELLO'];
const values = (line: string) => line.replaceAll(data, '').replace(/wss?:\/\/\S+/g, '');
const plain = (lines: readonly string[]) => lines.filter((line) => hasHardCodedWords(values(line), names));

it('the doctor has no sentence that is not in the catalog', async () => {
  const limit = { total: 1_000, remaining: 0, reset_after: 600_000 };
  const bot = { username: 'tester', name: 'tester', id: '1', flags: 0, url: 'ws://127.0.0.1:1', shards: 1 };
  const discord = await answering(200, { ...bot, session_start_limit: limit });
  const refusing = await answering(401, {});
  const broken = await answering(503, {});
  const config = (own: Record<string, string>) => readConfig({ DATA_DIR: data, ...own }, pseudo);
  const lines = await said(
    [
      ...machineChecks(config({}), pseudo),
      publicUrlCheck({ ...config({}), PUBLIC_URL: 'http://rigs.example' }, pseudo),
      clockCheck(config({ SERVICE_URL: discord }), manualClock(), pseudo),
      ...[discord, refusing, broken].flatMap((url) =>
        discordChecks({ ...config({}), DISCORD_API_URL: url }, 'x'.repeat(30), pseudo),
      ),
      ...backendChecks(config({}), broken, pseudo),
    ].filter((check) => check !== null),
  );
  expect(lines.length).toBeGreaterThan(20);
  expect(lines.join('\n').split(brackets[0]).length).toBeGreaterThan(20);
  expect(plain(lines)).toEqual([]);
});

it('the configuration has no problem that is not in the catalog', () => {
  const given = {
    DISCORD_TOKEN: 'short',
    MESSAGE_CONTENT: 'maybe',
    DISCORD_SKUS: 'one',
    CASES_CHANNEL: '#mods',
    SOLANA_RPC_URL: 'nowhere',
    SOLANA_WS_URL: 'http://chain.example',
    MERCHANT_ADDRESS: '0OIl',
    SECOND_NODE_ABOVE: '1 EUR',
    WELCOME_CREDITS: '1.5',
    RIG_PROCESSES: 'many',
    MASTER_KEY: 'short',
    MASTER_KEY_FILE: '/nowhere',
    MESHY_API_KEY_FILE: '/nowhere',
  };
  const DISCORD_TOKEN = 'x'.repeat(30);
  const apart = { DISCORD_TOKEN, SERVICE_URL: 'http://rigs.example', CASES_CHANNEL: '1'.repeat(18) };
  for (const environment of [given, { DISCORD_TOKEN, AGENT_MODEL: 'm' }, apart]) {
    const problems = problemsOf(() => readConfig(environment, pseudo));
    expect(problems.length).toBeGreaterThan(2);
    expect(problems.filter((line) => hasHardCodedWords(line.replace(/^ +[A-Z_]+: /, ''), variables))).toEqual(
      [],
    );
  }
});

it('reconcile has no difference that is not in the catalog', () => {
  const keys = Object.entries(english).map(([code, text]) => [`cli.reconcile.difference.${code}`, text]);
  const texts = Object.entries(JSON.parse(readFileSync('data/locales/en-US.json', 'utf8')));
  expect(texts.filter(([key]) => key.startsWith('cli.reconcile.difference.'))).toEqual(
    keys.toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1)),
  );
});

it.each([false, true])(
  'the check of a service has no finding that is not in the catalog: %s',
  async (walletTest) => {
    const services = [
      await answering(404, {}),
      await answering(200, {}),
      await answering(401, {}),
      'http://127.0.0.1:1',
    ];
    for (const url of services) {
      const lines: string[] = [];
      const stdout = { write: (text: string) => lines.push(...text.trimEnd().split('\n')) > 0 };
      await checkService({ url, walletTest }, { stdout } as never, undefined, pseudo);
      expect(lines.length).toBeGreaterThan(walletTest ? 2 : 5);
      // After the finding come the reader's notes, which stay English.
      const own = lines.map((line) =>
        line.replace(/(!!\]): .*$/, '$1').replace(/^(ok|note|FAIL|skip) +/, ''),
      );
      expect(own.filter((line) => hasHardCodedWords(line, paths))).toEqual([]);
    }
  },
);

it('--locale is stronger than the language of the terminal, in every verb', async () => {
  onTestFinished(() => speak(undefined));
  const german = { LC_ALL: 'de_DE.UTF-8' };
  expect(terminalTexts(german)('cli.doctor.passed')).toBe('Alle Prüfungen bestanden.');
  speak(localeIn(['doctor', '--locale', 'fr']));
  expect(terminalTexts(german)('cli.doctor.passed')).toBe('Toutes les vérifications sont bonnes.');
  await expect(runDoctor(['--locale', 'fr', '--wallet-test'], {} as never)).rejects.toThrow('nécessite');
  await expect(runReview(['nonsense', '--locale=fr'], {} as never)).rejects.toThrow(
    /^Usage : rigsmith review/,
  );
  expect(() => speak('xx')).toThrow(/"xx".*de, en-US/);
});
