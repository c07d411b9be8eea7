import type { Pack } from '../../../../contract/payments.js';
import type { PipelineDetail } from '../../../../contract/pipelines.js';
import { sources } from './reckoning.js';

/** The ways and packs of the catalog that a message about money names. */

export type Facts = {
  packs: readonly Pack[];
  pipelines: readonly PipelineDetail[];
  /** Null where the balance is private. */
  available: number | null;
  /** Whether the character under discussion comes from words, a picture or a model. */
  usual: PipelineDetail['inputs'][number];
};

export type Way = { name: string; credits: number };

export const firstIn = <Found>(
  lines: readonly string[],
  find: (line: string) => Found | null,
): Found | null => {
  for (const line of lines) {
    const found = find(line);
    if (found !== null) return found;
  }
  return null;
};

export function wayIn(lines: readonly string[], { pipelines, usual }: Facts): Way | null {
  const cheapestFrom = (input: Facts['usual']): Way | null => {
    const [one] = pipelines
      .filter(({ inputs }) => inputs.includes(input))
      .sort((a, b) => a.credit_cost - b.credit_cost);
    return one ? { name: one.name, credits: one.credit_cost } : null;
  };
  const named = firstIn(lines, (line) => {
    const lower = line.toLowerCase();
    const one = pipelines.find(({ name }) => lower.includes(name.toLowerCase()));
    if (one) return { name: one.name, credits: one.credit_cost };
    const source = sources.find(([pattern]) => pattern.test(line));
    return source ? cheapestFrom(source[1]) : null;
  });
  return named ?? cheapestFrom(usual) ?? cheapestFrom('text');
}

export const sized = (packs: readonly Pack[]): Pack[] => [...packs].sort((a, b) => a.credits - b.credits);

const middle = /^(?=.*\b(?:pack|package|bundle|one)\b).*\b(?:middle|medium|second)\b/i;
const large =
  /\b(?:biggest|largest|big|large|most expensive)\b.*\b(?:pack|package|bundle|one)\b|\bbiggest\b/i;
const small = /\b(?:smallest|cheapest|small|first)\b.*\b(?:pack|package|bundle)\b|\bsmallest\b/i;
export function packIn(line: string, packs: readonly Pack[]): Pack | null {
  const all = sized(packs);
  const lower = line.toLowerCase();
  const named = all.find(({ name }) =>
    new RegExp(`\\b${name.toLowerCase().replace(/\W/g, '.')}\\b`).test(lower),
  );
  if (named) return named;
  if (middle.test(line)) return all[Math.floor((all.length - 1) / 2)] ?? null;
  if (large.test(line)) return all.at(-1) ?? null;
  return small.test(line) ? (all[0] ?? null) : null;
}

export const priceOf = ({ prices }: Pack, wanted: 'SOL' | 'USDC'): number | null => {
  const one = prices.find(({ currency }) => currency === wanted);
  return one ? Number(one.amount) : null;
};
