import { useState } from 'preact/hooks';
import type { PayHow, WalletAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { formatAmount, scaled, shortAddress, toDecimalText } from './amount.js';
import { delays, type Way, ways } from './ways.js';

type Asset = 'SOL' | 'USDC';

/** A payment before signing: amount, payee, approve or reject. */
export function Review({ ask, others }: { ask: WalletAsk; others: readonly WalletAsk[] }) {
  const { person, world, attempt } = useActing();
  const [index, setIndex] = useState(0);
  const [delay, setDelay] = useState(0);
  const people = world.people.filter(({ bot, username }) => !bot && username !== person.name);
  const [payee, setPayee] = useState(people[0]?.username ?? '');
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
      ...(way.isOtherAsset && { asset: asset === 'SOL' ? 'usdc' : 'sol' }),
      ...(way.isElsewhere && { to: payee }),
      ...(way.isTogether && { along: others.map(({ url }) => url) }),
    };
    await attempt(person.wallet.approves(ask.id, how));
    setBusy(false);
  };
  return (
    <section class="review" aria-label="Payment to approve">
      <p class="review-title">
        <b>{payment.label ?? 'Unknown payee'}</b> asks for{' '}
        {others.length > 0 && <small>and {others.length} more wait</small>}
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
      {way.isElsewhere && (
        <label class="review-way">
          Payee
          <select value={payee} onChange={({ currentTarget }) => setPayee(currentTarget.value)}>
            {people.map(({ username, display_name }) => (
              <option key={username} value={username}>
                {display_name}
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
