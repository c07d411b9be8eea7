import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { SeenMessage } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { withMentions } from '../composer/matching.js';
import { fill } from '../copy/fill.js';

/** The editor of a member's own message. */
export function EditMessage({ message }: { message: SeenMessage }) {
  const { t, person, world, channels, attempt, edit } = useActing();
  const input = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(() => withNames(message));
  // Before paint, so that no keystroke goes elsewhere and no selection is lost.
  useLayoutEffect(() => {
    const element = input.current!;
    element.focus();
    element.setSelectionRange(typed.length, typed.length);
    element.scrollIntoView({ block: 'nearest' });
  }, []);
  const save = async () => {
    const content = withMentions(typed.trim(), world, channels);
    if (!content) return;
    edit(null);
    if (content === message.content) return;
    await attempt(person.edits(message.id, content, { channel: message.channel_id }));
  };
  return (
    <form
      class="edit-message"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <textarea
        ref={input}
        aria-label={t('playground.message.edit')}
        rows={Math.min(8, typed.split('\n').length)}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape') edit(null);
          if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          void save();
        }}
      />
      <small>
        {fill(t('playground.message.edit.keys', { cancel: '{cancel}', save: '{save}' }), {
          cancel: (
            <button key="cancel" type="button" class="link" onClick={() => edit(null)}>
              {t('playground.message.edit.cancel')}
            </button>
          ),
          save: (
            <button key="save" type="submit" class="link">
              {t('playground.message.edit.save')}
            </button>
          ),
        })}
      </small>
    </form>
  );
}

/** Replaces mentions with names; sending converts them back. */
function withNames({ content, mentions }: SeenMessage): string {
  const signs = { member: '@', role: '@', channel: '#' };
  return content.replace(/<(@!?|@&|#)(\d+)>/g, (raw, _sign, id: string) => {
    const mention = mentions.find((each) => each.id === id);
    return mention ? `${signs[mention.kind]}${mention.name}` : raw;
  });
}
