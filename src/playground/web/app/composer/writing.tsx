import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ActorFile, SeenChannel, SeenCommand, SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { fill } from '../copy/fill.js';
import type { Translate } from '../copy/texts.js';
import type { CommandDraft } from '../draft.js';
import { Icon } from '../icons.js';
import type { Option } from '../surface/option.js';
import { BoxNotes, isTooLong } from './length.js';
import { matching, namingAt, withMentions, writtenAfter } from './matching.js';
import { NameList, useNames } from './names.js';
import { Picker } from './picker.js';
import { readFiles } from './upload.js';
import { UploadList } from './uploads.js';

export type WritingProps = {
  commands: SeenCommand[];
  /** Text to begin with, for example a group of commands: `/rig`. */
  start: string | null;
  onDraft(draft: CommandDraft | null): void;
  answering: SeenMessage | null;
  /** Edits the member's own last message. */
  onEditLast(): void;
};

/** Discord's limit for the text of a message. */
const MAX_LENGTH = 2_000;

/** The message input; a slash at the start opens the command picker. */
export function Writing({ commands, start, onDraft, answering, onEditLast }: WritingProps) {
  const { t, channel, world, channels, person, attempt, replyTo, connected } = useActing();
  const [typed, setTyped] = useState('');
  const [caret, setCaret] = useState(0);
  const [index, setIndex] = useState(0);
  const [uploads, setUploads] = useState<ActorFile[]>([]);
  const input = useRef<HTMLTextAreaElement>(null);
  const picking = typed.startsWith('/') && !typed.includes('\n');
  const found = useMemo(() => (picking ? matching(commands, typed) : []), [picking, typed, commands]);
  const naming = picking ? null : namingAt(typed, caret);
  const names = useNames(naming);
  const choices = picking ? found.length : names.length;
  const cannot = channel?.can_send === false;

  useEffect(() => {
    setTyped('');
    setUploads([]);
    if (matchMedia('(hover: hover)').matches) input.current?.focus();
  }, [channel?.id]);
  useEffect(() => {
    if (start === null) return;
    setTyped(start);
    onDraft(null);
    input.current?.focus();
  }, [start]);
  useEffect(() => {
    if (answering) input.current?.focus();
  }, [answering]);

  const pick = (command: SeenCommand) => {
    setTyped('');
    const values = writtenAfter(command, typed);
    onDraft({ command: command.name, applicationId: command.application_id, values });
  };
  const complete = (name: Option) => {
    if (!naming) return;
    const written = `${naming.sign}${name.label.replace(/^@/, '')} `;
    setTyped(typed.slice(0, naming.start) + written + typed.slice(caret));
    setCaret(naming.start + written.length);
    input.current?.focus();
  };
  const send = async () => {
    const content = typed.trim();
    if (!connected || (!content && uploads.length === 0) || isTooLong(content, MAX_LENGTH)) return;
    setTyped('');
    setUploads([]);
    replyTo(null);
    const how = { channel: channel?.id, attachments: uploads, replyTo: answering?.id };
    const sent = await attempt(person.posts(withMentions(content, world, channels), how));
    if (sent) return;
    setTyped(content);
    setUploads(uploads);
  };
  const take = () => {
    const command = found[index];
    const name = names[index];
    if (picking && command) pick(command);
    else if (naming && name) complete(name);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, shiftKey, isComposing } = event;
    if (isComposing) return;
    const step = key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? choices - 1 : 0;
    if (choices > 0 && step > 0) {
      event.preventDefault();
      setIndex((now) => (now + step) % choices);
    } else if (choices > 0 && ((key === 'Enter' && !shiftKey) || key === 'Tab')) {
      event.preventDefault();
      take();
    } else if (key === 'Enter' && !shiftKey) {
      event.preventDefault();
      if (!picking) void send();
    } else if (key === 'ArrowUp' && typed === '') {
      event.preventDefault();
      onEditLast();
    } else if (key === 'Escape') {
      if (picking) setTyped('');
      replyTo(null);
    }
  };
  const add = async (files: Iterable<File> | FileList | undefined | null) => {
    const more = await readFiles(files);
    if (more.length > 0) setUploads((now) => [...now, ...more].slice(0, 10));
  };
  return (
    <section
      class="composer"
      aria-label={t('playground.composer.write')}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add(event.dataTransfer?.files);
      }}
    >
      {picking && <Picker commands={found} current={found[index]} onPick={pick} />}
      {names.length > 0 && <NameList names={names} index={index} onPick={complete} />}
      {answering && (
        <p class="answering">
          <span>
            {fill(t('playground.composer.replying', { name: '{name}' }), {
              name: <b key="name">{answering.author.name}</b>,
            })}
          </span>
          <button
            type="button"
            class="icon-button"
            aria-label={t('playground.composer.stop_reply')}
            onClick={() => replyTo(null)}
          >
            <Icon name="close" size={16} />
          </button>
        </p>
      )}
      <UploadList
        uploads={uploads}
        onRemove={(at) => setUploads(uploads.filter((_, other) => other !== at))}
      />
      <div class="composer-line">
        <label class="composer-add" title={t('playground.composer.add_files')}>
          <Icon name="plus" />
          <input
            type="file"
            multiple
            aria-label={t('playground.composer.add_files')}
            disabled={cannot}
            onChange={({ currentTarget }) => {
              void add(currentTarget.files);
              currentTarget.value = '';
            }}
          />
        </label>
        <textarea
          ref={input}
          rows={Math.min(8, typed.split('\n').length)}
          value={typed}
          disabled={cannot}
          aria-label={t('playground.composer.message')}
          aria-autocomplete="list"
          placeholder={placeholderOf(t, channel)}
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setCaret(currentTarget.selectionStart);
            setIndex(0);
          }}
          onSelect={({ currentTarget }) => setCaret(currentTarget.selectionStart)}
          onKeyDown={onKeyDown}
          onPaste={(event) => void add(event.clipboardData?.files)}
        />
        <button
          type="button"
          class="composer-apps"
          title={t('playground.composer.commands')}
          aria-label={t('playground.composer.commands')}
          disabled={cannot && commands.length === 0}
          onClick={() => {
            setTyped('/');
            input.current?.focus();
          }}
        >
          /
        </button>
        <button
          type="button"
          class="composer-send"
          title={t('playground.composer.send')}
          aria-label={t('playground.composer.send')}
          disabled={
            !connected || (typed.trim() === '' && uploads.length === 0) || isTooLong(typed, MAX_LENGTH)
          }
          onClick={() => (picking ? take() : void send())}
        >
          <Icon name="send" />
        </button>
      </div>
      <BoxNotes text={typed} max={MAX_LENGTH} />
    </section>
  );
}

function placeholderOf(t: Translate, channel: SeenChannel | undefined): string {
  if (channel?.can_send === false)
    return t(channel.locked ? 'playground.chat.write_locked' : 'playground.chat.write_refused');
  const sign = channel?.kind === 'dm' ? '@' : channel?.parent_id ? '' : '#';
  return t('playground.chat.write', { channel: `${sign}${channel?.name ?? ''}` });
}
