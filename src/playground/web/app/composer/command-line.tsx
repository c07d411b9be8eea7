import { useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SeenCommand } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import type { CommandDraft } from '../draft.js';
import { Icon } from '../icons.js';
import type { Option } from '../surface/option.js';
import { CommandHelp } from './command-help.js';
import { BoxNotes } from './length.js';
import { OptionChip } from './option-chip.js';
import { type CommandOption, type OptionEntry, readEntry } from './option-value.js';
import { useSuggestions } from './suggestions.js';
import { readFiles } from './upload.js';

type Props = { command: SeenCommand; draft: CommandDraft; onClose(): void };

/** A command being filled in: its options as chips in one line, with help above. */
export function CommandLine({ command, draft, onClose }: Props) {
  const { t, person, channel, connected } = useActing();
  const form = useRef<HTMLFormElement>(null);
  const listId = useId();
  const [entries, setEntries] = useState<Record<string, OptionEntry>>(() => startingEntries(draft));
  const [added, setAdded] = useState<string[]>(Object.keys(draft.values ?? {}));
  const [focused, setFocused] = useState<string>();
  const [index, setIndex] = useState(0);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const [refusal, setRefusal] = useState<string>();
  const [busy, setBusy] = useState(false);
  const shown = orderedOptions(command, added);
  const hidden = command.options.filter((option) => !shown.includes(option));
  const option = shown.find(({ name }) => name === focused);
  const entry = option && entries[option.name];
  const { options: suggestions, loading } = useSuggestions(command, option, entry, () => readAll().values);
  const offered = entry?.value === undefined ? suggestions : [];
  const active = offered[index];

  const focusOn = (name?: string) => {
    const find = () =>
      form.current?.querySelector<HTMLElement>(name ? `[name="${CSS.escape(name)}"]` : '.command-send');
    // Focus at once so that no key press is lost. An option that was just added is rendered a moment later.
    const element = find();
    if (element) element.focus();
    else requestAnimationFrame(() => find()?.focus());
  };
  useLayoutEffect(() => {
    focusOn(shown.find(({ name }) => !entries[name])?.name ?? shown[0]?.name);
  }, []);

  const change = (name: string, next: OptionEntry) => {
    setEntries((now) => ({ ...now, [name]: next }));
    setFaults(({ [name]: _gone, ...rest }) => rest);
    setRefusal(undefined);
    setIndex(0);
  };
  const setFile = async (name: string, files: Iterable<File> | FileList | null | undefined) => {
    const [file] = await readFiles(files);
    if (file) change(name, { text: file.name, file });
  };
  const readAll = () => {
    const read = shown.map((each) => [each.name, readEntry(each, entries[each.name], t)] as const);
    return {
      values: Object.fromEntries(
        read.flatMap(([name, result]) =>
          'value' in result && result.value !== undefined ? [[name, result.value]] : [],
        ),
      ),
      faults: Object.fromEntries(read.flatMap(([name, r]) => ('fault' in r ? [[name, r.fault]] : []))),
      files: Object.fromEntries(
        shown.flatMap(({ name }) => (entries[name]?.file ? [[name, entries[name].file]] : [])),
      ),
    };
  };
  const add = (name: string) => {
    setAdded((now) => [...now, name]);
    focusOn(name);
  };
  const remove = (name: string) => {
    setAdded((now) => now.filter((each) => each !== name));
    setEntries(({ [name]: _gone, ...rest }) => rest);
    focusOn(shown.find((each) => each.name !== name)?.name);
  };
  const pick = ({ label, value }: Option) => {
    if (!option) return;
    change(option.name, {
      text: label,
      value: option.kind === 'integer' || option.kind === 'number' ? Number(value) : value,
    });
    const following = shown.slice(shown.indexOf(option) + 1).find(({ name }) => !entries[name]);
    focusOn(following?.name ?? option.name);
  };
  const send = async () => {
    const { values, faults: found, files } = readAll();
    setFaults(found);
    const first = Object.keys(found)[0];
    if (first) return focusOn(first);
    if (!connected) return;
    setBusy(true);
    try {
      const how = { channel: channel?.id, attachments: files, application: command.application_id };
      await person.runs(command.name, values, how);
      onClose();
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  const onKeyDown = (each: CommandOption) => (event: KeyboardEvent) => {
    const { key } = event;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? offered.length - 1 : 0;
    if (step > 0 && offered.length > 0) {
      event.preventDefault();
      setIndex((now) => (now + step) % offered.length);
    } else if ((key === 'Tab' && !event.shiftKey) || key === 'Enter') {
      const isTyped = each.autocomplete && key === 'Enter' && entry?.text === '' && !each.required;
      if (active && !isTyped) {
        event.preventDefault();
        pick(active);
      } else if (key === 'Enter') {
        event.preventDefault();
        void send();
      }
    } else if (key === 'Backspace' && !entry?.text && !each.required) {
      event.preventDefault();
      remove(each.name);
    }
  };
  const dropTarget = command.options.find(({ kind, name }) => kind === 'attachment' && !entries[name]?.file);
  const takeFiles = (files: FileList | undefined) => {
    if (!dropTarget || !files?.length) return;
    if (!shown.includes(dropTarget)) setAdded((now) => [...now, dropTarget.name]);
    void setFile(dropTarget.name, files);
  };
  return (
    <form
      ref={form}
      class="composer command-line"
      aria-label={`/${command.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        takeFiles(event.dataTransfer?.files);
      }}
      onPaste={(event) => takeFiles(event.clipboardData?.files)}
    >
      <CommandHelp
        command={command}
        option={option}
        listId={listId}
        offered={offered}
        active={active}
        loading={loading}
        hidden={hidden}
        onPick={pick}
        onAdd={add}
      />
      <div class="command-row">
        <div class="command-chips">
          <b class="command-name">/{command.name}</b>
          {shown.map((each) => (
            <OptionChip
              key={each.name}
              option={each}
              entry={entries[each.name]}
              fault={faults[each.name]}
              listId={listId}
              activeId={each === option && active ? `${listId}-${active.value}` : undefined}
              onFocus={() => {
                setFocused(each.name);
                setIndex(0);
              }}
              onText={(text) => change(each.name, { text })}
              onFiles={(files) => void setFile(each.name, files)}
              onKeyDown={onKeyDown(each)}
              onRemove={() => remove(each.name)}
            />
          ))}
          {hidden.length > 0 && (
            <button type="button" class="chip" onClick={() => hidden[0] && add(hidden[0].name)}>
              {t('playground.composer.more_options', { count: hidden.length })}
            </button>
          )}
        </div>
        <button
          type="button"
          class="icon-button"
          aria-label={t('playground.composer.close_command')}
          onClick={onClose}
        >
          <Icon name="close" size={18} />
        </button>
        <button
          type="submit"
          class="command-send"
          aria-label={t('playground.composer.send')}
          disabled={busy || !connected}
          aria-busy={busy}
        >
          <Icon name="send" />
        </button>
      </div>
      <BoxNotes text={entry?.text.trim() ?? ''} max={option?.max_length ?? null} />
      {refusal && (
        <p class="refusal" role="alert">
          <Icon name="warning" size={16} /> {refusal}
        </p>
      )}
    </form>
  );
}

const startingEntries = (draft: CommandDraft): Record<string, OptionEntry> =>
  Object.fromEntries(Object.entries(draft.values ?? {}).map(([name, text]) => [name, { text }]));

/** Required options first, then the added ones in the order they were added. */
function orderedOptions(command: SeenCommand, added: readonly string[]): CommandOption[] {
  const optional = command.options.filter(({ required }) => !required);
  return [
    ...command.options.filter(({ required }) => required),
    ...added.flatMap((name) => optional.find((each) => each.name === name) ?? []),
  ];
}
