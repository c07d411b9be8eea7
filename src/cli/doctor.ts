import { systemClock } from '../base/clock.js';
import { SetupError } from '../base/errors.js';
import { type Config, readConfig } from '../config.js';
import { readArguments } from './arguments.js';
import { backendChecks } from './doctor/backend.js';
import { type DoctorCheck, runChecks } from './doctor/check.js';
import { clockCheck } from './doctor/clock.js';
import { discordChecks } from './doctor/discord.js';
import { machineChecks } from './doctor/machine.js';
import { networkCheck } from './doctor/network.js';
import { publicUrlCheck } from './doctor/public-url.js';
import { masterKeyCheck } from './doctor/secrets.js';
import type { Io } from './io.js';

/** Selects the checks that the configuration calls for. */
function checksFor(config: Config): DoctorCheck[] {
  const { DISCORD_TOKEN, SERVICE_URL, SOLANA_RPC_URL } = config;
  const checks = [
    ...machineChecks(config),
    masterKeyCheck(config),
    publicUrlCheck(config),
    clockCheck(config, systemClock),
    ...(DISCORD_TOKEN ? discordChecks(config, DISCORD_TOKEN) : []),
    ...(SERVICE_URL ? backendChecks(config, SERVICE_URL) : []),
    SOLANA_RPC_URL ? networkCheck(config, SOLANA_RPC_URL) : null,
  ];
  return checks.filter((check) => check !== null);
}

/**
 * Checks the machine and the configuration: one line per check, and below each failure its fix. Exits 1 on failure.
 */
export async function runDoctor(argv: string[], io: Io): Promise<number> {
  const { service: url, 'wallet-test': walletTest = false } = readArguments('doctor', argv).values;
  if (url !== undefined) {
    const wsUrl = process.env.SERVICE_WS_URL;
    const { checkService } = await import('./doctor/service.js');
    return checkService({ url, walletTest, ...(wsUrl && { wsUrl }) }, io);
  }
  if (walletTest) throw new SetupError('--wallet-test needs --service URL.');
  const failed = await runChecks(checksFor(readConfig(process.env)), io);
  io.stdout.write(failed === 0 ? 'All checks passed.\n' : `Checks failed: ${failed}.\n`);
  return failed === 0 ? 0 : 1;
}
