import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Actor } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { problemOf } from '../copy/said.js';

const LOOK_MS = 500;

/** Asks, deletes everything, waits for the new playground and opens it as on a first visit. */
export function ResetDialog({ onClose }: { onClose(): void }) {
  const { t, actor, world, say } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  const [busy, setBusy] = useState(false);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const reset = async () => {
    setBusy(true);
    try {
      await actor.resets();
    } catch (error) {
      say(problemOf(t, error));
      return onClose();
    }
    await untilAnother(actor, world.instance);
    localStorage.clear();
    location.assign('/');
  };
  return (
    <dialog
      ref={dialog}
      class="modal"
      aria-label={t('playground.reset.title')}
      onCancel={(event) => busy && event.preventDefault()}
      onClose={onClose}
    >
      <h2>{t('playground.reset.title')}</h2>
      <div class="modal-fields">
        <p>{t('playground.reset.text')}</p>
      </div>
      <footer>
        <button type="button" class="button secondary" disabled={busy} onClick={onClose}>
          {t('playground.reset.cancel.button')}
        </button>
        <button type="button" class="button danger" disabled={busy} aria-busy={busy} onClick={reset}>
          {t(busy ? 'playground.reset.busy' : 'playground.reset.confirm.button')}
        </button>
      </footer>
    </dialog>
  );
}

/** Resolves when another run of the playground answers. */
async function untilAnother(actor: Actor, instance: string): Promise<void> {
  for (;;) {
    const now = await actor.world().catch(() => null);
    if (now && now.instance !== instance) return;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
