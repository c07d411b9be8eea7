import type { Log } from '../../base/log.js';
import type { Currency } from '../../base/money.js';
import type { ChainTransaction, Rpc } from '../../chain/rpc.js';
import type { CommittedTransaction, PaymentPart } from './parts.js';

/** Above these base units, one node is not trusted alone. */
export type SecondNodeAbove = Readonly<Record<Currency, bigint>>;

type ReadParts = (transaction: ChainTransaction) => readonly PaymentPart[];

/** Confirms large payments with a second node, so that a lying or compromised node cannot create credits. */
export type SecondOpinion = {
  /**
   * The parts as two nodes agree on them. Until they agree, large parts are held back: shown as confirmed where
   * finality is required, left out where confirmed is enough. They stay in `doubtful` meanwhile.
   * @param read splits the transaction as another node reports it
   */
  weigh(place: CommittedTransaction, parts: readonly PaymentPart[], read: ReadParts): Promise<PaymentPart[]>;
  /** Transactions that wait for a second node, to be read again: a few, longest waiting first. */
  doubtful(): CommittedTransaction[];
  isDoubtful(signature: string): boolean;
};

/** Only a node that invents payments produces more; those left out here are found by the check at expiry. */
const mostDoubtful = 1_000;
const atOnce = 10;

export function createSecondOpinion(deps: {
  rpc: Pick<Rpc, 'nodes' | 'opinions'>;
  above: SecondNodeAbove | null;
  required: 'confirmed' | 'finalized';
  log: Pick<Log, 'warn'>;
}): SecondOpinion {
  const { rpc, above, required, log } = deps;
  const waiting = new Map<string, CommittedTransaction>();

  const isLarge = ({ mint, amountBaseUnits }: PaymentPart) =>
    above !== null && amountBaseUnits > above[mint === null ? 'SOL' : 'USDC'];
  const isEnough = ({ commitment }: CommittedTransaction) =>
    commitment === 'finalized' || required === 'confirmed';

  /** A second node may finalize one slot later, so it is enough that it has the same payment. */
  const countAgreeing = async (
    { signature }: CommittedTransaction,
    parts: readonly PaymentPart[],
    read: ReadParts,
  ) => {
    const wanted = describe(parts);
    const opinions = await rpc.opinions(signature, 'confirmed');
    return opinions.filter((one) => one !== null && describe(read(one)) === wanted).length;
  };

  const hold = (place: CommittedTransaction, parts: readonly PaymentPart[]): PaymentPart[] => {
    const { signature } = place;
    const isKnown = waiting.delete(signature);
    if (waiting.size < mostDoubtful) waiting.set(signature, place); // moves to the end, so that each gets its turn
    if (!isKnown)
      log.warn(
        { transaction: signature },
        'payment waits for a second node; only one node reports it, or they differ; see SECOND_NODE_ABOVE',
      );
    if (required === 'confirmed') return parts.filter((part) => !isLarge(part));
    return parts.map((part) => (isLarge(part) ? { ...part, commitment: 'confirmed' } : part));
  };

  return {
    doubtful: () => [...waiting.values()].slice(0, atOnce),
    isDoubtful: (signature) => waiting.has(signature),
    async weigh(place, parts, read) {
      const isNeeded = rpc.nodes().length > 1 && isEnough(place) && parts.some(isLarge);
      if (isNeeded && (await countAgreeing(place, parts, read)) < 2) return hold(place, parts);
      if (isEnough(place)) waiting.delete(place.signature);
      return [...parts];
    },
  };
}

/** The fields two nodes must agree on: payer, amount, asset and reference. */
const describe = (parts: readonly PaymentPart[]): string =>
  JSON.stringify(
    parts
      .map(({ part, mint, payer, amountBaseUnits }) => [part, mint, payer, String(amountBaseUnits)])
      .sort(),
  );
