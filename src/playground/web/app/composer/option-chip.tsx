import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import type { CommandOption, OptionEntry } from './option-value.js';
import { Preview } from './uploads.js';

type Props = {
  option: CommandOption;
  entry: OptionEntry | undefined;
  fault: string | undefined;
  /** The list of suggestions, and the one that Enter selects. */
  listId: string;
  activeId: string | undefined;
  onFocus(): void;
  onText(text: string): void;
  onFiles(files: FileList | null | undefined): void;
  onKeyDown(event: KeyboardEvent): void;
  /** Removes an optional option. */
  onRemove(): void;
};

/** One option of a command in the line: its name and its typed or picked value. */
export function OptionChip(props: Props) {
  const { option, entry, fault, onFocus } = props;
  const { t } = useActing();
  const look = ['option-chip', fault && 'faulty', option.kind === 'attachment' && 'file'];
  return (
    <label for={`option-${option.name}`} class={look.filter(Boolean).join(' ')} title={option.description}>
      <span>
        {option.name}
        {option.required && <em class="sr-only"> {t('playground.composer.required')}</em>}
      </span>
      {option.kind === 'attachment' ? <FileInput {...props} /> : <TextInput {...props} />}
      {!option.required && (
        <button
          type="button"
          class="option-remove"
          tabIndex={-1}
          aria-label={t('playground.composer.leave_out', { name: option.name })}
          onClick={props.onRemove}
          onFocus={onFocus}
        >
          <Icon name="close" size={12} />
        </button>
      )}
      {fault && (
        <small role="alert" id={`fault-${option.name}`}>
          {fault}
        </small>
      )}
      {entry?.file && (
        <span class="sr-only">{t('playground.composer.file_added', { name: entry.file.name })}</span>
      )}
    </label>
  );
}

function TextInput({ option, entry, fault, listId, activeId, onText, onFocus, onKeyDown }: Props) {
  const isNumber = option.kind === 'integer' || option.kind === 'number';
  return (
    <textarea
      id={`option-${option.name}`}
      name={option.name}
      rows={1}
      aria-controls={listId}
      aria-activedescendant={activeId}
      aria-autocomplete="list"
      aria-invalid={fault !== undefined}
      aria-describedby={fault && `fault-${option.name}`}
      aria-required={option.required}
      inputMode={isNumber ? 'decimal' : undefined}
      autocomplete="off"
      spellcheck={false}
      value={entry?.text ?? ''}
      onFocus={onFocus}
      onInput={({ currentTarget }: { currentTarget: HTMLTextAreaElement }) =>
        onText(currentTarget.value.replace(/\s*\n\s*/g, ' '))
      }
      onKeyDown={onKeyDown}
    />
  );
}

function FileInput({ option, entry, fault, onFiles, onFocus }: Props) {
  const { t } = useActing();
  return (
    <>
      <input
        id={`option-${option.name}`}
        type="file"
        name={option.name}
        aria-label={option.name}
        aria-invalid={fault !== undefined}
        onFocus={onFocus}
        onChange={({ currentTarget }) => onFiles(currentTarget.files)}
      />
      {entry?.file ? (
        <b>
          <Preview upload={entry.file} /> {entry.file.name}
        </b>
      ) : (
        <i>
          <Icon name="plus" size={14} /> {t('playground.composer.file_hint')}
        </i>
      )}
    </>
  );
}
