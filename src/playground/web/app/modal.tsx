import { useEffect, useRef, useState } from 'preact/hooks';
import type { SeenModal, Upload } from '../../actor/client.js';
import { useActing } from './acting.js';
import { readUploads } from './composer/upload.js';
import { Markdown } from './markdown/markdown.js';
import { text } from './message/raw.js';

type Field = SeenModal['fields'][number];
type Value = string | string[];

/** A form an application opened. */
export function Modal({ modal }: { modal: SeenModal }) {
  const { person, attempt } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, Value>>(() =>
    Object.fromEntries(modal.fields.filter(({ kind }) => kind !== 'file').map((f) => [f.custom_id, f.value])),
  );
  const [files, setFiles] = useState<Record<string, Upload[]>>({});
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);

  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    await attempt(person.fills(values, { modal: modal.id, files }));
    setBusy(false);
  };
  const dismiss = () => void attempt(person.dismisses(modal.id));
  return (
    <dialog class="modal" ref={dialog} onCancel={dismiss} aria-labelledby="modal-title">
      <form onSubmit={submit}>
        <h2 id="modal-title">{modal.title}</h2>
        <div class="modal-fields">
          {modal.components.map((part, key) => (
            <Markdown key={key} text={text(part.content)} />
          ))}
          {modal.fields.map((field) => (
            <label key={field.custom_id} class="field" for={`field-${field.custom_id}`}>
              <span>
                {field.label}
                {field.required && <em aria-hidden="true"> *</em>}
              </span>
              {field.description && <small>{field.description}</small>}
              {field.kind === 'file' ? (
                <input
                  id={`field-${field.custom_id}`}
                  type="file"
                  multiple={(field.max ?? 1) > 1}
                  required={field.required}
                  onChange={async ({ currentTarget }) => {
                    const uploads = await readUploads(currentTarget.files);
                    setFiles((now) => ({ ...now, [field.custom_id]: uploads }));
                  }}
                />
              ) : (
                <FieldInput
                  field={field}
                  value={values[field.custom_id] ?? ''}
                  onValue={(value) => setValues((now) => ({ ...now, [field.custom_id]: value }))}
                />
              )}
            </label>
          ))}
        </div>
        <footer>
          <button type="button" class="button secondary" onClick={dismiss}>
            Cancel
          </button>
          <button type="submit" class="button primary" disabled={busy}>
            Submit
          </button>
        </footer>
      </form>
    </dialog>
  );
}

function FieldInput({ field, value, onValue }: { field: Field; value: Value; onValue(value: Value): void }) {
  const { world, channels } = useActing();
  const id = `field-${field.custom_id}`;
  const limits = { minLength: field.min ?? undefined, maxLength: field.max ?? undefined };
  const hint = { id, required: field.required, placeholder: field.placeholder ?? undefined };
  const typed = String(value);
  if (field.kind === 'short')
    return <input {...hint} {...limits} value={typed} onInput={(e) => onValue(e.currentTarget.value)} />;
  if (field.kind === 'paragraph')
    return (
      <textarea
        {...hint}
        {...limits}
        rows={4}
        value={typed}
        onInput={(e) => onValue(e.currentTarget.value)}
      />
    );
  if (field.kind === 'checkbox')
    return (
      <input
        id={id}
        type="checkbox"
        checked={typed === 'true'}
        onChange={(e) => onValue(String(e.currentTarget.checked))}
      />
    );
  const people = world.guild.members.map(({ id, display_name }) => ({ value: id, label: display_name }));
  const roles = world.guild.roles.map(({ id, name }) => ({ value: id, label: name }));
  const named: Partial<Record<Field['kind'], { value: string; label: string }[]>> = {
    'user-select': people,
    'role-select': roles,
    'mentionable-select': [...people, ...roles],
    'channel-select': channels.map(({ id, name }) => ({ value: id, label: `#${name}` })),
  };
  const options = named[field.kind] ?? field.options;
  const several = field.kind === 'checkboxes' || (field.kind !== 'radio' && (field.max ?? 1) > 1);
  const chosen = Array.isArray(value) ? value : value ? [value] : [];
  return (
    <select
      id={id}
      multiple={several}
      required={field.required}
      onChange={({ currentTarget }) => {
        const picked = [...currentTarget.selectedOptions].map((option) => option.value).filter(Boolean);
        onValue(field.kind === 'radio' ? (picked[0] ?? '') : picked);
      }}
    >
      {!several && <option value="">{field.placeholder ?? 'Choose…'}</option>}
      {options.map((option) => (
        <option key={option.value} value={option.value} selected={chosen.includes(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
