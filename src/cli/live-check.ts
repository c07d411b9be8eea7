import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Clock, systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { createRpc } from '../chain/rpc.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { readArguments } from './arguments.js';
import type { Io } from './io.js';
import { behaviours } from './live-check/behaviours/index.js';
import { createRestClient } from './live-check/client.js';
import { openGround } from './live-check/ground.js';
import { countOf, type Report, toMarkdown } from './live-check/report.js';
import { otherSources, readKnownKinds } from './live-check/rpc.js';
import { observeAll, type Result } from './live-check/run.js';
import { createStage } from './live-check/stage.js';
import { findVersion } from './root.js';
import { untilSignal } from './running.js';
import { terminalTexts } from './texts.js';

export type LiveCheckOptions = {
  clock?: Clock;
  /** Between two starts of a session; Discord allows one in five seconds. */
  identifyEveryMs?: number;
  /** Ends the check; its channel is removed nevertheless. */
  stopped?: Promise<unknown>;
};

/**
 * Compares Discord with what the local Discord claims about it, and with `--rpc` reads transactions of the network.
 * @returns 0 when all is as expected, 1 with differences
 */
export async function runLiveCheck(argv: string[], io: Io, options: LiveCheckOptions = {}): Promise<number> {
  const { guild, rpc: hasRpc = false, out = 'live-check' } = readArguments('live-check', argv).values;
  const t = terminalTexts();
  if (guild === undefined && !hasRpc) throw new SetupError(t('cli.live-check.error.subject'));
  if (guild !== undefined && !/^\d{15,20}$/.test(guild))
    throw new SetupError(t('cli.live-check.error.server', { id: guild }));
  const config = readConfig(process.env, t);
  const { clock = systemClock } = options;
  const report: Report = {
    version: findVersion(),
    at: new Date(clock.now()).toISOString(),
    discord: guild === undefined ? null : await checkDiscord(guild, config, { io, t, ...options, clock }),
    rpc: hasRpc ? await checkRpc(config, io, t) : null,
  };
  const files = { people: resolve(`${out}.md`), programs: resolve(`${out}.json`) };
  writeFileSync(files.people, toMarkdown(report));
  writeFileSync(files.programs, `${JSON.stringify(report, null, 2)}\n`);
  io.stdout.write(`${t('cli.live-check.report', { file: files.people })}\n`);
  return isAsExpected(report) ? 0 : 1;
}

const isAsExpected = ({ discord, rpc }: Report): boolean =>
  (discord === null ||
    (discord.isWhole &&
      discord.results.every(({ outcome }) => outcome === 'equal' || outcome === 'unspecified'))) &&
  (rpc === null || rpc.findings.every(({ wrong }) => wrong.length === 0));

type Session = LiveCheckOptions & { io: Io; t: Translate; clock: Clock };

async function checkDiscord(
  guildId: string,
  { DISCORD_TOKEN: token, DISCORD_API_URL: api = 'https://discord.com/api' }: Config,
  session: Session,
): Promise<NonNullable<Report['discord']>> {
  const { io, t, clock, identifyEveryMs = 5_500, stopped = untilSignal() } = session;
  if (token === undefined) throw new SetupError(t('cli.live-check.error.token'));
  const ending = new AbortController();
  void stopped.then(() => {
    io.stderr.write(`${t('cli.live-check.stopping')}\n`);
    ending.abort();
  });
  const rest = createRestClient({ api, token, clock });
  const ground = await openGround(rest, guildId, t);
  const { stage, close } = createStage({ ...ground, rest, clock, token, guildId, identifyEveryMs });
  io.stdout.write(`${t('cli.live-check.start', { count: behaviours.length, server: ground.guildName })}\n`);
  try {
    const told = (result: Result) => io.stdout.write(lineOf(result));
    const results = await observeAll(behaviours, stage, { clock, signal: ending.signal, told });
    io.stdout.write(
      `${t('cli.live-check.done', {
        equal: countOf(results, 'equal'),
        unspecified: countOf(results, 'unspecified'),
        different: countOf(results, 'different'),
        failed: countOf(results, 'failed'),
      })}\n`,
    );
    return { api, guild: ground.guildName, results, isWhole: !ending.signal.aborted };
  } finally {
    close();
    await ground
      .clear()
      .then(() => io.stdout.write(`${t('cli.live-check.cleared')}\n`))
      .catch((error) =>
        io.stderr.write(`${t('cli.live-check.left', { names: String(error.message ?? error) })}\n`),
      );
  }
}

/** A line a behavior, with the differences below it. */
function lineOf(result: Result): string {
  const marks = { equal: 'ok', unspecified: 'open', different: 'DIFF', failed: 'FAIL' } as const;
  const head = `${marks[result.outcome].padEnd(6)}${result.id}\n`;
  if (result.outcome === 'failed') return `${head}      ${result.problem}\n`;
  const shown = result.differences.map(
    ({ path, expected, seen }) => `      ${path}: ${JSON.stringify(expected)} -> ${JSON.stringify(seen)}\n`,
  );
  return head + shown.join('');
}

async function checkRpc(config: Config, io: Io, t: Translate): Promise<NonNullable<Report['rpc']>> {
  const {
    SOLANA_RPC_URL: endpoints,
    SOLANA_NETWORK: network,
    MERCHANT_ADDRESS: merchant,
    USDC_MINT,
  } = config;
  if (!endpoints) throw new SetupError(t('cli.live-check.error.network'));
  const rpc = createRpc({ endpoints, clock: systemClock });
  try {
    const sources = [...(merchant ? [merchant] : []), USDC_MINT, ...otherSources];
    const findings = await readKnownKinds(rpc, sources);
    for (const { kind, read, wrong } of findings)
      io.stdout.write(
        `${(wrong.length > 0 ? 'FAIL' : read > 0 ? 'ok' : 'none').padEnd(6)}${kind}: ${read}\n`,
      );
    return { network, findings };
  } finally {
    await rpc.close();
  }
}
