import { useState } from 'preact/hooks';
import type { ActorFile } from '../../../actor/client.js';
import { useActing } from '../acting.js';
import { readFiles } from '../composer/upload.js';
import { UploadList } from '../composer/uploads.js';
import { Icon } from '../icons.js';
import type { ModalField } from './fault.js';

/** Files by dialog, drop or paste. */
export function FileField(props: {
  id: string;
  field: ModalField;
  files: ActorFile[];
  onFiles(files: ActorFile[]): void;
}) {
  const { id, field, files, onFiles } = props;
  const { t } = useActing();
  const [over, setOver] = useState(false);
  const most = field.max ?? 1;
  const add = async (list: Iterable<File> | FileList | null | undefined) => {
    const more = await readFiles(list);
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
          {most === 1 ? t('playground.form.drop') : t('playground.form.drop_several', { count: most })}
        </span>
        <input
          id={id}
          type="file"
          multiple={most > 1}
          onChange={({ currentTarget }) => void add(currentTarget.files)}
        />
      </label>
      <UploadList uploads={files} onRemove={(at) => onFiles(files.filter((_, other) => other !== at))} />
    </section>
  );
}
