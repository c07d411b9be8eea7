import { TextInputStyle } from 'discord.js';
import type { Translate } from '../../../copy/translate.js';
import { type Form, textForm } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { clip } from '../../text.js';
import type { Price } from '../pricing.js';

export const promptField = 'prompt';

/** Discord's limit. */
const longestTitle = 45;

/** Only the member sees the form, so it can name their balance. */
function titleOf({ credits, balance }: Price, t: Translate): string {
  if (credits === null) return t('rig.new.form.title');
  if (balance === null) return t('rig.new.priced.form.title', { credits });
  return t('rig.new.balance.form.title', { credits, balance });
}

/** Asks for the description of a new character. */
export const newRigForm = (owner: string, price: Price, t: Translate): Form =>
  textForm(clip(titleOf(price, t), longestTitle), {
    id: encodeCustomId({ command: 'rig', action: 'made', owner, argument: '' }),
    name: promptField,
    label: t('rig.change.form.prompt.label'),
    placeholder: t('rig.new.form.prompt.placeholder'),
    style: TextInputStyle.Paragraph,
    max_length: 2000,
  });
