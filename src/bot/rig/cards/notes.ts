import type { Generation } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import { clip, plain } from '../../text.js';

const mostNotes = 4;
const longestNote = 200;

/** Whether a note already says what became of a word: `I read “drgon” as “dragon”.` */
const isExplained = (word: string, notes: readonly string[]): boolean =>
  notes.some((note) => {
    const quoted = [...note.matchAll(/[“"'‘«`]([^”"'’»`]+)[”"'’»`]/g)].map(([, text = '']) =>
      text.toLowerCase(),
    );
    return quoted.includes(word.toLowerCase());
  });

/** What the service remarks about a finished rig, each thing once, as Markdown. */
export function notesOf(
  { notes, unknown_words }: Pick<NonNullable<Generation['output']>, 'notes' | 'unknown_words'>,
  t: Translate,
): string[] {
  const said = [...new Set(notes.map((note) => note.trim()).filter(Boolean))];
  const unread = [...new Set(unknown_words)].filter((word) => !isExplained(word, said));
  const shown = said.slice(0, mostNotes).map((note) => clip(plain(note), longestNote));
  if (unread.length === 0) return shown;
  const words = clip(plain(unread.join(', ')), longestNote);
  return [...shown, t('rig.card.ready.not_understood', { count: unread.length, words })];
}
