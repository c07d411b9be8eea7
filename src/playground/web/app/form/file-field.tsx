import { useState } from 'preact/hooks';
import type { Upload } from '../../../actor/client.js';
import { readUploads } from '../composer/upload.js';
import { Uploads } from '../composer/uploads.js';
import { Icon } from '../icons.js';
import type { Field } from './fault.js';

/** Files by dialog, drop or paste. */
export function FileField(props: {
  id: string;
  field: Field;
  files: Upload[];
  onFiles(files: Upload[]): void;
}) {
  const { id, field, files, onFiles } = props;
  const [over, setOver] = useState(false);
  const most = field.max ?? 1;
  const add = async (list: Iterable<File> | FileList | null | undefined) => {
    const more = await readUploads(list);
    if (more.length > 0) onFiles([...files, ...more].slice(-most));
  };
  return (
    <section
      aria-label={field.label}
      class={over ? 'file-field over' : 'file-field'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void add(event.dataTransfer?.files);
      }}
      onPaste={(event) => void add(event.clipboardData?.files)}
    >
      <label>
        <Icon name="file" size={26} />
        <span>
          Drop {most === 1 ? 'a file' : `up to ${most} files`} here or <b>browse</b>
        </span>
        <input
          id={id}
          type="file"
          multiple={most > 1}
          onChange={({ currentTarget }) => void add(currentTarget.files)}
        />
      </label>
      <Uploads uploads={files} onRemove={(at) => onFiles(files.filter((_, other) => other !== at))} />
    </section>
  );
}
