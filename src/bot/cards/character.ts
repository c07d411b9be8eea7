import type { WireSpecChange, WireSpecLine } from '../../contract/rig-spec.js';
import type { Translate } from '../../copy/translate.js';
import { clip, plain } from '../text.js';

/** Characters in words, as the service says them. */

const longest = 200;

/** "Scarf: blue, striped", which as an edit means the same again; Markdown. */
export function lineText({ about, name, words }: WireSpecLine, t: Translate): string {
  const said = clip(plain(words.join(', ')), longest);
  if (about === 'without') return t('rig.edit.without', { words: said });
  if (about === 'avoid') return t('rig.edit.avoid', { words: said });
  return [name !== null && clip(plain(name), longest), said].filter(Boolean).join(': ');
}

function changeText({ about, name, before, after }: WireSpecChange, t: Translate): string {
  const [was, is] = [before, after].map((words) => words && lineText({ about, name, words }, t));
  return [was && `~~${was}~~`, is && `**${is}**`].filter(Boolean).join(' → ');
}

const mostChanges = 20;

/** Removed parts are struck through. */
export const changesText = (changes: readonly WireSpecChange[], t: Translate): string =>
  changes
    .slice(0, mostChanges)
    .map((change) => changeText(change, t))
    .join(' · ');
