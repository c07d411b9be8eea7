import { useState } from 'preact/hooks';
import type { PayHow, SeenMessage, WalletAsk, WalletLook } from '../../../actor/client.js';
import { readableText } from '../../../actor/component.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { text } from '../message/raw.js';
import { SignText } from './sign.js';

/** The newest payment link that still stands in the chat. */
export function newestPayLink(messages: readonly SeenMessage[]): string | undefined {
  for (const message of messages.toReversed()) {
    const link = /solana:[1-9A-HJ-NP-Za-km-z]{32,44}[^\s`"'<>)]*/.exec(readableText(message));
    if (link) return link[0];
  }
  return undefined;
}

export const short = (address: string): string => `${address.slice(0, 4)}…${address.slice(-4)}`;
const amount = (decimal: string): string =>
  new Intl.NumberFormat('en', { maximumFractionDigits: 4 }).format(Number(decimal));

export function Wallet({ look, payLink }: { look: WalletLook | null; payLink: string | undefined }) {
  const { person, attempt, scan } = useActing();
  const [copied, setCopied] = useState(false);
  if (!look) return <section class="wallet" aria-busy="true" />;
  const known = look.requests.some(({ url, state }) => url === payLink && state !== 'rejected');
  const copy = () => void navigator.clipboard?.writeText(look.address).then(() => setCopied(true));
  return (
    <section class="wallet" aria-label="Wallet">
      <header>
        <Icon name="wallet" />
        <h2>Test wallet</h2>
        <button type="button" class="address" title={`Copy ${look.address}`} onClick={copy}>
          {copied ? 'Copied' : short(look.address)}
        </button>
      </header>
      <dl class="balances">
        <div>
          <dt>SOL</dt>
          <dd data-balance="sol">{amount(look.sol)}</dd>
          <button type="button" class="chip" onClick={() => attempt(person.wallet.airdrops({ sol: 5 }))}>
            + 5 SOL
          </button>
        </div>
        <div>
          <dt>USDC</dt>
          <dd data-balance="usdc">{amount(look.usdc)}</dd>
          <button type="button" class="chip" onClick={() => attempt(person.wallet.airdrops({ usdc: 100 }))}>
            + 100 USDC
          </button>
        </div>
      </dl>
      {look.pending.map((ask) => (
        <Review key={ask.id} ask={ask} />
      ))}
      {payLink && !known && (
        <button type="button" class="button success wide" onClick={() => scan({ url: payLink })}>
          <Icon name="scan" size={18} /> Pay the code in this channel
        </button>
      )}
      {!payLink && look.pending.length === 0 && (
        <p class="quiet">
          When a payment code appears in the chat, you can pay it here. The money is not real.
        </p>
      )}
      <SignText />
    </section>
  );
}

const ways: { label: string; how: PayHow }[] = [
  { label: 'As asked', how: {} },
  { label: 'As a v0 transaction', how: { as_v0: true } },
  { label: 'With guard instructions', how: { with_guards: true } },
  { label: 'Without the reference', how: { omit_reference: true } },
  { label: 'Half of it', how: {} },
  { label: 'Twice as much', how: {} },
];
const factors: Record<number, [times: bigint, over: bigint]> = { 4: [1n, 2n], 5: [2n, 1n] };

/** A decimal of this asset in base units, times a factor. */
function scaled(decimal: string, decimals: number, [times, over]: [bigint, bigint]): string {
  const [whole = '0', part = ''] = decimal.split('.');
  return ((BigInt(whole + part.padEnd(decimals, '0').slice(0, decimals)) * times) / over).toString();
}

/** A payment before it is signed: what goes where, and yes or no. */
function Review({ ask }: { ask: WalletAsk }) {
  const { person, attempt } = useActing();
  const [way, setWay] = useState(0);
  const [busy, setBusy] = useState(false);
  const { payment } = ask;
  const asset = payment.mint === null ? 'SOL' : 'USDC';
  const how = (): PayHow => {
    const factor = factors[way];
    if (!factor || !payment.amount) return ways[way]?.how ?? {};
    return { amount_base_units: scaled(payment.amount, asset === 'SOL' ? 9 : 6, factor) };
  };
  const approve = async () => {
    setBusy(true);
    await attempt(person.wallet.approves(ask.id, how()));
    setBusy(false);
  };
  return (
    <section class="review" aria-label="Payment to approve">
      <p class="review-title">{payment.label ?? 'Somebody'} asks for</p>
      <p class="review-amount">
        {payment.amount ?? '?'} <span>{asset}</span>
      </p>
      {payment.message && <p>{payment.message}</p>}
      <p class="quiet">
        to <code title={payment.recipient}>{short(payment.recipient)}</code>
        {text(payment.memo) && ` · memo: ${payment.memo}`}
      </p>
      <label class="review-way">
        How
        <select value={way} onChange={({ currentTarget }) => setWay(Number(currentTarget.value))}>
          {ways.map(({ label }, index) => (
            <option key={label} value={index}>
              {label}
            </option>
          ))}
        </select>
      </label>
      <div class="review-answer">
        <button
          type="button"
          class="button secondary"
          disabled={busy}
          onClick={() => attempt(person.wallet.rejects(ask.id))}
        >
          Reject
        </button>
        <button type="button" class="button success" disabled={busy} onClick={approve}>
          {busy ? 'Paying…' : 'Approve'}
        </button>
      </div>
    </section>
  );
}
