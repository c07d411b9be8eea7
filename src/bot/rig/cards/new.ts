import { type APILabelComponent, ComponentType } from 'discord.js';
import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Translate } from '../../../copy/translate.js';
import type { Form } from '../../cards/form.js';
import { encodeCustomId } from '../../custom-id.js';
import { clip } from '../../text.js';
import type { Price } from '../pricing.js';
import {
  improveField,
  longestLabel,
  longestName,
  mostFields,
  parameterField,
  promptField,
  seedField,
  uploadField,
  viewFields,
} from './form.js';

/** What a new rig can be made from, in a form. */
export const sources = ['text', 'pictures', 'model'] as const;
export type FormSource = (typeof sources)[number];

/** The input that a pipeline must accept. */
export const inputOfForm = { text: 'text', pictures: 'image', model: 'mesh' } as const;

/** Only the member sees the form, so it can name their balance. */
function titleOf({ credits, balance }: Price, t: Translate): string {
  if (credits === null) return t('rig.new.form.title');
  if (balance === null) return t('rig.new.priced.form.title', { credits });
  return t('rig.new.balance.form.title', { credits, balance });
}

const sourceFields = (source: FormSource, t: Translate) =>
  ({
    text: () => [promptField(undefined, t, t('rig.new.form.prompt.placeholder'))],
    pictures: () => viewFields(t),
    model: () => [uploadField('file', t('rig.another.form.model.label'), true)],
  })[source]();

/** Whether better words are proposed before the rig is made. */
const improving = (t: Translate): APILabelComponent => ({
  type: ComponentType.Label,
  label: clip(t('rig.improve.form.label'), longestLabel),
  component: {
    type: ComponentType.StringSelect,
    custom_id: improveField,
    required: false,
    options: (['no', 'yes'] as const).map((value) => ({
      label: t(`rig.improve.form.${value}.option`),
      value,
      default: value === 'no',
    })),
  },
});

/**
 * The form of a new rig: what to make it from, and the parameters of its pipeline as far as they fit.
 * @param pipeline null where the service doesn't say what it offers
 */
export function newRigForm(
  owner: string,
  { source, pipeline, price }: { source: FormSource; pipeline: PipelineDetail | null; price: Price },
  t: Translate,
): Form {
  const parameters = (pipeline?.parameters ?? []).filter(({ name }) => name.length <= longestName);
  const fields = [
    ...sourceFields(source, t),
    ...(source === 'text' && pipeline?.prompt_help ? [improving(t)] : []),
    ...parameters.map((one) => parameterField(one, undefined, t)),
    ...(pipeline !== null && pipeline.seeded !== false ? [seedField(null, t)] : []),
  ];
  // Another service may have ids that don't fit; its default pipeline is used then.
  const id = pipeline && pipeline.id.length <= 40 ? pipeline.id : '';
  return {
    custom_id: encodeCustomId({ command: 'rig', action: 'made', owner, argument: `${source}/${id}` }),
    title: clip(titleOf(price, t), longestLabel),
    components: fields.slice(0, mostFields),
  };
}
