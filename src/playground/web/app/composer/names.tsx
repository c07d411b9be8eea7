import { useActing } from '../acting.js';
import { OptionMark } from '../surface/choose.js';
import { channelOptions, memberOptions, type Option, roleOptions } from '../surface/option.js';
import type { Naming } from './matching.js';

const MOST = 8;

/** People and roles, or channels, whose names begin with the typed text. */
export function useNames(naming: Naming | null): Option[] {
  const { world, channels } = useActing();
  if (!naming) return [];
  const all =
    naming.sign === '@'
      ? [...memberOptions(world), ...roleOptions(world).filter(({ label }) => label !== '@everyone')]
      : channelOptions(channels).filter(({ icon }) => icon === 'hash');
  const wanted = naming.typed.toLowerCase();
  return all.filter(({ label }) => label.replace(/^@/, '').toLowerCase().startsWith(wanted)).slice(0, MOST);
}

/** A short list above the composer. */
export function NameList(props: { names: Option[]; index: number; onPick(name: Option): void }) {
  const { t } = useActing();
  return (
    <div class="picker names" role="listbox" aria-label={t('playground.composer.names')}>
      {props.names.map((name, at) => (
        <button
          key={name.value}
          type="button"
          role="option"
          tabIndex={-1}
          aria-selected={at === props.index}
          onClick={() => props.onPick(name)}
        >
          <OptionMark option={name} />
          <b>{name.label}</b>
        </button>
      ))}
    </div>
  );
}
