import { useEffect, useRef, useState } from 'preact/hooks';
import type { SeenCommand, Upload } from '../../../actor/client.js';
import { type Draft, useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { OptionInput } from './option-input.js';
import { readUploads } from './upload.js';

type Option = SeenCommand['options'][number];

/** Typed text as the value an option of this kind takes. */
function optionValue({ kind }: Option, typed: string): string | number | boolean {
  if (kind === 'boolean') return typed === 'true';
  return kind === 'integer' || kind === 'number' ? Number(typed) : typed;
}

/** A command with its options, to be filled in and sent. */
export function CommandForm(props: { command: SeenCommand; draft: Draft; onClose(): void }) {
  const { command, draft, onClose } = props;
  const { person, channel, attempt } = useActing();
  const [values, setValues] = useState<Record<string, string>>(draft.values ?? {});
  const [files, setFiles] = useState<Record<string, Upload>>({});
  const [added, setAdded] = useState<string[]>(Object.keys(draft.values ?? {}));
  const [busy, setBusy] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const shown = command.options.filter(({ name, required }) => required || added.includes(name));
  const hidden = command.options.filter((option) => !shown.includes(option));

  useEffect(() => {
    const first = form.current?.querySelector<HTMLElement>(
      '.options input, .options select, .options textarea',
    );
    (first ?? form.current?.querySelector<HTMLElement>('button[type=submit]'))?.focus();
  }, [shown.length]);

  const setFile = async (name: string, list: FileList | undefined | null) => {
    const [file] = await readUploads(list);
    if (file) setFiles((now) => ({ ...now, [name]: file }));
  };
  const options = () =>
    Object.fromEntries(
      shown.flatMap((option) => {
        const typed = values[option.name] ?? '';
        return option.kind === 'attachment' || typed === ''
          ? []
          : [[option.name, optionValue(option, typed)]];
      }),
    );
  const send = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    const how = { channel: channel?.id, attachments: files, target: draft.target };
    const sent = await attempt(person.runs(command.name, options(), how));
    setBusy(false);
    if (sent) onClose();
  };
  const dropTarget = command.options.find(({ kind, name }) => kind === 'attachment' && !files[name]);
  return (
    <form
      ref={form}
      class="composer command-form"
      onSubmit={send}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (!dropTarget) return;
        setAdded((now) => [...now, dropTarget.name]);
        void setFile(dropTarget.name, event.dataTransfer?.files);
      }}
    >
      <header>
        <b>
          {command.kind === 'slash' && '/'}
          {command.name}
        </b>
        <span>{command.description || `${command.application_name} · on the chosen ${command.kind}`}</span>
        <button type="button" aria-label="Close command" onClick={onClose}>
          <Icon name="close" size={18} />
        </button>
      </header>
      {shown.length > 0 && (
        <div class="options">
          {shown.map((option) => (
            <label key={option.name} class="option" for={`option-${option.name}`}>
              <span>
                {option.name}
                {option.required && <em title="required"> *</em>}
              </span>
              <OptionInput
                option={option}
                command={command}
                value={values[option.name] ?? ''}
                file={files[option.name]}
                others={options}
                onValue={(value) => setValues((now) => ({ ...now, [option.name]: value }))}
                onFile={(list) => void setFile(option.name, list)}
              />
              <small>{option.description}</small>
            </label>
          ))}
        </div>
      )}
      <footer>
        {hidden.map(({ name, description }) => (
          <button
            key={name}
            type="button"
            class="chip"
            title={description}
            onClick={() => setAdded([...added, name])}
          >
            + {name}
          </button>
        ))}
        <button type="submit" class="button primary" disabled={busy} aria-busy={busy}>
          {busy ? 'Sending…' : 'Send'}
        </button>
      </footer>
    </form>
  );
}
