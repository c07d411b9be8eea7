import type { Bank } from './bank.js';
import { commitmentParam, type Options } from './params.js';

export type Method = (params: unknown[]) => unknown;

/** Wraps a value with the slot it was read at, as a node does. */
export const withContext = (bank: Bank, value: unknown, options: Options = {}) => ({
  context: { slot: bank.slotAt(commitmentParam(options.commitment)), apiVersion: '2.2.0' },
  value,
});
