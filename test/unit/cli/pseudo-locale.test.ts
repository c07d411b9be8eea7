import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { backendChecks } from '../../../src/cli/doctor/backend.js';
import { type DoctorCheck, runChecks } from '../../../src/cli/doctor/check.js';
import { clockCheck } from '../../../src/cli/doctor/clock.js';
import { discordChecks } from '../../../src/cli/doctor/discord.js';
import { machineChecks } from '../../../src/cli/doctor/machine.js';
import { publicUrlCheck } from '../../../src/cli/doctor/public-url.js';
import { runDoctor } from '../../../src/cli/doctor.js';
import { runReview } from '../../../src/cli/review.js';
import { localeIn, speak, terminalTexts } from '../../../src/cli/texts.js';
import { readConfig } from '../../../src/config.js';
import { createCopy } from '../../../src/copy/copy.js';
import { readLocales } from '../../../src/copy/locales.js';
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
  await runChecks(checks, { stdout: { write: (text: string) => lines.push(text) > 0 } } as never);
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
  const config = (own: Record<string, string>) => readConfig({ DATA_DIR: data, ...own });
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
