const format = new Intl.NumberFormat('en', { maximumFractionDigits: 9 });

/** Formats a decimal string for display. */
export const formatAmount = (decimal: string): string => format.format(Number(decimal));

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
