import type { WalletAsk, WalletLook, WalletSignAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import type { Translate } from '../copy/texts.js';
import { Icon } from '../icons.js';
import { useNow } from '../live.js';
import { formatRelative } from '../markdown/time.js';
import { copy } from '../surface/copy.js';
import { activityOf, shownTransfer } from './activity.js';
import { shortAddress } from './amount.js';

const MOST = 8;

/** Requests to the wallet and their results, newest first. A payment can be repeated. */
export function WalletHistory({ look }: { look: WalletLook }) {
  const payments = look.requests.filter(({ state }) => state !== 'pending').toReversed();
  const signed = look.sign_requests.filter(({ state }) => state !== 'pending').toReversed();
  const { t } = useActing();
  if (payments.length + signed.length === 0) return null;
  return (
    <section class="history" aria-label={t('playground.wallet.activity.label')}>
      <h3>{t('playground.wallet.activity.label')}</h3>
      <ul>
        {payments.slice(0, MOST).map((ask) => (
          <PaymentLine key={ask.id} ask={ask} />
        ))}
        {signed.slice(0, MOST).map((ask) => (
          <SignedLine key={ask.id} ask={ask} />
        ))}
      </ul>
    </section>
  );
}

function PaymentLine({ ask }: { ask: WalletAsk }) {
  const { t, person, attempt, scan } = useActing();
  const now = useNow(ask.due_at !== null);
  const { payment, state, signature } = ask;
  const isPaid = ask.payments.some(({ failed }) => !failed);
  return (
    <li>
      <Icon name={isPaid ? 'check' : state === 'scheduled' ? 'auto' : 'close'} size={16} />
      <span>
        <b>{activityOf(ask, t)}</b>
        <small>
          {ask.due_at !== null
            ? formatRelative(ask.due_at, now)
            : (payment.label ?? shortAddress(payment.recipient))}
          {signature && <Signature signature={signature} />}
        </small>
      </span>
      {state === 'scheduled' ? (
        <button type="button" class="chip" onClick={() => attempt(person.wallet.rejects(ask.id))}>
          {t('playground.wallet.cancel.button')}
        </button>
      ) : (
        <button type="button" class="chip" onClick={() => scan({ url: ask.url })}>
          {t(isPaid ? 'playground.wallet.again.button' : 'playground.wallet.review.button')}
        </button>
      )}
    </li>
  );
}

function SignedLine({ ask }: { ask: WalletSignAsk }) {
  const { t } = useActing();
  const { payment, signature, failed } = ask;
  const isDone = ask.state === 'signed' && !failed;
  return (
    <li>
      <Icon name={isDone ? (payment ? 'check' : 'pen') : 'close'} size={16} />
      <span title={ask.text || undefined}>
        <b>{signedText(ask, t)}</b>
        <small>
          {t('playground.wallet.activity.site', { site: new URL(ask.origin).host })}
          {signature && <Signature signature={signature} />}
        </small>
      </span>
    </li>
  );
}

/** A press copies it. */
function Signature({ signature }: { signature: string }) {
  const acting = useActing();
  return (
    <button
      type="button"
      class="link"
      title={acting.t('playground.wallet.copy_transaction')}
      onClick={() => copy(signature, acting)}
    >
      {shortAddress(signature)}
    </button>
  );
}

function signedText({ state, payment, signature, failed }: WalletSignAsk, t: Translate): string {
  if (state !== 'signed') return t('playground.wallet.activity.declined');
  if (!payment) return t('playground.wallet.activity.signed');
  const amount = payment.transfers.map((each) => shownTransfer(each, t)).join(' + ') || '?';
  return failed || !signature
    ? t('playground.wallet.activity.failed', { amount })
    : t('playground.wallet.activity.paid', { paid: amount });
}
