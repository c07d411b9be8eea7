import { AppError } from '../src/base/errors.js';
import { attached } from '../src/bot/attachment.js';
import type { ComponentOrForm } from '../src/bot/interaction/acted.js';
import { captionField, improveField, readChange } from '../src/bot/rig/cards/form.js';
import { type Source, views } from '../src/bot/rig/order.js';
import { reason } from '../src/copy/reason.js';

/** Reads the submitted forms of rigs. */

/** The answers of a form by field; files and what they show are read apart. */
export function changeIn(interaction: ComponentOrForm) {
  if (!interaction.isModalSubmit()) throw new AppError('invalid_request');
  const fields = [...interaction.fields.fields.values()].map((field) => {
    const answer = 'values' in field ? field.values[0] : 'value' in field ? field.value : '';
    return [field.customId, String(answer ?? '')] as const;
  });
  const others: readonly string[] = [...views, 'file', captionField];
  return readChange(fields.filter(([id]) => !others.includes(id)));
}

/** Whether a form changes the character of a rig by words. */
export const isEdit = (interaction: ComponentOrForm): boolean =>
  interaction.isModalSubmit() && (changeIn(interaction).edit ?? '').trim() !== '';

/** Whether a form asks for better words first. */
export const wantsHelp = (interaction: ComponentOrForm): boolean =>
  interaction.isModalSubmit() &&
  interaction.fields.fields.has(improveField) &&
  interaction.fields.getStringSelectValues(improveField)[0] === 'yes';

const fileIn = (interaction: ComponentOrForm, field: string) => {
  if (!interaction.isModalSubmit() || !interaction.fields.fields.has(field)) return null;
  const given = interaction.fields.getUploadedFiles(field)?.first();
  return given ? attached(given) : null;
};

/** What the member says about their pictures. */
function captionIn(interaction: ComponentOrForm) {
  if (!interaction.isModalSubmit() || !interaction.fields.fields.has(captionField)) return {};
  const caption = interaction.fields.getTextInputValue(captionField).trim();
  return caption === '' ? {} : { caption };
}

/** The only file of a form. @throws AppError `invalid_request` */
function only(interaction: ComponentOrForm) {
  const file = fileIn(interaction, 'file');
  if (file) return file;
  throw new AppError('invalid_request', reason('rig.error.no_file'));
}

export const modelIn = (interaction: ComponentOrForm): Source => ({ kind: 'mesh', model: only(interaction) });
export const pictureIn = (interaction: ComponentOrForm): Source => ({
  kind: 'image',
  image: only(interaction),
  ...captionIn(interaction),
});

/** One picture from the front, or up to four views of the same figure. @throws AppError `invalid_request` */
export function viewsIn(interaction: ComponentOrForm): Source {
  const images = views.flatMap((view) => {
    const given = fileIn(interaction, view);
    return given ? [{ attached: given, view }] : [];
  });
  const [first] = images;
  if (!first) throw new AppError('invalid_request', reason('rig.error.no_file'));
  const about = captionIn(interaction);
  return images.length === 1
    ? { kind: 'image', image: first.attached, ...about }
    : { kind: 'images', images, ...about };
}
