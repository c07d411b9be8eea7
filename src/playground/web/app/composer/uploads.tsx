import { useEffect, useState } from 'preact/hooks';
import type { ActorFile } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { formatBytes } from '../message/attachment.js';

/** The files of the message, each with a preview. */
export function UploadList({ uploads, onRemove }: { uploads: ActorFile[]; onRemove(at: number): void }) {
  const { t } = useActing();
  if (uploads.length === 0) return null;
  return (
    <ul class="uploads" aria-label={t('playground.composer.files')}>
      {uploads.map((upload, at) => (
        <li key={upload.name + at}>
          <Preview upload={upload} />
          <b>{upload.name}</b>
          <small>{formatBytes(upload.bytes.length)}</small>
          <button
            type="button"
            class="icon-button"
            aria-label={t('playground.composer.remove', { name: upload.name })}
            onClick={() => onRemove(at)}
          >
            <Icon name="trash" size={16} />
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Preview({ upload }: { upload: ActorFile }) {
  const isPicture = upload.contentType?.startsWith('image/') ?? false;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (!isPicture) return undefined;
    const address = URL.createObjectURL(new Blob([upload.bytes as BlobPart], { type: upload.contentType }));
    setUrl(address);
    return () => URL.revokeObjectURL(address);
  }, [upload]);
  return (
    <span class="upload-preview">{url ? <img src={url} alt="" /> : <Icon name="file" size={28} />}</span>
  );
}
