import { toDecimal } from '../../base/money.js';
import type { Intent } from '../../contract/payments.js';
import { type Cell, tableOf } from '../csv.js';
import type { Bought } from './history.js';

/** A member's purchases as a CSV or JSON file. */

type Row = Intent & { wallet: string };

const columns: Readonly<Record<string, (row: Row) => Cell>> = {
  id: ({ id }) => id,
  wallet: ({ wallet }) => wallet,
  receipt: ({ receipt }) => receipt?.number ?? null,
  status: ({ status }) => status,
  exception: ({ exception }) => exception,
  created_at: ({ created_at }) => created_at,
  settled_at: ({ settled_at }) => settled_at,
  pack: ({ pack_id }) => pack_id,
  credits: ({ credits }) => credits,
  currency: ({ currency }) => currency,
  amount: ({ amount }) => amount,
  amount_received: ({ amount_received_base_units, currency }) =>
    toDecimal(BigInt(amount_received_base_units), currency),
  network: ({ network }) => network,
  recipient: ({ recipient }) => recipient,
  reference: ({ reference }) => reference,
  payers: ({ transactions }) => transactions.map(({ payer }) => payer ?? 'unknown').join(' '),
  signatures: ({ transactions }) => transactions.map(({ signature }) => signature).join(' '),
};

const rowsOf = (bought: readonly Bought[]): Row[] =>
  bought.map(({ intent, wallet }) => ({ wallet, ...intent }));

export const paymentsCsv = (bought: readonly Bought[]): string => tableOf(columns, rowsOf(bought));

export const paymentsJson = (bought: readonly Bought[]): string =>
  `${JSON.stringify(rowsOf(bought), null, 2)}\n`;
