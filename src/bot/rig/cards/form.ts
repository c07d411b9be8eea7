import {
  type APILabelComponent,
  type APIStringSelectComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { Parameter } from '../../../contract/pipelines.js';
import type { Generation } from '../../../contract/rig.js';
import { longestCaption } from '../../../contract/rig-input.js';
import type { DescribedSpec } from '../../../contract/rig-spec.js';
import type { Translate } from '../../../copy/translate.js';
import type { Form } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { clip } from '../../text.js';
import type { Changing } from '../again.js';
import { valueName } from '../bodies.js';
import { longestEdit } from '../editing.js';
import type { RigChange } from '../options.js';
import { views } from '../order.js';
import { characterText } from './edit.js';

/** Discord's limits for a form, in fields, options and characters. */
export const mostFields = 5;
const mostOptions = 25;
export const longestLabel = 45;
const longestNote = 100;
export const longestName = 90;

/** Marks the fields of pipeline parameters. */
const prefix = 'p.';

/** Asks in the form of a new rig whether better words are wanted first. */
export const improveField = 'improve';

/** Asks what pictures show. */
export const captionField = 'caption';

/** Reads a submitted form. */
export function readChange(fields: readonly (readonly [id: string, answer: string])[]): RigChange {
  const { prompt, seed, edit, [improveField]: _, ...rest } = Object.fromEntries(fields);
  const answers = Object.entries(rest).map(([id, answer]) => [id.slice(prefix.length), answer]);
  return { prompt, seed, edit, answers: Object.fromEntries(answers) };
}

/**
 * A form with the rig's current prompt, seed and pipeline parameters.
 * @param character of the rig, where its service keeps one
 */
export function changeForm(
  { job, pipeline, balance }: Changing,
  character: DescribedSpec | null,
  t: Translate,
): Form {
  const { id, memberId, generation } = job;
  const known = pipeline.parameters.filter(({ name }) => name.length <= longestName);
  const fields = [
    ...(character ? [characterText(character, t), editField(t)] : []),
    generation.input.prompt !== null && promptField(generation.input.prompt, t),
    pipeline.seeded !== false && seedField(generation.output?.seed ?? generation.input.seed, t),
    ...known.map((one) => parameterField(one, generation.input.parameters[one.name], t)),
  ];
  return {
    custom_id: encodeCustomId({ command: 'rig', action: 'changed', owner: memberId, argument: id }),
    title: titleOf('rig.change', { pipeline, balance }, t),
    components: fields.filter((field) => field !== false).slice(0, mostFields),
  };
}

/** Asks for another value of one parameter. */
export function varyForm({ job, pipeline, balance }: Changing, name: string, t: Translate): Form {
  const { id, memberId, generation } = job;
  return {
    custom_id: encodeCustomId({ command: 'rig', action: 'varied', owner: memberId, argument: id }),
    title: titleOf('rig.change', { pipeline, balance }, t),
    components: pipeline.parameters
      .filter((one) => one.name === name)
      .map((one) => parameterField(one, generation.input.parameters[one.name], t)),
  };
}

/** What the form does, what that costs, and what the member has. */
function titleOf(
  form: 'rig.change' | 'rig.another',
  { pipeline, balance }: Pick<Changing, 'pipeline' | 'balance'>,
  t: Translate,
): string {
  const credits = pipeline.credit_cost;
  const title =
    balance === null
      ? t(`${form}.form.title`, { credits })
      : t(`${form}.balance.form.title`, { credits, balance });
  return clip(title, longestLabel);
}

export const uploadField = (custom_id: string, title: string, isRequired: boolean): APILabelComponent => ({
  type: ComponentType.Label,
  label: clip(title, longestLabel),
  component: {
    type: ComponentType.FileUpload,
    custom_id,
    required: isRequired,
    min_values: isRequired ? 1 : 0,
    max_values: 1,
  },
});

/** Pictures from up to four sides, and what they show. */
export const viewFields = (t: Translate): APILabelComponent[] => [
  ...views.map((view) => uploadField(view, t(`rig.another.form.${view}.label`), view === 'front')),
  captionInput(t),
];

const captionInput = (t: Translate) =>
  label(t('rig.pictures.form.caption.label'), '', {
    ...line(captionField, false, undefined),
    placeholder: t('rig.pictures.form.caption.placeholder'),
    max_length: longestCaption,
  });

/** Asks for the files of another rig like this one, because the same files would give the same rig. */
export function anotherForm({ job, pipeline, balance }: Changing, t: Translate): Form {
  const { id, memberId, generation } = job;
  return {
    custom_id: encodeCustomId({ command: 'rig', action: 'another-made', owner: memberId, argument: id }),
    title: titleOf('rig.another', { pipeline, balance }, t),
    components: fileFields(generation.type, t),
  };
}

function fileFields(type: Generation['type'], t: Translate): APILabelComponent[] {
  if (type === 'multi_image') return viewFields(t);
  if (type === 'mesh') return [uploadField('file', t('rig.another.form.model.label'), true)];
  return [uploadField('file', t('rig.another.form.picture.label'), true), captionInput(t)];
}

const label = (
  title: string,
  description: string,
  component: APITextInputComponent | APIStringSelectComponent,
): APILabelComponent => ({
  type: ComponentType.Label,
  label: clip(title, longestLabel),
  ...(description && { description: clip(description, longestNote) }),
  component,
});

const line = (custom_id: string, required: boolean, value: string | undefined): APITextInputComponent => ({
  type: ComponentType.TextInput,
  custom_id,
  style: TextInputStyle.Short,
  required,
  ...(value && { value }),
});

export const promptField = (prompt: string | undefined, t: Translate, placeholder?: string) =>
  label(t('rig.change.form.prompt.label'), '', {
    ...line('prompt', true, prompt),
    ...(placeholder && { placeholder }),
    style: TextInputStyle.Paragraph,
    max_length: 2000,
  });

const editField = (t: Translate) =>
  label(t('rig.edit.form.label'), t('rig.edit.form.hint'), {
    ...line('edit', false, undefined),
    placeholder: t('rig.edit.form.placeholder'),
    max_length: longestEdit,
  });

export const seedField = (seed: number | null, t: Translate) => {
  const field = line('seed', false, seed === null ? undefined : String(seed));
  return label(t('rig.change.form.seed.label'), t('rig.change.form.seed.hint'), {
    ...field,
    max_length: 10,
  });
};

export function parameterField(
  known: Parameter,
  now: string | number | boolean | undefined,
  t: Translate,
): APILabelComponent {
  const { name, description, type, required } = known;
  const title = known.title || t('rig.change.form.untitled.label');
  const value = String(now ?? known.default ?? '');
  const options = type === 'boolean' ? ['true', 'false'] : (known.enum ?? []);
  const custom_id = `${prefix}${name}`;
  if (options.length === 0 || options.length > mostOptions || options.some((one) => one.length > 100))
    return label(title, description, { ...line(custom_id, required, value.slice(0, 500)), max_length: 500 });
  const labels: Readonly<Record<string, string>> =
    type === 'boolean'
      ? { true: t('rig.change.form.yes.option'), false: t('rig.change.form.no.option') }
      : {};
  return label(title, description, {
    type: ComponentType.StringSelect,
    custom_id,
    required,
    options: options.map((one) => ({
      label: labels[one] ?? valueName(name, one, t),
      value: one,
      ...(one === value && { default: true }),
    })),
  });
}
