import { useState } from 'preact/hooks';
import type { PayHow, WalletAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { formatAmount, scaled, shortAddress, toDecimalText } from './amount.js';

type Asset = 'SOL' | 'USDC';
type Way = {
  label: string;
  hint: string;
  how?: PayHow;
  /** Pays another amount: times, over. */
  factor?: readonly [bigint, bigint];
  isLate?: boolean;
};

const ways: Way[] = [
  { label: 'As asked', hint: 'The whole amount, at once.' },
  { label: 'Under: half of it', hint: 'The rest stays open.', factor: [1n, 2n] },
  { label: 'Over: twice as much', hint: 'More than was asked for.', factor: [2n, 1n] },
  { label: 'Twice', hint: 'Two payments, as after a second press.', how: { times: 2 } },
  { label: 'Late', hint: 'Approved now, sent when the time is up.', isLate: true },
  {
    label: 'With guard instructions',
    hint: 'As wallets that watch over a payment send it.',
    how: { with_guards: true },
  },
  { label: 'As a v0 transaction', hint: 'The newer format.', how: { as_v0: true } },
  { label: 'Without the reference', hint: 'Nobody can tell what it was for.', how: { omit_reference: true } },
  {
    label: 'A transaction that fails',
    hint: 'It lands on the chain, and moves nothing.',
    how: { fail: true },
  },
];

const delays = [
  { label: '1 minute', ms: 60_000 },
  { label: '5 minutes', ms: 300_000 },
  { label: '16 minutes', ms: 960_000 },
  { label: '1 hour', ms: 3_600_000 },
];

/** A payment before it is signed: what goes where, and yes or no. */
export function Review({ ask, place }: { ask: WalletAsk; place: string }) {
  const { person, attempt } = useActing();
  const [index, setIndex] = useState(0);
  const [delay, setDelay] = useState(0);
  const [busy, setBusy] = useState(false);
  const { payment } = ask;
  const asset: Asset = payment.mint === null ? 'SOL' : 'USDC';
  const way = ways[index] ?? { label: '', hint: '' };
  const paid = paidBy(way, payment.amount, asset);
  const approve = async () => {
    setBusy(true);
    const how: PayHow & { after_ms?: number } = {
      ...way.how,
      ...(way.factor && paid !== null && { amount_base_units: paid.toString() }),
      ...(way.isLate && { after_ms: delays[delay]?.ms ?? 0 }),
    };
    await attempt(person.wallet.approves(ask.id, how));
    setBusy(false);
  };
  return (
    <section class="review" aria-label="Payment to approve">
      <p class="review-title">
        <b>{payment.label ?? 'Somebody'}</b> asks for {place && <small>{place}</small>}
      </p>
      <p class="review-amount">
        {payment.amount === null ? '?' : formatAmount(payment.amount)} <span>{asset}</span>
      </p>
      {way.factor && paid !== null && (
        <p class="review-other">
          You pay {formatAmount(toDecimalText(paid, asset))} {asset} instead
        </p>
      )}
      <dl>
        {payment.message && <Line name="For" value={payment.message} />}
        <Line name="To" value={shortAddress(payment.recipient)} title={payment.recipient} />
        {payment.memo && <Line name="Memo" value={payment.memo} />}
      </dl>
      <label class="review-way">
        Pay
        <select value={index} onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}>
          {ways.map(({ label }, at) => (
            <option key={label} value={at}>
              {label}
            </option>
          ))}
        </select>
        <small>{way.hint}</small>
      </label>
      {way.isLate && (
        <label class="review-way">
          In
          <select value={delay} onChange={({ currentTarget }) => setDelay(Number(currentTarget.value))}>
            {delays.map(({ label }, at) => (
              <option key={label} value={at}>
                {label}
              </option>
            ))}
          </select>
        </label>
      )}
      {ask.failure && <p class="refusal">{ask.failure}</p>}
      <div class="review-answer">
        <button
          type="button"
          class="button secondary"
          disabled={busy}
          onClick={() => attempt(person.wallet.rejects(ask.id))}
        >
          Reject
        </button>
        <button type="button" class="button success" disabled={busy} aria-busy={busy} onClick={approve}>
          {busy ? 'Paying…' : 'Approve'}
        </button>
      </div>
    </section>
  );
}

const paidBy = ({ factor }: Way, amount: string | null, asset: Asset): bigint | null =>
  amount === null ? null : scaled(amount, asset, factor ?? [1n, 1n]);

function Line({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{value}</dd>
    </div>
  );
}
