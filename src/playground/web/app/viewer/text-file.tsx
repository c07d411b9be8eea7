import { useEffect, useState } from 'preact/hooks';
import { useActing } from '../acting.js';
import { Icon } from '../icons.js';
import { type ChatFile, fetchFile, formatBytes } from './file.js';

const LARGEST_BYTES = 256 * 1024;

/** Whether a file is text and small enough to show. */
export const isText = ({ name, bytes }: ChatFile): boolean =>
  /\.(txt|md|json|log|csv|ya?ml)$/i.test(name) && bytes > 0 && bytes <= LARGEST_BYTES;

/** The first lines of a text file, and the rest on demand. */
export function TextFile({ file }: { file: ChatFile }) {
  const { t } = useActing();
  const [text, setText] = useState('');
  const [expanded, setExpanded] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const fetched = await fetchFile(file.url, leaving.signal);
      if ('blob' in fetched) setText(await fetched.blob.text());
    };
    void read();
    return () => leaving.abort();
  }, [file.url]);
  return (
    <figure class="text-file">
      {text && <pre class={expanded ? 'expanded' : undefined}>{text}</pre>}
      <figcaption>
        <button type="button" aria-expanded={expanded} onClick={() => setExpanded(!expanded)}>
          {t(expanded ? 'playground.file.collapse' : 'playground.file.expand')}
        </button>
        <span>
          {file.name} · {formatBytes(file.bytes)}
        </span>
        <a
          href={file.url}
          download={file.name}
          target="_blank"
          rel="noreferrer"
          aria-label={t('playground.download_file', { name: file.name })}
        >
          <Icon name="download" size={18} />
        </a>
      </figcaption>
    </figure>
  );
}
