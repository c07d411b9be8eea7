import { useState } from 'preact/hooks';
import type { Signed, WalletLook, WalletSignAsk } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { copy } from '../surface/copy.js';
import { shownTransfer } from './activity.js';
import { shortAddress } from './amount.js';
import { Line, ReferenceLines } from './review.js';

/** A text or a transaction that another page asks to sign: approve or reject. */
export function SignReview({ ask }: { ask: WalletSignAsk }) {
  const { t, person, attempt } = useActing();
  const decide = (agreed: boolean) => void attempt(person.wallet.decides(ask.id, agreed));
  const site = new URL(ask.origin).host;
  const { payment } = ask;
  return (
    <section
      class="review"
      aria-label={payment ? t('playground.wallet.review.label') : t('playground.wallet.sign.text')}
    >
      <p class="review-title">
        <b>{t(payment ? 'playground.wallet.prompt.pay' : 'playground.wallet.prompt.sign', { site })}</b>
      </p>
      {payment ? <PaymentLines payment={payment} /> : <AskedText text={ask.text} />}
      {!payment && <p class="quiet">{t('playground.wallet.prompt.free')}</p>}
      <div class="review-answer">
        <button type="button" class="button secondary" onClick={() => decide(false)}>
          {t('playground.wallet.reject.button')}
        </button>
        <button type="button" class="button success" onClick={() => decide(true)}>
          {t(payment ? 'playground.wallet.prompt.pay.button' : 'playground.wallet.prompt.sign.button')}
        </button>
      </div>
    </section>
  );
}

/** Scrolls when it is long, so it must be reachable by keyboard. */
function AskedText({ text }: { text: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: axe demands it of scrollable regions
    <pre class="review-text" tabIndex={0}>
      {text}
    </pre>
  );
}

/** What the wallet reads in a transaction. */
function PaymentLines({ payment }: { payment: NonNullable<WalletSignAsk['payment']> }) {
  const { t } = useActing();
  const { transfers, memo, references } = payment;
  if (transfers.length === 0) return <p class="refusal">{t('playground.wallet.prompt.unread')}</p>;
  return (
    <>
      {transfers.map((transfer, index) => (
        <p key={index} class="review-amount">
          {shownTransfer(transfer, t)}
        </p>
      ))}
      <dl>
        {transfers.map(({ recipient }, index) => (
          <Line
            key={index}
            name={t('playground.wallet.field.to')}
            value={shortAddress(recipient)}
            title={recipient}
          />
        ))}
        {memo && <Line name={t('playground.wallet.field.memo')} value={memo} />}
        <ReferenceLines references={references} />
      </dl>
    </>
  );
}

/** Signs any text, as a wallet's `signMessage` does; the signature is shown in base58. */
export function SignText({ look }: { look: WalletLook }) {
  const acting = useActing();
  const { t, person, attempt } = acting;
  const [message, setMessage] = useState('');
  const [signed, setSigned] = useState<(Signed & { asked: string }) | null>(null);
  const [asksFirst, setAsksFirst] = useState(look.asks_before_signing);
  const sign = async (event: Event) => {
    event.preventDefault();
    const made = await attempt(person.wallet.signsText(message));
    setSigned(made ? { ...made, asked: message } : null);
  };
  return (
    <details class="drawer">
      <summary>{t('playground.wallet.sign_text')}</summary>
      <form onSubmit={sign}>
        <textarea
          rows={3}
          required
          aria-label={t('playground.wallet.sign.text')}
          placeholder={t('playground.wallet.sign.text')}
          value={message}
          onInput={({ currentTarget }) => setMessage(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          {t('playground.wallet.prompt.sign.button')}
        </button>
        {signed && (
          <button
            type="button"
            class="signature"
            title={t('playground.wallet.copy_signature')}
            onClick={() => copy(signed.signature, acting)}
          >
            <output>{signed.signature}</output>
          </button>
        )}
        {signed && signed.address !== look.address && (
          <p class="refusal">
            {t('playground.wallet.sign.other', { address: shortAddress(signed.address) })}
          </p>
        )}
        {signed && signed.signed_message !== base64Of(signed.asked) && (
          <p class="refusal">{t('playground.wallet.sign.edited')}</p>
        )}
      </form>
      <label class="tick-line">
        <input
          type="checkbox"
          checked={asksFirst}
          onChange={({ currentTarget: { checked } }) => {
            setAsksFirst(checked);
            void attempt(person.wallet.asksBeforeSigning(checked));
          }}
        />
        {t('playground.wallet.sign.asks')}
      </label>
    </details>
  );
}

const base64Of = (text: string): string => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
