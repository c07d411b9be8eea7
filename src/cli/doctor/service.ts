import { type Clock, systemClock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import type { Translate } from '../../copy/translate.js';
import type { Io } from '../io.js';
import { terminalTexts } from '../texts.js';
import { type Result, runServiceCheck, type ServiceCheck } from './service/check.js';
import { publicChecks } from './service/public.js';
import { logoutCheck, memberChecks, signInCheck } from './service/signed-in.js';
import { talkChecks } from './service/talk.js';
import { createVisitor } from './service/visitor.js';

export type ServiceQuestion = { url: string; wsUrl?: string; walletTest: boolean };

/**
 * Calls the specified endpoints of a service and prints which work, which are missing and how the bot replaces those.
 * With `walletTest` it signs in with a new throw-away wallet and starts a purchase, a rig and a talk as a member would.
 * @returns 0 when members can use everything, 1 when something essential is missing
 * @throws SetupError for an invalid address
 */
export async function checkService(
  { url, wsUrl, walletTest }: ServiceQuestion,
  io: Io,
  clock: Clock = systemClock,
  t: Translate = terminalTexts(),
): Promise<number> {
  const base = parseUrl(url, t);
  const visitor = createVisitor({ url: base, clock, t });
  const results: Result[] = [];
  const look = async (checks: readonly ServiceCheck[]) => {
    for (const check of checks) {
      const result = await runServiceCheck(check);
      results.push(result);
      print(result, io);
    }
    return results.every(({ mark }) => mark !== 'FAIL');
  };

  io.stdout.write(`${t('cli.service.title', { url: base })}\n`);
  if (!walletTest) await look(publicChecks(visitor, t));
  else {
    const { createThrowAwayWallet } = await import('../../playground/wallet/throw-away.js');
    const wallet = createThrowAwayWallet();
    const visit = { visitor, wallet, url: base, clock, t, ...(wsUrl && { wsUrl }) };
    if (await look([signInCheck(visit)]))
      await look([...memberChecks(visit), ...talkChecks(visit), logoutCheck(visit)]);
  }
  io.stdout.write(summary(results, walletTest, t));
  return results.some(({ mark }) => mark === 'FAIL') ? 1 : 0;
}

function parseUrl(text: string, t: Translate): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SetupError(t('cli.service.error.address', { given: text }));
  return url.href.replace(/\/+$/, '');
}

function print({ mark, name, says, effect }: Result, io: Io): void {
  io.stdout.write(`${mark.padEnd(6)}${name}: ${says}\n`);
  if (effect) io.stdout.write(`      ${effect}\n`);
}

function summary(results: readonly Result[], walletTest: boolean, t: Translate): string {
  const count = (mark: Result['mark']) => results.filter((one) => one.mark === mark).length;
  const missing = count('FAIL');
  const sentences = [
    missing === 0 ? t('cli.service.passed') : t('cli.service.failed', { count: missing }),
    ...(count('note') > 0 ? [t('cli.service.degraded', { count: count('note') })] : []),
    ...(walletTest ? [] : [t('cli.service.public_only')]),
  ];
  return `${sentences.join(' ')}\n`;
}
