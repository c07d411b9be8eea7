import { useState } from 'preact/hooks';
import type { SeenMessage, WalletLook } from '../../../actor/client.js';
import { readableText } from '../../../actor/component.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { copy } from '../surface/copy.js';
import { formatAmount, shortAddress } from './amount.js';
import { History } from './history.js';
import { Review } from './review.js';
import { SignReview, SignText } from './sign.js';
import { WalletBehaviour } from './wallet-behaviour.js';

/** The newest payment link still in the chat. */
export function newestPayLink(messages: readonly SeenMessage[]): string | undefined {
  for (const message of messages.toReversed()) {
    const link = /solana:[1-9A-HJ-NP-Za-km-z]{32,44}[^\s`"'<>)]*/.exec(readableText(message));
    if (link) return link[0];
  }
  return undefined;
}

/** One member's wallet: balances, requests and history. */
export function Wallet({ look, payLink }: { look: WalletLook | null; payLink: string | undefined }) {
  const { world, memberId, scan, say } = useActing();
  if (!look) return <section class="wallet" aria-busy="true" />;
  const owner = world.people.find(({ id }) => id === memberId)?.display_name ?? '';
  const known = look.requests.some(({ url, state }) => url === payLink && state !== 'rejected');
  const signing = look.sign_requests.filter(({ state }) => state === 'pending');
  const isIdle = look.pending.length === 0 && signing.length === 0;
  return (
    <section class="wallet" aria-label="Wallet">
      <header>
        <h2>{owner}’s test wallet</h2>
        <button
          type="button"
          class="address"
          title={`Copy ${look.address}`}
          onClick={() => copy(look.address, say)}
        >
          {shortAddress(look.address)} <Icon name="copy" size={13} />
        </button>
      </header>
      <Accounts look={look} />
      {!look.is_current && <p class="quiet">Can't reach the network. These are the last known balances.</p>}
      {signing.map((ask) => (
        <SignReview key={ask.id} ask={ask} />
      ))}
      {look.pending.map((ask) => (
        <Review key={ask.id} ask={ask} others={look.pending.filter(({ id }) => id !== ask.id)} />
      ))}
      {payLink && !known && (
        <button type="button" class="button success wide" onClick={() => scan({ url: payLink })}>
          <Icon name="scan" size={18} /> Scan the QR in the chat
        </button>
      )}
      {!payLink && isIdle && (
        <p class="quiet">
          When a payment code appears in the chat, you can pay it here. The money is not real.
        </p>
      )}
      <PasteLink />
      <SignText look={look} />
      <WalletBehaviour look={look} />
      <History look={look} />
    </section>
  );
}

function Accounts({ look }: { look: WalletLook }) {
  const { person, attempt } = useActing();
  const accounts = [
    { asset: 'SOL', held: look.sol, gift: { sol: 5 }, label: '+ 5' },
    { asset: 'USDC', held: look.usdc, gift: { usdc: 100 }, label: '+ 100' },
  ];
  return (
    <ul class="accounts" aria-label="Accounts">
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
            title={`Airdrop: ${label} ${asset} from the faucet`}
            aria-label={`Airdrop ${label} ${asset}`}
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
  const { scan } = useActing();
  const [url, setUrl] = useState('');
  return (
    <details class="drawer">
      <summary>Pay a link</summary>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          scan({ url: url.trim() });
          setUrl('');
        }}
      >
        <input
          required
          aria-label="Solana Pay link"
          placeholder="solana:…"
          value={url}
          onInput={({ currentTarget }) => setUrl(currentTarget.value)}
        />
        <button type="submit" class="button secondary">
          Review
        </button>
      </form>
    </details>
  );
}
