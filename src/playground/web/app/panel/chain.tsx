import { useState } from 'preact/hooks';
import type { SeenChain } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { type Control, chainGroups } from './chain-groups.js';

/** The local chain and its faults. Payment variations are in the wallet. */
export function Chain({ chain, owners }: { chain: SeenChain | null; owners: readonly string[] }) {
  const { t, actor, attempt } = useActing();
  const [said, setSaid] = useState('');
  const use = async ({ text, name, body }: Control) => {
    const answer = await attempt(actor.chain.control(name, body));
    const gone = answer?.signatures;
    if (!answer) return;
    setSaid(gone ? t('playground.chain_panel.dropped', { count: gone.length }) : t(`${text}.hint`));
  };
  const lookalike: Control = {
    text: 'playground.chain.lookalike',
    name: 'lookalike',
    body: { addresses: owners, base_units: '100000000' },
  };
  const press = (control: Control) => (
    <button
      key={control.text}
      type="button"
      class="chip"
      title={t(`${control.text}.hint`)}
      disabled={control.name === 'lookalike' && owners.length === 0}
      aria-pressed={control.isOn && chain ? control.isOn(chain) : undefined}
      onClick={() => void use(control)}
    >
      {t(control.text)}
    </button>
  );
  return (
    <section class="controls" aria-label={t('playground.panel.chain')}>
      <p class="controls-state">
        {t('playground.chain_panel.title')}{' '}
        <b>{t('playground.chain_panel.slot', { slot: chain?.slot ?? '…' })}</b>
      </p>
      {chainGroups.map(({ title, controls }) => (
        <div key={title}>
          <h3>{t(title)}</h3>
          <div class="chips">{controls.map(press)}</div>
        </div>
      ))}
      <div>
        <h3>{t('playground.chain_panel.tokens')}</h3>
        <div class="chips">{press(lookalike)}</div>
      </div>
      <output aria-live="polite">{said}</output>
      <p class="quiet">{t('playground.chain_panel.note')}</p>
    </section>
  );
}
