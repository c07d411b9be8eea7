import { useState } from 'preact/hooks';
import type { SeenChain } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { type Control, chainGroups } from './chain-groups.js';

/** The local chain and its faults. Payment variations are in the wallet. */
export function Chain({ chain, owners }: { chain: SeenChain | null; owners: readonly string[] }) {
  const { actor, attempt } = useActing();
  const [said, setSaid] = useState('');
  const use = async ({ label, name, body, does }: Control) => {
    const answer = await attempt(actor.chain.control(name, body));
    const gone = answer?.signatures;
    if (answer) setSaid(gone ? `${label}: dropped ${gone.length} transactions.` : `${does}.`);
  };
  const lookalike: Control = {
    label: 'Make fake USDC',
    name: 'lookalike',
    body: { addresses: owners, base_units: '100000000' },
    does: 'Your wallet now has 100 of a fake token that looks like USDC',
  };
  const press = (control: Control) => (
    <button
      key={control.label}
      type="button"
      class="chip"
      title={control.does}
      disabled={control.name === 'lookalike' && owners.length === 0}
      aria-pressed={control.isOn && chain ? control.isOn(chain) : undefined}
      onClick={() => void use(control)}
    >
      {control.label}
    </button>
  );
  return (
    <section class="controls" aria-label="Chain">
      <p class="controls-state">
        Local Solana chain <b>slot {chain?.slot ?? '…'}</b>
      </p>
      {chainGroups.map(({ title, controls }) => (
        <div key={title}>
          <h3>{title}</h3>
          <div class="chips">{controls.map(press)}</div>
        </div>
      ))}
      <div>
        <h3>Tokens</h3>
        <div class="chips">{press(lookalike)}</div>
      </div>
      <output aria-live="polite">{said}</output>
      <p class="quiet">
        How a payment goes wrong (late, in halves, twice, to somebody else, in a fake token) is chosen when
        the wallet asks.
      </p>
    </section>
  );
}
