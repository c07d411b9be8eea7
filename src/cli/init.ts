import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { SetupError } from '../base/errors.js';
import { problemWith } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import { isPageAddress } from './doctor/public-url.js';
import type { Io } from './io.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';

/** The questions, in order: variables that a real bot cannot start without. */
const questions = [
  { name: 'DISCORD_TOKEN', text: 'cli.init.ask.token' },
  { name: 'PUBLIC_URL', text: 'cli.init.ask.public_url' },
  { name: 'SOLANA_NETWORK', text: 'cli.init.ask.network', usual: 'mainnet-beta' },
  { name: 'SOLANA_RPC_URL', text: 'cli.init.ask.rpc' },
  { name: 'MERCHANT_ADDRESS', text: 'cli.init.ask.merchant' },
] as const;

/** Asks for what a real bot needs, and writes `.env` with a new master key and bot secret. Never overwrites a file. */
export async function runInit(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('init', argv);
  const t = terminalTexts();
  const path = resolve(values.out ?? '.env');
  if (existsSync(path)) throw new SetupError(t('cli.init.error.exists', { path }));
  io.stdout.write(`${t('cli.init.welcome')}\n\n`);
  const answers = await askAll(io, t);
  const template = readFileSync(join(findRoot(), '.env.example'), 'utf8');
  const text = fill(template, {
    ...answers,
    MASTER_KEY: randomBytes(32).toString('hex'),
    SERVICE_BOT_SECRET: randomBytes(32).toString('hex'),
    ...(values.data !== undefined && { DATA_DIR: resolve(values.data) }),
  });
  try {
    writeFileSync(path, text, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw new SetupError(t('cli.init.error.unwritten', { path, error: String(error) }));
  }
  io.stdout.write(`\n${t('cli.init.done', { path })}\n`);
  return 0;
}

/** Repeats a question until its answer is valid. @throws SetupError when the input ends */
async function askAll(io: Io, t: Translate): Promise<Record<string, string>> {
  const reader = createInterface({ input: io.stdin ?? process.stdin, crlfDelay: Number.POSITIVE_INFINITY });
  const lines = reader[Symbol.asyncIterator]();
  const answers: Record<string, string> = {};
  try {
    for (const { name, text, ...more } of questions) {
      const usual = 'usual' in more ? more.usual : '';
      while (answers[name] === undefined) {
        io.stdout.write(`${t(text)}\n${name}${usual && ` [${usual}]`}: `);
        const { value, done } = await lines.next();
        if (done) throw new SetupError(t('cli.init.error.ended', { name }));
        const answer = value.trim() || usual;
        const problem = problemOf(name, answer, t);
        if (problem === null) answers[name] = answer;
        else io.stdout.write(`  ${name}: ${problem}\n`);
      }
    }
  } finally {
    reader.close();
  }
  return answers;
}

/** What is wrong with an answer, in a sentence; null for one that a real bot can start with. */
function problemOf(name: string, answer: string, t: Translate): string | null {
  if (answer === '') return t('cli.init.error.empty');
  const problem = problemWith(name, answer, t);
  if (problem === null && name === 'PUBLIC_URL' && !isPageAddress(answer))
    return `${t('cli.doctor.public_url.http', { url: answer })}. ${t('cli.doctor.public_url.fix')}`;
  return problem;
}

/** A value as a shell, systemd and Compose read it. Only shells read `'\''` as a quotation mark. */
function quoted(value: string): string {
  if (/^[\w./:@%+,=-]+$/.test(value)) return value;
  return value.includes("'") ? `"${value.replace(/["\\$`]/g, '\\$&')}"` : `'${value}'`;
}

/** The documented variables with these values. */
function fill(template: string, values: Readonly<Record<string, string>>): string {
  return template.replace(/^([A-Z_]+)=.*$/gm, (line, name: string) =>
    values[name] === undefined ? line : `${name}=${quoted(values[name])}`,
  );
}
