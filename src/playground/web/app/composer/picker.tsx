import { useEffect, useRef } from 'preact/hooks';
import type { SeenCommand } from '../../../actor/client.js';

/** The commands that fit, above the composer. */
export function Picker(props: {
  commands: SeenCommand[];
  index: number;
  onPick(command: SeenCommand): void;
}) {
  const { commands, index, onPick } = props;
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[aria-current=true]')?.scrollIntoView({ block: 'nearest' });
  }, [index]);
  return (
    <div class="picker">
      <h3>Commands</h3>
      {commands.length === 0 && (
        <p class="picker-empty">No command fits. Delete what you typed to see all of them.</p>
      )}
      <ul ref={list} aria-label="Commands">
        {commands.map((command, at) => (
          <li key={command.id + command.name}>
            <button type="button" aria-current={at === index} onClick={() => onPick(command)}>
              <b>/{command.name}</b>{' '}
              {command.options
                .filter(({ required }) => required)
                .map(({ name }) => (
                  <code key={name}>{name}</code>
                ))}
              <small>{command.description}</small>
              <span>{command.application_name}</span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
