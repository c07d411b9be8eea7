import { pageLocale } from '../copy/locale.js';

/** Formats a decimal string for display. */
export const formatAmount = (decimal: string): string =>
  new Intl.NumberFormat(pageLocale() ?? 'en', { maximumFractionDigits: 9 }).format(Number(decimal));

export const shortAddress = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;

const decimals = { SOL: 9, USDC: 6 };

/** Converts a decimal to base units and multiplies it by a factor, rounding down. */
export function scaled(
  decimal: string,
  asset: 'SOL' | 'USDC',
  [times, over]: readonly [bigint, bigint],
): bigint {
  const [whole = '0', part = ''] = decimal.split('.');
  return (BigInt(whole + part.padEnd(decimals[asset], '0').slice(0, decimals[asset])) * times) / over;
}

export function toDecimalText(baseUnits: bigint, asset: 'SOL' | 'USDC'): string {
  const digits = baseUnits.toString().padStart(decimals[asset] + 1, '0');
  return `${digits.slice(0, -decimals[asset])}.${digits.slice(-decimals[asset])}`;
}

/** Adds up amounts of the same asset, exactly, in the order in which the assets appear. */
export function sumOf<Asset extends string>(
  amounts: readonly { asset: Asset; amount: string }[],
): { asset: Asset; amount: string }[] {
  const sums = new Map<Asset, bigint>();
  for (const { asset, amount } of amounts)
    sums.set(asset, (sums.get(asset) ?? 0n) + scaled(amount, 'SOL', [1n, 1n]));
  return [...sums].map(([asset, units]) => ({ asset, amount: toDecimalText(units, 'SOL') }));
}
