import { useState } from 'preact/hooks';
import type { WalletLook, WalletSignAsk } from '../../../actor/client.js';
import { type BehaviourName, behaviours } from '../../../wallet/behaviour.js';
import { useActing } from '../acting.js';
import { copy } from '../surface/copy.js';

/** A text that another page asks to sign: approve or reject. */
export function SignReview({ ask }: { ask: WalletSignAsk }) {
  const { person, attempt } = useActing();
  const decide = (agreed: boolean) => void attempt(person.wallet.decides(ask.id, agreed));
  return (
    <section class="review" aria-label="Text to sign">
      <p class="review-title">
        <b>{new URL(ask.origin).host}</b> wants you to sign
      </p>
      <pre class="review-text">{ask.text}</pre>
      <p class="quiet">This is not a transaction and costs nothing.</p>
      <div class="review-answer">
        <button type="button" class="button secondary" onClick={() => decide(false)}>
          Reject
        </button>
        <button type="button" class="button success" onClick={() => decide(true)}>
          Sign
        </button>
      </div>
    </section>
  );
}

/** Signs any text, as a wallet's `signMessage` does; the signature is shown in base58. */
export function SignText({ look }: { look: WalletLook }) {
  const { person, attempt, say } = useActing();
  const [message, setMessage] = useState('');
  const [signature, setSignature] = useState('');
  const [asksFirst, setAsksFirst] = useState(look.asks_before_signing);
  const sign = async (event: Event) => {
    event.preventDefault();
    setSignature((await attempt(person.wallet.signs(message))) ?? '');
  };
  return (
    <details class="drawer">
      <summary>Sign a message</summary>
      <form onSubmit={sign}>
        <textarea
          rows={3}
          required
          aria-label="Text to sign"
          placeholder="Text to sign"
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          Sign
        </button>
        {signature && (
          <button
            type="button"
            class="signature"
            title="Copy the signature"
            onClick={() => copy(signature, say)}
          >
            <output>{signature}</output>
          </button>
        )}
      </form>
      <label class="review-way">
        On other pages this wallet behaves
        <select
          value={look.behaviour}
          onChange={({ currentTarget }) =>
            void attempt(person.wallet.behaves(currentTarget.value as BehaviourName))
          }
        >
          {Object.entries(behaviours).map(([name, { label }]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <label class="tick-line">
        <input
          type="checkbox"
          checked={asksFirst}
          onChange={({ currentTarget: { checked } }) => {
            setAsksFirst(checked);
            void attempt(person.wallet.asksBeforeSigning(checked));
          }}
        />
        Ask me before signing for another page, such as the link page
      </label>
    </details>
  );
}
