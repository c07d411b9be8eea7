import type { Clock } from '../../base/clock.js';
import type { Config } from '../../config.js';
import type { Translate } from '../../copy/translate.js';
import { type DoctorCheck, timeoutMs } from './check.js';

const mostSkewMs = 5_000;

/** Compares this machine's clock with those of Discord and of the service, by the dates of their answers. */
export function clockCheck(config: Config, clock: Clock, t: Translate): DoctorCheck | null {
  const addresses = [
    ...(config.DISCORD_TOKEN ? [`${config.DISCORD_API_URL ?? 'https://discord.com/api'}/v10/gateway`] : []),
    ...(config.SERVICE_URL ? [config.SERVICE_URL] : []),
  ];
  if (addresses.length === 0) return null;
  return {
    name: t('cli.doctor.clock.name'),
    async look() {
      const skews = (await Promise.all(addresses.map((url) => skewOf(url, clock)))).filter(Number.isFinite);
      if (skews.length === 0) return t('cli.doctor.clock.unknown');
      const worst = skews.reduce((a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
      const seconds = (Math.abs(worst) / 1_000).toFixed(1);
      const sentence = t(worst > 0 ? 'cli.doctor.clock.ahead' : 'cli.doctor.clock.behind', { seconds });
      if (Math.abs(worst) > mostSkewMs) throw new Error(sentence);
      return sentence;
    },
    fix: t('cli.doctor.clock.fix'),
  };
}

/** How far this clock is ahead, in ms; NaN without an answer or a Date header. */
async function skewOf(url: string, clock: Clock): Promise<number> {
  const before = clock.now();
  const response = await fetch(url, { signal: AbortSignal.timeout(timeoutMs) }).catch(() => null);
  await response?.body?.cancel();
  const after = clock.now();
  const theirs = Date.parse(response?.headers.get('date') ?? '') + 500; // the header is cut to whole seconds
  return (before + after) / 2 - theirs;
}
