import type { Commitment } from '../../chain/rpc.js';
import type { Bank } from './bank.js';
import { type Method, withContext } from './context.js';
import { type AccountEncoding, encodeTransaction } from './encoding.js';
import { invalidParams } from './fault.js';
import type { Landed } from './history.js';
import * as read from './params.js';

/** The view of a lagging node: the newest slots are hidden, or signatures are listed without their transactions. */
export type LedgerView = { lagSlots: number; transactionsHidden: boolean };

const ranks: Commitment[] = ['processed', 'confirmed', 'finalized'];
const reaches = (actual: Commitment, wanted: Commitment) => ranks.indexOf(actual) >= ranks.indexOf(wanted);

/** The methods that read landed transactions: statuses, histories, transactions. */
export function createLedgerMethods(bank: Bank, view: Readonly<LedgerView>): Record<string, Method> {
  const reached = (landed: Landed, options: read.Options) =>
    reaches(bank.commitmentOf(landed), read.commitmentParam(options.commitment));

  const isVisible = (landed: Landed) => landed.slot <= bank.slotAt('processed') - view.lagSlots;
  const findVisible = (value: unknown) => {
    const landed = bank.history.find(read.signatureParam(value));
    return landed && isVisible(landed) ? landed : undefined;
  };

  const signatureStatus = (landed: Landed) => {
    const confirmationStatus = bank.commitmentOf(landed);
    return {
      slot: landed.slot,
      confirmations: confirmationStatus === 'finalized' ? null : bank.slotAt('processed') - landed.slot,
      err: landed.execution.err,
      status: landed.execution.err === null ? { Ok: null } : { Err: landed.execution.err },
      confirmationStatus,
    };
  };

  const historyOf: Method = ([address, config]) => {
    const options = read.optionsParam(config);
    const limit = options.limit === undefined ? 1_000 : read.naturalParam(options.limit, 'limit');
    if (limit < 1 || limit > 1_000) throw invalidParams('Invalid limit; max 1000');
    let entries = bank.history.of(read.addressParam(address).toBase58()).filter(isVisible);
    if (options.before !== undefined) {
      const before = read.signatureParam(options.before);
      const index = entries.findIndex((landed) => landed.signature === before);
      entries = index < 0 ? [] : entries.slice(index + 1);
    }
    if (options.until !== undefined) {
      const until = read.signatureParam(options.until);
      const index = entries.findIndex((landed) => landed.signature === until);
      if (index >= 0) entries = entries.slice(0, index); // a node ignores an unknown signature
    }
    return entries
      .filter((landed) => reached(landed, options))
      .slice(0, limit)
      .map((landed) => ({
        signature: landed.signature,
        slot: landed.slot,
        err: landed.execution.err,
        memo: null,
        blockTime: landed.blockTime,
        confirmationStatus: bank.commitmentOf(landed),
      }));
  };

  return {
    getSignatureStatuses: ([signatures, config]) => {
      const found = read.listParam(signatures, 256).map(findVisible);
      return withContext(
        bank,
        found.map((landed) => (landed ? signatureStatus(landed) : null)),
        read.optionsParam(config),
      );
    },
    getSignaturesForAddress: historyOf,
    getTransaction: ([value, config]) => {
      const options = read.optionsParam(typeof config === 'string' ? { encoding: config } : config);
      const landed = findVisible(value);
      if (!landed || view.transactionsHidden || !reached(landed, options)) return null;
      const encoding = (options.encoding ?? 'json') as AccountEncoding;
      if (!['json', 'jsonParsed', 'base64', 'base58'].includes(encoding))
        throw invalidParams(`Invalid params: encoding ${encoding} is not supported here.`);
      const version = options.maxSupportedTransactionVersion;
      return encodeTransaction(
        landed,
        encoding,
        version === undefined ? undefined : read.naturalParam(version, 'version'),
      );
    },
  };
}
