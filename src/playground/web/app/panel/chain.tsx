import { useState } from 'preact/hooks';
import type { Actor, SeenChain } from '../../../actor/client.js';
import { useActing } from '../acting.js';

type Control = { label: string; name: string; body?: object; title: string };

const controls: Control[] = [
  { label: 'Hold finality', name: 'pause_finality', title: 'Payments are seen, but never become final' },
  { label: 'Let it go on', name: 'resume_finality', title: 'Blocks become final again' },
  { label: 'Roll back', name: 'rollback', title: 'Forget everything that is not final, as a lost fork' },
  { label: '+ 20 slots', name: 'advance', body: { slots: 20 }, title: 'Let time pass on the chain' },
  { label: 'Node down', name: 'rpc', body: { mood: 'down' }, title: 'The RPC node does not answer' },
  { label: 'Node busy', name: 'rpc', body: { mood: 'rate_limited' }, title: 'The RPC node answers 429' },
  { label: 'Node well', name: 'rpc', body: { mood: 'healthy' }, title: 'The RPC node answers again' },
];

/** The local chain, and what may go wrong on it. */
export function Chain({ actor, chain }: { actor: Actor; chain: SeenChain | null }) {
  const { attempt } = useActing();
  const [said, setSaid] = useState('');
  const use = async ({ label, name, body }: Control) => {
    const answer = await attempt(actor.chain.control(name, body));
    const gone = answer?.signatures;
    if (answer) setSaid(gone ? `${label}: ${gone.length} transactions are gone.` : `${label}: done.`);
  };
  return (
    <details class="drawer">
      <summary>
        Chain <small>{chain ? `slot ${chain.slot}` : ''}</small>
      </summary>
      <div class="chips">
        {controls.map((control) => (
          <button
            key={control.label}
            type="button"
            class="chip"
            title={control.title}
            onClick={() => void use(control)}
          >
            {control.label}
          </button>
        ))}
      </div>
      {said && <output>{said}</output>}
    </details>
  );
}
