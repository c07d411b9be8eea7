import BigNumber from 'bignumber.js';

/** A currency for packs: its name on the wire and the decimals of its base unit. */
export const currencies = {
  SOL: { decimals: 9 },
  USDC: { decimals: 6 },
} as const;

export type Currency = keyof typeof currencies;

/** Base units (lamports, micro-USDC) as a plain decimal string: 20_000_000n SOL -> "0.02". */
export function toDecimal(baseUnits: bigint, currency: Currency): string {
  return new BigNumber(baseUnits.toString()).shiftedBy(-currencies[currency].decimals).toFixed();
}

/** Parses a decimal string to base units. Null when it is not an amount or finer than a base unit. */
export function toBaseUnits(decimal: string, currency: Currency): bigint | null {
  const units = new BigNumber(decimal).shiftedBy(currencies[currency].decimals);
  return units.isInteger() && !units.isNegative() ? BigInt(units.toFixed(0)) : null;
}
