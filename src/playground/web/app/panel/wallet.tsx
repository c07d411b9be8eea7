import { useState } from 'preact/hooks';
import type { WalletLook } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { copy } from '../surface/copy.js';
import { formatAmount, shortAddress } from './amount.js';
import { WalletHistory } from './history.js';
import { PaymentReview } from './review.js';
import { SignReview, SignText } from './sign.js';
import { WalletBehaviour } from './wallet-behaviour.js';

/** One member's wallet: balances, requests and history. */
export function Wallet({ look, payLink }: { look: WalletLook | null; payLink: string | undefined }) {
  const acting = useActing();
  const { t, world, memberId, scan } = acting;
  if (!look) return <section class="wallet" aria-busy="true" />;
  const owner = world.people.find(({ id }) => id === memberId)?.display_name ?? '';
  const known = look.requests.some(({ url, state }) => url === payLink && state !== 'rejected');
  const signing = look.sign_requests.filter(({ state }) => state === 'pending');
  const isIdle = look.pending.length === 0 && signing.length === 0;
  return (
    <section class="wallet" aria-label={t('playground.panel.wallet')}>
      <header>
        <h2>{t('playground.wallet.title', { name: owner })}</h2>
        <button
          type="button"
          class="address"
          title={t('playground.wallet.copy', { text: look.address })}
          onClick={() => copy(look.address, acting)}
        >
          {shortAddress(look.address)} <Icon name="copy" size={13} />
        </button>
      </header>
      <Accounts look={look} />
      {!look.is_current && <p class="quiet">{t('playground.wallet.stale')}</p>}
      {signing.map((ask) => (
        <SignReview key={ask.id} ask={ask} />
      ))}
      {look.pending.map((ask) => (
        <PaymentReview key={ask.id} ask={ask} others={look.pending.filter(({ id }) => id !== ask.id)} />
      ))}
      {payLink && !known && (
        <button type="button" class="button success wide" onClick={() => scan({ url: payLink })}>
          <Icon name="scan" size={18} /> {t('playground.wallet.scan.button')}
        </button>
      )}
      {!payLink && isIdle && <p class="quiet">{t('playground.wallet.none')}</p>}
      <PasteLink />
      <SignText look={look} />
      <WalletBehaviour look={look} />
      <WalletHistory look={look} />
    </section>
  );
}

function Accounts({ look }: { look: WalletLook }) {
  const { t, person, attempt } = useActing();
  const accounts = [
    { asset: 'SOL', held: look.sol, gift: { sol: 5 }, label: '+ 5' },
    { asset: 'USDC', held: look.usdc, gift: { usdc: 100 }, label: '+ 100' },
  ];
  return (
    <ul class="accounts" aria-label={t('playground.wallet.accounts')}>
      {accounts.map(({ asset, held, gift, label }) => (
        <li key={asset}>
          <span class={`coin ${asset.toLowerCase()}`} aria-hidden="true">
            {asset === 'SOL' ? '◎' : '$'}
          </span>
          <span>
            <b data-balance={asset.toLowerCase()}>{formatAmount(held)}</b>
            <small>{asset}</small>
          </span>
          <button
            type="button"
            class="chip"
            title={t('playground.wallet.airdrop', { amount: label, asset })}
            aria-label={t('playground.wallet.airdrop', { amount: label, asset })}
            onClick={() => attempt(person.wallet.airdrops(gift))}
          >
            {label}
          </button>
        </li>
      ))}
    </ul>
  );
}

/** Pays a link that is not in a picture. */
function PasteLink() {
  const { t, scan } = useActing();
  const [url, setUrl] = useState('');
  return (
    <details class="drawer">
      <summary>{t('playground.wallet.pay_link')}</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          scan({ url: url.trim() });
          setUrl('');
        }}
      >
        <input
          required
          aria-label={t('playground.wallet.link')}
          placeholder="solana:…"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          {t('playground.wallet.review.button')}
        </button>
      </form>
    </details>
  );
}
