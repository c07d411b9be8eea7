import { z } from 'zod';
import { type Currency, toBaseUnits } from '../base/money.js';
import type { Translate } from '../copy/translate.js';

export const list = z.string().transform((text) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean),
);

/** Parses `0.1 SOL, 15 USDC` into base units; both currencies are required. */
export const amountsOfEach = (t: Translate) =>
  z.string().transform((text, context) => {
    const amounts = text.split(',').map((one) => one.trim().split(/\s+/));
    const of = (currency: Currency) => amounts.find(([, unit]) => unit === currency)?.[0] ?? '';
    const [SOL, USDC] = [toBaseUnits(of('SOL'), 'SOL'), toBaseUnits(of('USDC'), 'USDC')];
    if (amounts.length === 2 && SOL !== null && USDC !== null) return { SOL, USDC };
    context.addIssue({ code: 'custom', message: t('cli.config.amounts') });
    return z.NEVER;
  });

function numberIn(t: Translate, least: number, most: number) {
  const range = t('cli.config.range', { least: String(least), most: String(most) });
  return z.coerce.number(range).min(least, range).max(most, range);
}

/** The kinds of values that several variables share, with their problems in one language. */
export const kindsOf = (t: Translate) => ({
  url: z
    .url({ protocol: /^https?$/, error: t('cli.config.url') })
    .transform((url) => url.replace(/\/+$/, '')),
  socketUrl: z.url({ protocol: /^wss?$/, error: t('cli.config.socket_url') }),
  address: z.string().regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, t('cli.config.address')),
  secret: z.string().min(16, t('cli.config.short', { least: '16' })),
  key: z.string().min(8, t('cli.config.short', { least: '8' })),
  oneOf: <const Names extends readonly [string, ...string[]]>(names: Names) =>
    z.enum(names, t('cli.config.choice', { choices: t.list(names, 'or') })),
  number: (least: number, most: number) => numberIn(t, least, most),
  whole: (least: number, most: number) => numberIn(t, least, most).int(t('cli.config.whole')),
});
export type Kinds = ReturnType<typeof kindsOf>;
