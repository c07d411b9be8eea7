import { join } from 'node:path';
import { z } from 'zod';
import { problemIn, readTable } from '../../base/data-file.js';
import { type Currency, toBaseUnits, toDecimal } from '../../base/money.js';
import type { Pack } from '../../contract/payments.js';
import { decimal } from '../../contract/shapes.js';
import type { ServiceConfig } from '../config.js';

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

/** The packs of a file, which an operator can change while the service runs. */
export type PackList = {
  all(): readonly PricedPack[];
  /** Reads the file again. The packs change only when the returned function is called. @throws SetupError */
  reread(): () => void;
};

/** @throws SetupError naming the first problem of the file */
function openPacks(file: string, currencies: readonly Currency[]): PackList {
  let packs = readPacks(file, currencies);
  return {
    all: () => packs,
    reread() {
      const next = readPacks(file, currencies);
      return () => {
        packs = next;
      };
    },
  };
}

/** The packs of a service, priced in the currencies that it accepts. */
export const packsIn = ({ catalogDir, usdcMint }: Pick<ServiceConfig, 'catalogDir' | 'usdcMint'>): PackList =>
  openPacks(join(catalogDir, 'packs.json'), usdcMint === null ? ['SOL'] : ['SOL', 'USDC']);

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
