import { type APITextDisplayComponent, ComponentType } from 'discord.js';
import type { DescribedSpec, WireSpecChange, WireSpecLine } from '../../../contract/rig-spec.js';
import type { Translate } from '../../../copy/translate.js';
import { facts } from '../../cards/card.js';
import { clip, plain } from '../../text.js';
import type { SpecEdit } from '../wish.js';

/** A character in words, and what an edit changes of it. */

const longestCharacter = 1_500;
const longestLine = 200;

/** "Scarf: blue, striped", which as an edit means the same again. */
function lineText({ about, name, words }: WireSpecLine, t: Translate): string {
  const said = clip(plain(words.join(', ')), longestLine);
  if (about === 'without') return t('rig.edit.without', { words: said });
  if (about === 'avoid') return t('rig.edit.avoid', { words: said });
  if (name === null) return said;
  return [clip(plain(name), longestLine), said].filter(Boolean).join(': ');
}

/** The character on a form, its things a line each. */
export function characterText({ lines }: DescribedSpec, t: Translate): APITextDisplayComponent {
  const about = lines.filter(({ name }) => name === null).map((line) => lineText(line, t));
  const things = lines.filter(({ name }) => name !== null).map((line) => lineText(line, t));
  const content = [about.length > 0 && `**${about.join(' · ')}**`, ...things].filter(Boolean).join('\n');
  return { type: ComponentType.TextDisplay, content: clip(content, longestCharacter) };
}

function changeText({ about, name, before, after }: WireSpecChange, t: Translate): string {
  const [was, is] = [before, after].map((words) => words && lineText({ about, name, words }, t));
  return [was && `~~${was}~~`, is && `**${is}**`].filter(Boolean).join(' → ');
}

/** What an edit changes, and what it could not; empty for a rig that is not edited. */
export function editText(edit: SpecEdit | undefined, t: Translate): string {
  if (!edit) return '';
  const { changes, unread, notes } = edit;
  return [
    facts([
      [t('rig.edit.changed.label'), changes.map((change) => changeText(change, t)).join(' · ')],
      [t('rig.improve.unknown.label'), unread.length > 0 && clip(plain(unread.join(', ')), longestLine)],
    ]),
    ...notes.slice(0, 4).map((note) => `-# ${clip(plain(note), longestLine)}`),
  ].join('\n');
}
