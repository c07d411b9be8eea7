import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SeenCommand, SeenMessage, Upload } from '../../../actor/client.js';
import { type Draft, useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { CommandForm } from './command-form.js';
import { Picker } from './picker.js';
import { readUploads } from './upload.js';

type Props = {
  commands: SeenCommand[];
  draft: Draft | null;
  onDraft(draft: Draft | null): void;
  answering: SeenMessage | null;
};

/** Commands whose path fits what was typed after the slash, those that begin with it first. */
export function matching(commands: SeenCommand[], typed: string): SeenCommand[] {
  const wanted = typed.replace(/^\//, '').toLowerCase().trim();
  const slash = commands.filter(({ kind }) => kind === 'slash');
  const rank = ({ name }: SeenCommand) => (name.startsWith(wanted) ? 0 : name.includes(wanted) ? 1 : 2);
  return slash.filter((command) => rank(command) < 2).sort((a, b) => rank(a) - rank(b));
}

/** The bottom line: writes a message, or picks and completes a command. */
export function Composer({ commands, draft, onDraft, answering }: Props) {
  const { channel, person, attempt, replyTo } = useActing();
  const [typed, setTyped] = useState('');
  const [index, setIndex] = useState(0);
  const [uploads, setUploads] = useState<Upload[]>([]);
  const input = useRef<HTMLTextAreaElement>(null);
  const found = useMemo(() => (typed.startsWith('/') ? matching(commands, typed) : []), [typed, commands]);
  const command = draft && commands.find(({ name }) => name === draft.command);
  const picking = typed.startsWith('/') && !typed.includes('\n');

  useEffect(() => setTyped(''), [channel?.id]);
  useEffect(() => {
    if (answering) input.current?.focus();
  }, [answering]);

  if (command && draft)
    return (
      <CommandForm
        key={`${command.id}${command.name}${draft.target ?? ''}`}
        command={command}
        draft={draft}
        onClose={() => onDraft(null)}
      />
    );

  const choose = (chosen: SeenCommand) => {
    setTyped('');
    onDraft({ command: chosen.name });
  };
  const send = async () => {
    const content = typed.trim();
    if (!content && uploads.length === 0) return;
    setTyped('');
    setUploads([]);
    replyTo(null);
    const sent = await attempt(
      person.posts(content, { channel: channel?.id, attachments: uploads, replyTo: answering?.id }),
    );
    if (!sent) setTyped(content);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (picking && found.length > 0 && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
      event.preventDefault();
      setIndex((now) => (now + (event.key === 'ArrowDown' ? 1 : found.length - 1)) % found.length);
    } else if ((event.key === 'Enter' && !event.shiftKey) || (event.key === 'Tab' && picking)) {
      event.preventDefault();
      const chosen = picking ? found[index] : undefined;
      if (chosen) choose(chosen);
      else void send();
    } else if (event.key === 'Escape') {
      setTyped('');
      replyTo(null);
    }
  };
  const add = async (files: FileList | undefined | null) => {
    const more = await readUploads(files);
    setUploads((now) => [...now, ...more].slice(0, 10));
  };
  const cannot = channel?.can_send === false;
  return (
    <section
      class="composer"
      aria-label="Write"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        void add(event.dataTransfer?.files);
      }}
    >
      {picking && <Picker commands={found} index={index} onPick={choose} />}
      {answering && (
        <p class="answering">
          Replying to <b>{answering.author.name}</b>
          <button type="button" aria-label="Stop replying" onClick={() => replyTo(null)}>
            <Icon name="close" size={14} />
          </button>
        </p>
      )}
      {uploads.length > 0 && (
        <ul class="uploads">
          {uploads.map(({ name }, at) => (
            <li key={at}>
              <Icon name="file" size={16} /> {name}
              <button
                type="button"
                aria-label={`Remove ${name}`}
                onClick={() => setUploads(uploads.filter((_, other) => other !== at))}
              >
                <Icon name="close" size={14} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div class="composer-line">
        <label class="composer-add" title="Add files">
          <Icon name="plus" />
          <input
            type="file"
            multiple
            aria-label="Add files"
            disabled={cannot}
            onChange={({ currentTarget }) => void add(currentTarget.files)}
          />
        </label>
        <textarea
          ref={input}
          rows={Math.min(8, typed.split('\n').length)}
          value={typed}
          disabled={cannot}
          aria-label="Message"
          placeholder={
            cannot
              ? 'You cannot write here'
              : `Message ${channel?.parent_id ? channel.name : `#${channel?.name}`}`
          }
          onInput={({ currentTarget }) => {
            setTyped(currentTarget.value);
            setIndex(0);
          }}
          onKeyDown={onKeyDown}
          onPaste={(event) => void add(event.clipboardData?.files)}
        />
        <button
          type="button"
          class="composer-apps"
          title="Commands"
          aria-label="Commands"
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
          title="Send"
          aria-label="Send"
          onClick={() => void send()}
        >
          <Icon name="send" />
        </button>
      </div>
    </section>
  );
}
