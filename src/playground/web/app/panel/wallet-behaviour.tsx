import { useState } from 'preact/hooks';
import type { WalletLook } from '../../../actor/client.js';
import { type BehaviourName, behaviourNames } from '../../../wallet/behaviour.js';
import { useActing } from '../acting.js';

/** Selects which kind of wallet to imitate when it signs: here, or for a page such as the link page. */
export function WalletBehaviour({ look }: { look: WalletLook }) {
  const { t, person, attempt } = useActing();
  const [behaviour, setBehaviour] = useState<BehaviourName>(look.behaviour);
  const choose = (name: BehaviourName) => {
    setBehaviour(name);
    void attempt(person.wallet.behaves(name));
  };
  return (
    <details class="drawer">
      <summary>{t('playground.wallet.imitate')}</summary>
      <label>
        <span class="quiet">{t('playground.wallet.imitate.text')}</span>
        <select
          aria-label={t('playground.wallet.imitate.label')}
          value={behaviour}
          onChange={({ currentTarget }) => choose(currentTarget.value as BehaviourName)}
        >
          {behaviourNames.map((name) => (
            <option key={name} value={name}>
              {t(`playground.wallet.behaviour.${name}`)}
            </option>
          ))}
        </select>
      </label>
    </details>
  );
}
