import { useState } from 'preact/hooks';
import type { PayBody, WalletAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { formatRelative } from '../markdown/time.js';
import { formatAmount, scaled, shortAddress, toDecimalText } from './amount.js';
import { delays, type Way, ways } from './ways.js';

type Asset = 'SOL' | 'USDC';

/** A payment before signing: amount, payee, approve or reject. */
export function PaymentReview({ ask, others }: { ask: WalletAsk; others: readonly WalletAsk[] }) {
  const { t, person, world, attempt } = useActing();
  const [index, setIndex] = useState(0);
  const [delay, setDelay] = useState(0);
  const people = world.people.filter(({ bot, username }) => !bot && username !== person.name);
  const [payee, setPayee] = useState(people[0]?.username ?? '');
  const [busy, setBusy] = useState(false);
  const { payment } = ask;
  const asset: Asset = payment.mint === null ? 'SOL' : 'USDC';
  const way = ways[index] ?? ways[0]!;
  const paid = paidBy(way, payment.amount, asset);
  const label = payment.label ?? t('playground.wallet.review.unknown');
  const amountOf = (units: bigint | null) =>
    units === null ? '?' : `${formatAmount(toDecimalText(units, asset))} ${asset}`;
  const says = t(way.says, {
    amount: payment.amount === null ? '?' : `${formatAmount(payment.amount)} ${asset}`,
    paid: amountOf(way.how?.times ? times(paid, way.how.times) : paid),
    payee: label,
    person: people.find(({ username }) => username === payee)?.display_name ?? payee,
    asset: asset === 'SOL' ? 'USDC' : 'SOL',
  });
  const approve = async () => {
    setBusy(true);
    const how: PayBody & { after_ms?: number } = {
      ...way.how,
      ...(way.factor && paid !== null && { amount_base_units: paid.toString() }),
      ...(way.isLate && { after_ms: delays[delay] ?? 0 }),
      ...(way.isOtherAsset && { asset: asset === 'SOL' ? 'usdc' : 'sol' }),
      ...(way.isElsewhere && { to: payee }),
      ...(way.isTogether && { along: others.map(({ url }) => url) }),
    };
    await attempt(person.wallet.approves(ask.id, how));
    setBusy(false);
  };
  return (
    <section class="review" aria-label={t('playground.wallet.review.label')}>
      <p class="review-title">
        <b>{t('playground.wallet.review.asks', { payee: label })}</b>{' '}
        {others.length > 0 && <small>{t('playground.wallet.review.more', { count: others.length })}</small>}
      </p>
      <p class="review-amount">
        {payment.amount === null ? '?' : formatAmount(payment.amount)} <span>{asset}</span>
      </p>
      <p class={index > 0 ? 'review-says other' : 'review-says'}>{says}</p>
      <dl>
        {payment.message && <Line name={t('playground.wallet.field.for')} value={payment.message} />}
        <Line
          name={t('playground.wallet.field.to')}
          value={shortAddress(payment.recipient)}
          title={payment.recipient}
        />
        {payment.memo && <Line name={t('playground.wallet.field.memo')} value={payment.memo} />}
        <ReferenceLines references={payment.references} />
      </dl>
      <label class="review-way">
        {t('playground.wallet.review.way')}
        <select value={index} onChange={({ currentTarget }) => setIndex(Number(currentTarget.value))}>
          {ways.map(({ name }, at) => (
            <option key={name} value={at}>
              {t(`playground.wallet.way.${name}`)}
            </option>
          ))}
        </select>
        <small>{t(`playground.wallet.way.${way.name}.hint`)}</small>
      </label>
      {way.isLate && (
        <label class="review-way">
          {t('playground.wallet.review.delay')}
          <select value={delay} onChange={({ currentTarget }) => setDelay(Number(currentTarget.value))}>
            {delays.map((ms, at) => (
              <option key={ms} value={at}>
                {formatRelative(ms, 0)}
              </option>
            ))}
          </select>
        </label>
      )}
      {way.isElsewhere && (
        <label class="review-way">
          {t('playground.wallet.review.payee')}
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
          {t('playground.wallet.reject.button')}
        </button>
        <button type="button" class="button success" disabled={busy} aria-busy={busy} onClick={approve}>
          {t(busy ? 'playground.wallet.review.paying' : 'playground.wallet.review.approve.button')}
        </button>
      </div>
    </section>
  );
}

const times = (units: bigint | null, count: number): bigint | null =>
  units === null ? null : units * BigInt(count);

const paidBy = ({ factor }: Way, amount: string | null, asset: Asset): bigint | null =>
  amount === null ? null : scaled(amount, asset, factor ?? [1n, 1n]);

export function ReferenceLines({ references }: { references: readonly string[] }) {
  const { t } = useActing();
  return (
    <>
      {references.map((reference) => (
        <Line
          key={reference}
          name={t('playground.wallet.field.reference')}
          value={shortAddress(reference)}
          title={reference}
        />
      ))}
    </>
  );
}

export function Line({ name, value, title }: { name: string; value: string; title?: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd title={title}>{value}</dd>
    </div>
  );
}
