import { useEffect, useId, useState } from 'preact/hooks';
import type { SeenCommand, Upload } from '../../../actor/client.js';
import { useActing } from '../acting.js';

type Props = {
  option: SeenCommand['options'][number];
  command: SeenCommand;
  value: string;
  file: Upload | undefined;
  /** What stands in the options now, for autocomplete. */
  others(): Record<string, string | number | boolean>;
  onValue(value: string): void;
  onFile(files: FileList | null): void;
};

export function OptionInput(props: Props) {
  const { option, value, onValue, onFile } = props;
  const named = useNamed(option.kind);
  const required = option.required;
  if (option.kind === 'attachment')
    return (
      <input
        type="file"
        required={required}
        id={`option-${option.name}`}
        name={option.name}
        onChange={({ currentTarget }) => onFile(currentTarget.files)}
      />
    );
  const choices = option.kind === 'boolean' ? yesNo : option.choices.length > 0 ? option.choices : named;
  if (choices)
    return (
      <select
        required={required}
        id={`option-${option.name}`}
        name={option.name}
        value={value}
        onChange={({ currentTarget }) => onValue(currentTarget.value)}
      >
        <option value="">Choose…</option>
        {choices.map((choice) => (
          <option key={choice.value} value={String(choice.value)}>
            {choice.name}
          </option>
        ))}
      </select>
    );
  return option.autocomplete ? <Completed {...props} /> : <Typed {...props} />;
}

const yesNo = [
  { name: 'Yes', value: 'true' },
  { name: 'No', value: 'false' },
];

/** People, roles or channels an option asks for; null for other kinds. */
function useNamed(kind: string): { name: string; value: string }[] | null {
  const { world, channels } = useActing();
  const people = world.guild.members.map(({ id, display_name }) => ({ name: display_name, value: id }));
  const roles = world.guild.roles.map(({ id, name }) => ({ name: `@${name.replace(/^@/, '')}`, value: id }));
  if (kind === 'user') return people;
  if (kind === 'role') return roles;
  if (kind === 'mentionable') return [...people, ...roles];
  return kind === 'channel' ? channels.map(({ id, name }) => ({ name: `#${name}`, value: id })) : null;
}

function Typed({ option, value, onValue, list }: Props & { list?: string }) {
  const isNumber = option.kind === 'integer' || option.kind === 'number';
  return (
    <input
      id={`option-${option.name}`}
      name={option.name}
      type={isNumber ? 'number' : 'text'}
      step={option.kind === 'number' ? 'any' : undefined}
      min={option.min ?? undefined}
      max={option.max ?? undefined}
      minLength={option.min_length ?? undefined}
      maxLength={option.max_length ?? undefined}
      required={option.required}
      autocomplete="off"
      list={list}
      value={value}
      onInput={({ currentTarget }) => onValue(currentTarget.value)}
    />
  );
}

const TYPING_PAUSE_MS = 150;

/** An input whose suggestions the application gives while the person types. */
function Completed(props: Props) {
  const { option, command, value, others } = props;
  const { person, channel } = useActing();
  const [choices, setChoices] = useState<{ name: string; value: string | number }[]>([]);
  const list = useId();
  useEffect(() => {
    let current = true;
    const timer = setTimeout(async () => {
      const how = { channel: channel?.id, options: others() };
      const found = await person.autocompletes(command.name, option.name, value, how).catch(() => []);
      if (current) setChoices(found);
    }, TYPING_PAUSE_MS);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [value]);
  return (
    <>
      <Typed {...props} list={list} />
      <datalist id={list}>
        {choices.map((choice) => (
          <option key={choice.value} value={String(choice.value)}>
            {choice.name}
          </option>
        ))}
      </datalist>
    </>
  );
}
