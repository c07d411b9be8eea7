import { systemClock } from '../../base/clock.js';
import { SetupError } from '../../base/errors.js';
import type { Io } from '../../main.js';
import { type Check, type Result, run } from './service/check.js';
import { publicChecks } from './service/public.js';
import { logoutCheck, memberChecks, signInCheck } from './service/signed-in.js';
import { talkChecks } from './service/talk.js';
import { createVisitor } from './service/visitor.js';

export type ServiceQuestion = { url: string; wsUrl?: string; walletTest: boolean };

/**
 * Walks the endpoints of the specification at one service and prints what fits, what is missing and what is degraded
 * by it. With `walletTest` it signs in with a wallet made for this one look, and starts what a member would start.
 * @returns 0 when members can use everything, 1 when something essential is missing
 * @throws SetupError when the address is none
 */
export async function checkService({ url, wsUrl, walletTest }: ServiceQuestion, io: Io): Promise<number> {
  const base = parseUrl(url);
  const visitor = createVisitor({ url: base, clock: systemClock });
  const results: Result[] = [];
  const look = async (checks: readonly Check[]) => {
    for (const check of checks) {
      const result = await run(check);
      results.push(result);
      print(result, io);
    }
    return results.every(({ mark }) => mark !== 'FAIL');
  };

  io.stdout.write(`The service at ${base}\n`);
  if (!walletTest) await look(publicChecks(visitor));
  else {
    const { createThrowAwayWallet } = await import('../../playground/wallet/throw-away.js');
    const wallet = createThrowAwayWallet();
    const visit = { visitor, wallet, url: base, clock: systemClock, ...(wsUrl && { wsUrl }) };
    if (await look([signInCheck(visit)]))
      await look([...memberChecks(visit), ...talkChecks(visit), logoutCheck(visit)]);
  }
  io.stdout.write(summary(results, walletTest));
  return results.some(({ mark }) => mark === 'FAIL') ? 1 : 0;
}

function parseUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new SetupError(`"${text}" is no address of a service: --service https://service.example`);
  return url.href.replace(/\/+$/, '');
}

function print({ mark, name, says, effect }: Result, io: Io): void {
  io.stdout.write(`${mark.padEnd(6)}${name}: ${says}\n`);
  if (effect) io.stdout.write(`      ${effect}\n`);
}

function summary(results: readonly Result[], walletTest: boolean): string {
  const count = (mark: Result['mark']) => results.filter((one) => one.mark === mark).length;
  const missing = count('FAIL');
  const verdict = missing === 0 ? 'It fits' : `Essential parts that are missing: ${missing}`;
  const degraded = count('note') > 0 ? ` Degraded: ${count('note')}.` : '';
  const more = walletTest ? '' : ' Only what needs no session was looked at: add --wallet-test.';
  return `${verdict}.${degraded}${more}\n`;
}
