import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useActing } from '../acting.js';

const ownHosts = new Set(['127.0.0.1', 'localhost', '[::1]']);
const isOwn = (url: string): boolean => URL.canParse(url) && ownHosts.has(new URL(url).hostname);

/** A link. A masked link asks first, as in Discord, unless it stays on this machine. */
export function Link(props: { url: string; isMasked: boolean; children: ComponentChildren }) {
  const { url, isMasked, children } = props;
  const [asking, setAsking] = useState(false);
  const mustAsk = isMasked && !isOwn(url);
  return (
    <>
      <a
        href={url}
        title={isMasked ? url : undefined}
        target="_blank"
        rel="noreferrer"
        onClick={(event) => {
          if (!mustAsk) return;
          event.preventDefault();
          setAsking(true);
        }}
      >
        {children}
      </a>
      {asking && <Leaving url={url} onClose={() => setAsking(false)} />}
    </>
  );
}

function Leaving({ url, onClose }: { url: string; onClose(): void }) {
  const { t } = useActing();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} class="modal leaving" aria-label={t('playground.leaving.label')} onClose={onClose}>
      <h2>{t('playground.leaving.title')}</h2>
      <div class="modal-fields">
        <p>{t('playground.leaving.text')}</p>
        <code>{url}</code>
      </div>
      <footer>
        <button type="button" class="button secondary" onClick={onClose}>
          {t('playground.leaving.back.button')}
        </button>
        <a class="button primary" href={url} target="_blank" rel="noreferrer" onClick={onClose}>
          {t('playground.leaving.go.button')}
        </a>
      </footer>
    </dialog>
  );
}
