import { z } from 'zod';
import { problemIn, readTable } from '../../base/data-file.js';
import { type Currency, toBaseUnits, toDecimal } from '../../base/money.js';
import type { Pack } from '../../contract/payments.js';
import { decimal } from '../../contract/shapes.js';

/** A credit pack with its price in base units of each currency. */
export type PricedPack = Pick<Pack, 'id' | 'name' | 'description' | 'credits'> & {
  prices: Partial<Record<Currency, bigint>>;
};

const catalog = z
  .array(
    z.strictObject({
      id: z.string().regex(/^[a-z0-9-]{1,60}$/),
      name: z.string().min(1),
      description: z.string(),
      credits: z.number().int().positive(),
      prices: z.strictObject({ SOL: decimal.optional(), USDC: decimal.optional() }),
    }),
  )
  .refine((packs) => new Set(packs.map(({ id }) => id)).size === packs.length, 'two packs have the same id');

/**
 * Reads the packs of a catalog file, priced in the currencies on offer.
 * @throws SetupError naming the first problem of the file
 */
export function readPacks(file: string, currencies: readonly Currency[]): PricedPack[] {
  return readTable(file, catalog).map(({ prices, ...pack }) => ({
    ...pack,
    prices: Object.fromEntries(
      currencies.flatMap((currency) => {
        const price = prices[currency];
        return price === undefined ? [] : [[currency, readPrice(file, pack.id, price, currency)]];
      }),
    ),
  }));
}

function readPrice(file: string, id: string, price: string, currency: Currency): bigint {
  const baseUnits = toBaseUnits(price, currency);
  if (!baseUnits) throw problemIn(file, [id, 'prices', currency], 'not a payable amount');
  return baseUnits;
}

/** A pack on the wire; `only` limits it to one currency. */
export function viewPack({ prices, ...pack }: PricedPack, only?: Currency): Pack {
  const offered = (Object.entries(prices) as [Currency, bigint][]).filter(
    ([currency]) => only === undefined || currency === only,
  );
  return {
    ...pack,
    prices: offered.map(([currency, baseUnits]) => ({
      currency,
      amount: toDecimal(baseUnits, currency),
      amount_base_units: baseUnits.toString(),
    })),
  };
}
