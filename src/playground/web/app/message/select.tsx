import { useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';
import { useActing } from '../acting.js';
import { objects, text } from './raw.js';

type Option = { value: string; label: string; description: string; chosen: boolean };

/** A menu in a message: one choice is sent at once, several when the person has finished. */
export function Select({ part, message }: { part: JsonObject; message: SeenMessage }) {
  const { person, attempt } = useActing();
  const options = useOptions(part);
  const [open, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);
  const [chosen, setChosen] = useState(options.filter((option) => option.chosen).map(({ value }) => value));
  const most = Number(part.max_values ?? 1);

  const send = async (values: string[]) => {
    setOpen(false);
    setBusy(true);
    const where = { channel: message.channel_id, message: message.id, customId: text(part.custom_id) };
    await attempt(person.selects(values, where));
    setBusy(false);
  };
  const pick = (value: string) => {
    const next = most === 1 ? [value] : toggled(chosen, value).slice(0, most);
    setChosen(next);
    if (most === 1) void send(next);
  };
  const shown = options.filter(({ value }) => chosen.includes(value)).map(({ label }) => label);
  return (
    <div class="select">
      <button
        type="button"
        class="select-face"
        aria-haspopup="listbox"
        aria-expanded={open}
        disabled={part.disabled === true || busy}
        onClick={() => setOpen(!open)}
      >
        <span class={shown.length ? undefined : 'hint'}>
          {shown.join(', ') || text(part.placeholder) || 'Make a selection'}
        </span>
        <span aria-hidden="true">⌄</span>
      </button>
      {open && (
        <div class="select-options" role="listbox" aria-multiselectable={most > 1}>
          {options.map(({ value, label, description }) => (
            <button
              key={value}
              type="button"
              role="option"
              aria-selected={chosen.includes(value)}
              onClick={() => pick(value)}
            >
              <b>{label}</b>
              {description && <small>{description}</small>}
            </button>
          ))}
          {most > 1 && (
            <button type="button" class="button primary" onClick={() => send(chosen)}>
              Done
            </button>
          )}
        </div>
      )}
    </div>
  );
}

const toggled = (values: string[], value: string): string[] =>
  values.includes(value) ? values.filter((each) => each !== value) : [...values, value];

/** What stands in a menu: its own options, or the people, roles and channels of the guild. */
function useOptions(part: JsonObject): Option[] {
  const { world, channels } = useActing();
  const people = world.guild.members.map(({ id, display_name }) => ({ value: id, label: display_name }));
  const roles = world.guild.roles.map(({ id, name }) => ({ value: id, label: `@${name}` }));
  const named: Record<number, { value: string; label: string }[]> = {
    5: people,
    6: roles,
    7: [...people, ...roles],
    8: channels.map(({ id, name }) => ({ value: id, label: `#${name}` })),
  };
  const entries = named[Number(part.type)];
  if (entries) return entries.map((entry) => ({ ...entry, description: '', chosen: false }));
  return objects(part.options).map((option) => ({
    value: text(option.value),
    label: text(option.label),
    description: text(option.description),
    chosen: option.default === true,
  }));
}
