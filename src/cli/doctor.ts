import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { type Config, readConfig } from '../config.js';
import type { Translate } from '../copy/translate.js';
import { catalogIn, mcpServersOf } from '../settings.js';
import { readArguments } from './arguments.js';
import { backendChecks } from './doctor/backend.js';
import { blenderCheck } from './doctor/blender.js';
import { catalogCheck } from './doctor/catalog.js';
import { type DoctorCheck, printTo, runChecks } from './doctor/check.js';
import { clockCheck } from './doctor/clock.js';
import { discordChecks } from './doctor/discord.js';
import { filesCheck } from './doctor/files.js';
import { guildChecks } from './doctor/guild.js';
import { machineChecks } from './doctor/machine.js';
import { mcpChecks } from './doctor/mcp.js';
import { networkCheck } from './doctor/network.js';
import { postgresCheck } from './doctor/postgres.js';
import { providerChecks } from './doctor/providers.js';
import { publicUrlCheck } from './doctor/public-url.js';
import { botSecretCheck, masterKeyCheck } from './doctor/secrets.js';
import type { Io } from './io.js';
import { findRoot } from './root.js';
import { terminalTexts } from './texts.js';
import { unreadEnv } from './unread-env.js';

/** Without it, all checks would be of the playground. */
function envCheck(config: Config, t: Translate): DoctorCheck | null {
  const path = unreadEnv(config);
  if (path === null) return null;
  const look = () => {
    throw new Error(t('cli.doctor.env.unread', { path }));
  };
  return { name: '.env', look, fix: t('cli.doctor.env.fix', { path }) };
}

/** Selects the checks that the configuration calls for. */
function checksFor(config: Config, guildId: string | undefined, t: Translate): DoctorCheck[] {
  const { DISCORD_TOKEN, SERVICE_URL, SOLANA_RPC_URL } = config;
  const checks = [
    envCheck(config, t),
    ...machineChecks(config, t),
    postgresCheck(config, t),
    masterKeyCheck(config, t),
    filesCheck(config, t),
    botSecretCheck(config, t),
    publicUrlCheck(config, t),
    catalogCheck(config, t),
    clockCheck(config, systemClock, t),
    ...(DISCORD_TOKEN ? discordChecks(config, DISCORD_TOKEN, t) : []),
    ...(DISCORD_TOKEN && guildId ? guildChecks(config, { token: DISCORD_TOKEN, guildId }, t) : []),
    ...(SERVICE_URL ? backendChecks(config, SERVICE_URL, t) : []),
    SOLANA_RPC_URL ? networkCheck(config, SOLANA_RPC_URL, t) : null,
    ...(SERVICE_URL
      ? []
      : [
          blenderCheck(config, t),
          ...providerChecks(config, catalogIn(findRoot(), config), t),
          ...mcpChecks(config, mcpServersOf(findRoot(), config), t),
        ]),
  ];
  return checks.filter((check) => check !== null);
}

/**
 * Checks the machine, the configuration and with `--guild` a server: one line per check, and below each failure its
 * fix. Exits 1 on failure.
 */
export async function runDoctor(argv: string[], io: Io): Promise<number> {
  const { values } = readArguments('doctor', argv);
  const { service: url, 'wallet-test': walletTest = false, guild, json = false } = values;
  if (url !== undefined) {
    const wsUrl = process.env.SERVICE_WS_URL;
    const { checkService } = await import('./doctor/service.js');
    return checkService({ url, walletTest, ...(wsUrl && { wsUrl }) }, io);
  }
  const t = terminalTexts();
  if (walletTest) throw new SetupError(t('cli.doctor.error.wallet_test'));
  const config = readConfig(process.env, t);
  if (guild !== undefined && !config.DISCORD_TOKEN) throw new SetupError(t('cli.doctor.error.guild'));
  const ofModel = values.model ? (await import('./doctor/model.js')).modelChecks(config, t) : [];
  const checks = [...checksFor(config, guild, t), ...ofModel];
  const results = await runChecks(checks, json ? () => undefined : printTo(io));
  const failed = results.filter(({ isOk }) => !isOk).length;
  if (json) {
    const told = results.map(({ name, isOk, says, fix }) => ({ name, ok: isOk, says, fix }));
    io.stdout.write(`${JSON.stringify({ ok: failed === 0, checks: told })}\n`);
  } else {
    const end = failed === 0 ? t('cli.doctor.passed') : t('cli.doctor.failed', { count: failed });
    io.stdout.write(`${end}\n`);
  }
  return failed === 0 ? 0 : 1;
}
