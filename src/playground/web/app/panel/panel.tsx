import { useEffect, useState } from 'preact/hooks';
import type { Actor, SeenChain, WalletLook } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { Chain } from './chain.js';
import { FaultPanel } from './faults.js';
import { Problems } from './problems.js';
import { Wallet } from './wallet.js';

const tabs = ['Wallet', 'Chain', 'Discord', 'Problems'] as const;
type Tab = (typeof tabs)[number];

const labels = {
  Wallet: 'playground.panel.wallet',
  Chain: 'playground.panel.chain',
  Problems: 'playground.panel.problems',
} as const;

/** The side panel: wallet, chain and faults. */
export function SidePanel(props: {
  look: WalletLook | null;
  payLink: string | undefined;
  chain: SeenChain | null;
  problems: Awaited<ReturnType<Actor['problems']>>;
  onClose(): void;
}) {
  const { look, payLink, chain, problems } = props;
  const { t, person } = useActing();
  const [tab, setTab] = useState<Tab>('Wallet');
  const waiting =
    (look?.pending.length ?? 0) +
    (look?.sign_requests.filter(({ state }) => state === 'pending').length ?? 0);
  useEffect(() => {
    if (waiting > 0) setTab('Wallet');
  }, [waiting]);
  const counts: Partial<Record<Tab, number>> = { Wallet: waiting, Problems: problems.length };
  const step = (event: KeyboardEvent) => {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (by === 0) return;
    const next = tabs[(tabs.indexOf(tab) + by + tabs.length) % tabs.length] ?? 'Wallet';
    setTab(next);
    document.getElementById(`tab-${next}`)?.focus();
  };
  return (
    <>
      <div class="panel-top">
        <div class="tabs" role="tablist" aria-label={t('playground.panel.label')} onKeyDown={step}>
          {tabs.map((name) => (
            <button
              key={name}
              id={`tab-${name}`}
              type="button"
              role="tab"
              aria-selected={name === tab}
              aria-controls="panel-body"
              tabIndex={name === tab ? 0 : -1}
              onClick={() => setTab(name)}
            >
              {name === 'Discord' ? name : t(labels[name])}
              {(counts[name] ?? 0) > 0 && <i class="badge">{counts[name]}</i>}
            </button>
          ))}
        </div>
        <button
          type="button"
          class="panel-close icon-button"
          aria-label={t('playground.close.button')}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </div>
      <div class="panel-body" id="panel-body" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === 'Wallet' && <Wallet key={person.name} look={look} payLink={payLink} />}
        {tab === 'Chain' && <Chain chain={chain} owners={ownersOf(look, payLink)} />}
        {tab === 'Discord' && <FaultPanel />}
        {tab === 'Problems' && <Problems problems={problems} />}
      </div>
    </>
  );
}

/** Owners who need an account of a token before it can be paid: the member and the payee. */
const ownersOf = (look: WalletLook | null, payLink: string | undefined): string[] => {
  const asks = payLink && /^solana:(\w+)/.exec(payLink)?.[1];
  return [look?.address, asks].filter((address) => address !== undefined);
};
