import { type APITextDisplayComponent, ComponentType } from 'discord.js';
import type { DescribedSpec } from '../../../contract/rig-spec.js';
import type { Translate } from '../../../copy/translate.js';
import { facts } from '../../cards/card.js';
import { changesText, lineText } from '../../cards/character.js';
import { clip, plain } from '../../text.js';
import type { SpecEdit } from '../wish.js';

/** A character in words on a form, and what an edit changes of it. */

const longestCharacter = 1_500;
const longestLine = 200;
const mostNotes = 4;

/** Its things have a line each. */
export function characterText({ lines }: DescribedSpec, t: Translate): APITextDisplayComponent {
  const about = lines.filter(({ name }) => name === null).map((line) => lineText(line, t));
  const things = lines.filter(({ name }) => name !== null).map((line) => lineText(line, t));
  const content = [about.length > 0 && `**${about.join(' · ')}**`, ...things].filter(Boolean).join('\n');
  return { type: ComponentType.TextDisplay, content: clip(content, longestCharacter) };
}

/** What an edit changes, and what it could not; empty for a rig that is not edited. */
export function editText(edit: SpecEdit | undefined, t: Translate): string {
  if (!edit) return '';
  const { changes, unread, notes } = edit;
  return [
    facts([
      [t('rig.edit.changed.label'), changesText(changes, t)],
      [t('rig.improve.unknown.label'), unread.length > 0 && clip(plain(unread.join(', ')), longestLine)],
    ]),
    ...notes.slice(0, mostNotes).map((note) => `-# ${clip(plain(note), longestLine)}`),
  ].join('\n');
}
