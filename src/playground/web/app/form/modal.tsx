import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ActorFile, SeenModal } from '../../../actor/client.js';
import type { JsonObject } from '../../../discord/types.js';
import { useActing } from '../acting.js';
import { Avatar } from '../avatar.js';
import { fill } from '../copy/fill.js';
import { Icon } from '../icons.js';
import { Markdown } from '../markdown/markdown.js';
import { object, objects, rawText } from '../message/raw.js';
import { type FieldValue, faultOf } from './fault.js';
import { FormField } from './field.js';

/** A form opened by an application. */
export function ModalDialog({ modal }: { modal: SeenModal }) {
  const { t, person, world } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  const [values, setValues] = useState<Record<string, FieldValue>>(() =>
    Object.fromEntries(modal.fields.filter(({ kind }) => kind !== 'file').map((f) => [f.custom_id, f.value])),
  );
  const [files, setFiles] = useState<Record<string, ActorFile[]>>({});
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    element.querySelector<HTMLElement>('.modal-fields :is(input, textarea, .select-face)')?.focus();
  }, []);

  const bot = world.bots.find(({ application_id }) => application_id === modal.application_id);
  const color = world.guild.members.find(({ id }) => id === bot?.user_id)?.avatar_color ?? '#5865f2';
  const change = (id: string) => {
    setFaults(({ [id]: _gone, ...rest }) => rest);
    setRefusal(undefined);
  };
  const submit = async (event: Event) => {
    event.preventDefault();
    const found = Object.fromEntries(
      modal.fields.flatMap((field) => {
        const fault = faultOf(field, values[field.custom_id], files[field.custom_id] ?? [], t);
        return fault ? [[field.custom_id, fault]] : [];
      }),
    );
    setFaults(found);
    const first = Object.keys(found)[0];
    if (first) return document.getElementById(`field-${first}`)?.focus();
    setBusy(true);
    try {
      await person.fills(filledIn(modal, values), { modal: modal.id, files });
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const dismiss = () => void person.dismisses(modal.id).catch(() => undefined);
  return (
    <dialog class="modal" ref={dialog} onCancel={dismiss} aria-labelledby="modal-title">
      <form onSubmit={submit} novalidate>
        <header>
          <Avatar name={bot?.name ?? '?'} color={color} size={32} />
          <h2 id="modal-title">{modal.title}</h2>
          <button
            type="button"
            class="icon-button"
            aria-label={t('playground.close.button')}
            onClick={dismiss}
          >
            <Icon name="close" size={22} />
          </button>
        </header>
        <p class="modal-warning">
          <Icon name="warning" size={16} />
          <span>
            {fill(t('playground.form.sends', { bot: '{bot}' }), { bot: <b key="bot">{bot?.name ?? '?'}</b> })}
          </span>
        </p>
        <div class="modal-fields">
          {modal.components.map((part, key) =>
            Number(part.type) === TEXT_DISPLAY ? (
              <Markdown key={key} text={rawText(part.content)} />
            ) : (
              fieldsIn(modal, part).map((field) => (
                <FormField
                  key={field.custom_id}
                  field={field}
                  value={values[field.custom_id] ?? ''}
                  files={files[field.custom_id] ?? []}
                  fault={faults[field.custom_id]}
                  onValue={(value) => {
                    setValues((now) => ({ ...now, [field.custom_id]: value }));
                    change(field.custom_id);
                  }}
                  onFiles={(uploads) => {
                    setFiles((now) => ({ ...now, [field.custom_id]: uploads }));
                    change(field.custom_id);
                  }}
                />
              ))
            ),
          )}
        </div>
        {refusal && (
          <p class="refusal" role="alert">
            <Icon name="warning" size={16} /> {refusal}
          </p>
        )}
        <footer>
          <button type="button" class="button secondary" onClick={dismiss}>
            {t('playground.reset.cancel.button')}
          </button>
          <button type="submit" class="button primary" disabled={busy} aria-busy={busy}>
            {t(busy ? 'playground.form.sending' : 'playground.form.submit.button')}
          </button>
        </footer>
      </form>
    </dialog>
  );
}

const TEXT_DISPLAY = 10;

/** The fields in a label or row of the form. */
function fieldsIn(modal: SeenModal, part: JsonObject): SeenModal['fields'] {
  const ids = [object(part.component), ...objects(part.components)].map((inner) => inner.custom_id);
  return modal.fields.filter(({ custom_id }) => ids.includes(custom_id));
}

/** The values without empty fields, which are not sent. */
function filledIn(modal: SeenModal, values: Record<string, FieldValue>): Record<string, FieldValue> {
  const isText = (id: string) =>
    ['short', 'paragraph', 'checkbox'].includes(modal.fields.find((f) => f.custom_id === id)?.kind ?? '');
  return Object.fromEntries(Object.entries(values).filter(([id, value]) => isText(id) || value.length > 0));
}
