import type { Translate } from '../../../copy/translate.js';
import {
  actions,
  type Card,
  card,
  download,
  finePrint,
  heading,
  linkButton,
  note,
} from '../../cards/card.js';
import type { DownloadedFile } from '../downloading.js';
import { asked } from './rig.js';

/** Shown until a file that takes long is there. */
export const makingFileCard = (format: string, t: Translate): Card => {
  const shown = { format: format.toUpperCase() };
  return note(t('rig.download.making.title', shown), t('rig.download.making.text'), 'waiting');
};

/** The file that a member chose, which only they see. */
export function downloadCard({ job, format, name, url, bytes }: DownloadedFile, t: Translate): Card {
  const shown = { format: format.toUpperCase() };
  return card(
    'good',
    [
      heading(t('rig.download.ready.title', shown), asked(job.generation, t)),
      bytes && download(name),
      actions(linkButton(t('rig.download.ready.button', shown), url)),
      finePrint(t('rig.download.ready.note')),
    ],
    bytes ? [{ name, attachment: Buffer.from(bytes) }] : [],
  );
}
