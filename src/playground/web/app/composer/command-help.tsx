import { useEffect, useRef } from 'preact/hooks';
import type { SeenCommand } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { OptionMark } from '../surface/choose.js';
import type { Option } from '../surface/option.js';
import type { CommandOption } from './option-value.js';

type Props = {
  command: SeenCommand;
  option: CommandOption | undefined;
  listId: string;
  offered: Option[];
  active: Option | undefined;
  loading: boolean;
  hidden: CommandOption[];
  onPick(option: Option): void;
  onAdd(name: string): void;
};

/** Above the line: a description of the option, suggestions for the typed text, and the other options. */
export function CommandHelp(props: Props) {
  const { command, option, offered, active, loading, hidden } = props;
  const { t } = useActing();
  const panel = useRef<HTMLDivElement>(null);
  useEffect(() => {
    panel.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div class="picker help" ref={panel}>
      <p class="help-line">
        <b>{option?.name ?? `/${command.name}`}</b> {option?.description ?? command.description}
        <span>{command.application_name}</span>
      </p>
      {loading && offered.length === 0 && <p class="menu-empty">{t('playground.composer.loading')}</p>}
      <div
        role="listbox"
        id={props.listId}
        aria-label={
          option
            ? t('playground.composer.options_for', { name: option.name })
            : t('playground.composer.options')
        }
      >
        {offered.map((each) => (
          <button
            key={each.value}
            id={`${props.listId}-${each.value}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={each === active}
            onClick={() => props.onPick(each)}
          >
            <OptionMark option={each} />
            <b>{each.label}</b>
            {each.description && <small>{each.description}</small>}
          </button>
        ))}
      </div>
      {offered.length === 0 && !loading && hidden.length > 0 && (
        <section aria-label={t('playground.composer.optional')}>
          <h3>{t('playground.composer.optional')}</h3>
          {hidden.map(({ name, description }) => (
            <button key={name} type="button" tabIndex={-1} onClick={() => props.onAdd(name)}>
              <b>{name}</b>
              <small>{description}</small>
            </button>
          ))}
        </section>
      )}
    </div>
  );
}
