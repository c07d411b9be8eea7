import {
  type APILabelComponent,
  type APIStringSelectComponent,
  type APITextInputComponent,
  ComponentType,
  TextInputStyle,
} from 'discord.js';
import type { Generation, Parameter, PipelineDetail } from '../../contract/rig.js';
import { encodeCustomId } from '../custom-id.js';
import type { Change } from '../rig/options.js';
import type { RigJob } from '../rig/store.js';
import { clip, creditsText } from '../text.js';
import type { Form } from './form.js';

/** Discord's limits for a form, in fields, options and characters. */
const mostFields = 5;
const mostOptions = 25;
const longestLabel = 45;
const longestNote = 100;
const longestName = 90;

/** Marks the fields of pipeline parameters. */
const prefix = 'p.';

/** Reads a submitted form. */
export function readChange(fields: readonly (readonly [id: string, answer: string])[]): Change {
  const { prompt, seed, ...rest } = Object.fromEntries(fields);
  const answers = Object.entries(rest).map(([id, answer]) => [id.slice(prefix.length), answer]);
  return { prompt, seed, answers: Object.fromEntries(answers) };
}

/** A form with the rig's current prompt, seed and pipeline parameters. */
export function changeForm({ job, pipeline }: { job: RigJob; pipeline: PipelineDetail }): Form {
  const { id, memberId, generation } = job;
  const known = pipeline.parameters.filter(({ name }) => name.length <= longestName);
  const fields = [
    generation.input.prompt !== null && promptField(generation.input.prompt),
    pipeline.seeded !== false && seedField(generation),
    ...known.map((one) => parameterField(one, generation.input.parameters[one.name])),
  ];
  return {
    custom_id: encodeCustomId({ command: 'rig', action: 'changed', owner: memberId, argument: id }),
    title: clip(`Make another: ${creditsText(pipeline.credit_cost)}`, longestLabel),
    components: fields.filter((field) => field !== false).slice(0, mostFields),
  };
}

const label = (
  title: string,
  description: string,
  component: APITextInputComponent | APIStringSelectComponent,
): APILabelComponent => ({
  type: ComponentType.Label,
  label: clip(title || 'Option', longestLabel),
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

const promptField = (prompt: string) =>
  label('Describe your character', '', {
    ...line('prompt', true, prompt),
    style: TextInputStyle.Paragraph,
    max_length: 2000,
  });

const seedField = ({ output, input }: Generation) => {
  const seed = output?.seed ?? input.seed;
  const field = line('seed', false, seed === null ? undefined : String(seed));
  return label('Seed', 'The same seed and prompt give the same rig. Leave empty for a random seed.', {
    ...field,
    max_length: 10,
  });
};

function parameterField(known: Parameter, now: string | number | boolean | undefined): APILabelComponent {
  const { name, title, description, type, required } = known;
  const value = String(now ?? known.default ?? '');
  const options = type === 'boolean' ? ['true', 'false'] : (known.enum ?? []);
  const custom_id = `${prefix}${name}`;
  if (options.length === 0 || options.length > mostOptions || options.some((one) => one.length > 100))
    return label(title, description, { ...line(custom_id, required, value.slice(0, 500)), max_length: 500 });
  const words = type === 'boolean' ? { true: 'Yes', false: 'No' } : {};
  return label(title, description, {
    type: ComponentType.StringSelect,
    custom_id,
    required,
    options: options.map((one) => ({
      label: words[one as 'true'] ?? one,
      value: one,
      ...(one === value && { default: true }),
    })),
  });
}
