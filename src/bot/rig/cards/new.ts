import { TextInputStyle } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';

export const promptField = 'prompt';

/** Asks for the description of a new character. */
export const newRigForm = (owner: string, t: Translate): Form =>
  textForm(t('rig.new.form.title'), {
    id: encodeCustomId({ command: 'rig', action: 'made', owner, argument: '' }),
    name: promptField,
    label: t('rig.change.form.prompt.label'),
    placeholder: t('rig.new.form.prompt.placeholder'),
    style: TextInputStyle.Paragraph,
    max_length: 2000,
  });
