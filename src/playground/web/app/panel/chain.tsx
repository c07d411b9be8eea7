import { useState } from 'preact/hooks';
import type { SeenChain } from '../../../actor/client.js';
import { useActing } from '../acting.js';

type Control = { label: string; name: string; body?: object; does: string };
type Group = { title: string; controls: Control[] };

const groups: Group[] = [
  {
    title: 'Finality',
    controls: [
      { label: 'Hold', name: 'pause_finality', does: 'Payments are seen, but never become final' },
      { label: 'Let it go on', name: 'resume_finality', does: 'Blocks become final again' },
    ],
  },
  {
    title: 'Blocks',
    controls: [
      { label: 'Roll back', name: 'rollback', does: 'Forgets everything that is not final, as a lost fork' },
      { label: '+ 20 slots', name: 'advance', body: { slots: 20 }, does: 'Lets time pass on the chain' },
    ],
  },
  {
    title: 'The node',
    controls: [
      { label: 'Well', name: 'rpc', body: { mood: 'healthy' }, does: 'Answers as it should' },
      { label: 'Down', name: 'rpc', body: { mood: 'down' }, does: 'Does not answer at all' },
      { label: 'Busy', name: 'rpc', body: { mood: 'rate_limited' }, does: 'Answers 429: too many requests' },
    ],
  },
  {
    title: 'What it shows',
    controls: [
      { label: 'Up to date', name: 'view', body: {}, does: 'Every block there is' },
      { label: '40 slots behind', name: 'view', body: { lag_slots: 40 }, does: 'An old state of the chain' },
      {
        label: 'No transactions',
        name: 'view',
        body: { transactions_hidden: true },
        does: 'Knows signatures, but has no transaction to show',
      },
    ],
  },
];

/** The local chain, and what may go wrong on it. How a payment may differ is chosen in the wallet. */
export function Chain({ chain }: { chain: SeenChain | null }) {
  const { actor, attempt } = useActing();
  const [said, setSaid] = useState('');
  const use = async ({ label, name, body, does }: Control) => {
    const answer = await attempt(actor.chain.control(name, body));
    const gone = answer?.signatures;
    if (answer) setSaid(gone ? `${label}: ${gone.length} transactions are gone.` : `${does}.`);
  };
  return (
    <section class="controls" aria-label="Chain">
      <p class="controls-state">
        Local Solana chain <b>slot {chain?.slot ?? '…'}</b>
      </p>
      {groups.map(({ title, controls }) => (
        <div key={title}>
          <h3>{title}</h3>
          <div class="chips">
            {controls.map((control) => (
              <button
                key={control.label}
                type="button"
                class="chip"
                title={control.does}
                onClick={() => void use(control)}
              >
                {control.label}
              </button>
            ))}
          </div>
        </div>
      ))}
      <output aria-live="polite">{said}</output>
      <p class="quiet">
        How a payment goes wrong (late, under, over, twice, failing) is chosen when the wallet asks.
      </p>
    </section>
  );
}
