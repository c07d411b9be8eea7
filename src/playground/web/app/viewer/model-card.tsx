import { useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { type ChatFile, formatBytes } from './file.js';
import { openModel } from './open.js';

export const isModelFile = (name: string): boolean => /\.glb$/i.test(name);

/** A GLB in a message: a poster that opens the 3D viewer, and a download. */
export function ModelCard({ file }: { file: ChatFile }) {
  const { t, attempt } = useActing();
  const [poster, setPoster] = useState<string | null>(null);
  const [busy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    await attempt(openModel(file, setPoster, t));
    setBusy(false);
  };
  return (
    <div class="model-card">
      <button type="button" class="model-poster" aria-busy={busy} onClick={open}>
        {poster ? (
          <img src={poster} alt="" />
        ) : (
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <path d="M50 12 82 30v38L50 88 18 68V30Z" />
            <path d="M18 30 50 50l32-20M50 50v38" />
          </svg>
        )}
        <span class="button primary model-open">{t('playground.viewer.open.button')}</span>
      </button>
      <a class="model-file" href={file.url} download={file.name} target="_blank" rel="noreferrer">
        <span>
          <b>{file.name}</b>
          <small>
            {[file.bytes > 0 && formatBytes(file.bytes), t('playground.viewer.model')]
              .filter(Boolean)
              .join(' · ')}
          </small>
        </span>
        <Icon name="download" size={20} />
      </a>
    </div>
  );
}
