import { useEffect, useRef } from 'preact/hooks';
import type { SeenCommand } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { byApplication } from './matching.js';

/** The matching commands above the composer, by application. */
export function Picker(props: {
  commands: SeenCommand[];
  current: SeenCommand | undefined;
  onPick(command: SeenCommand): void;
}) {
  const { commands, current, onPick } = props;
  const { t } = useActing();
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [current]);
  if (commands.length === 0)
    return (
      <div class="picker">
        <p class="menu-empty">{t('playground.composer.no_commands')}</p>
      </div>
    );
  return (
    <div class="picker" ref={list} role="listbox" aria-label={t('playground.composer.commands')}>
      {byApplication(commands).map(([application, group]) => (
        <section key={application} aria-label={application}>
          <h3>{application}</h3>
          {group.map((command) => (
            <button
              key={command.id + command.name}
              type="button"
              role="option"
              aria-selected={command === current}
              tabIndex={-1}
              onClick={() => onPick(command)}
            >
              <span class="picker-name">
                <b>/{command.name}</b>
                {command.options
                  .filter(({ required }) => required)
                  .map(({ name }) => (
                    <code key={name}>{name}</code>
                  ))}
              </span>
              <small>{command.description}</small>
            </button>
          ))}
        </section>
      ))}
    </div>
  );
}
