import type { WalletAsk, WalletLook, WalletSignAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { useNow } from '../live.js';
import { formatRelative } from '../markdown/time.js';
import { copy } from '../surface/copy.js';
import { formatAmount, shortAddress } from './amount.js';

const MOST = 8;

/** Requests to the wallet and their results, newest first. A payment can be repeated. */
export function History({ look }: { look: WalletLook }) {
  const payments = look.requests.filter(({ state }) => state !== 'pending').toReversed();
  const signed = look.sign_requests.filter(({ state }) => state !== 'pending').toReversed();
  if (payments.length + signed.length === 0) return null;
  return (
    <section class="history" aria-label="Activity">
      <h3>Activity</h3>
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

const words = { scheduled: 'Scheduled', approved: 'Paid', rejected: 'Rejected', pending: 'Pending' };

function PaymentLine({ ask }: { ask: WalletAsk }) {
  const { person, attempt, scan, say } = useActing();
  const now = useNow(ask.due_at !== null);
  const { payment, state, signature } = ask;
  const asset = payment.mint === null ? 'SOL' : 'USDC';
  return (
    <li>
      <Icon name={state === 'approved' ? 'check' : state === 'rejected' ? 'close' : 'auto'} size={16} />
      <span>
        <b>
          {words[state]} {payment.amount === null ? '' : `${formatAmount(payment.amount)} ${asset}`}
        </b>
        <small>
          {ask.due_at !== null
            ? formatRelative(ask.due_at, now)
            : (payment.label ?? shortAddress(payment.recipient))}
          {signature && (
            <button
              type="button"
              class="link"
              title="Copy the transaction"
              onClick={() => copy(signature, say)}
            >
              {shortAddress(signature)}
            </button>
          )}
        </small>
      </span>
      {state === 'scheduled' ? (
        <button type="button" class="chip" onClick={() => attempt(person.wallet.rejects(ask.id))}>
          Cancel
        </button>
      ) : (
        <button type="button" class="chip" onClick={() => scan({ url: ask.url })}>
          {state === 'approved' ? 'Pay again' : 'Review'}
        </button>
      )}
    </li>
  );
}

function SignedLine({ ask }: { ask: WalletSignAsk }) {
  return (
    <li>
      <Icon name={ask.state === 'signed' ? 'pen' : 'close'} size={16} />
      <span title={ask.text}>
        <b>{ask.state === 'signed' ? 'Signed a text' : 'Did not sign'}</b>
        <small>for {new URL(ask.origin).host}</small>
      </span>
    </li>
  );
}
