import {
  type Parameter,
  type PipelineDetail,
  parameter,
  pipelineDetail,
  type RigInput,
} from '../pipelines.js';
import { unwrap } from './envelope.js';
import { type Fields, fieldsOf } from './fields.js';
import { parseOwn } from './own.js';
import { createNotes, isMismatch, type Notes, type Reader } from './reading.js';
import { isDictionary, plainWord, toFlag, toId, toNumber } from './values.js';

const own = ['pipeline', 'model', 'workflow'];
const idNames = ['id', 'pipeline_id', 'slug', 'key', 'name', 'uuid'];
const parameterNames = [
  'parameters',
  'parameter_definitions',
  'params',
  'inputs_schema',
  'input_schema',
  'schema',
  'options',
  'settings',
  'config',
];

const inputWords: Readonly<Record<string, RigInput>> = {
  text: 'text',
  prompt: 'text',
  texttorig: 'text',
  textto3d: 'text',
  image: 'image',
  imagetorig: 'image',
  imageto3d: 'image',
  picture: 'image',
  photo: 'image',
  singleimage: 'image',
  multiimage: 'multi_image',
  multiimagetorig: 'multi_image',
  images: 'multi_image',
  multiview: 'multi_image',
  mesh: 'mesh',
  model: 'mesh',
  glb: 'mesh',
};
/** Inputs in the specification; the default for a pipeline that does not list its inputs. */
const specified: readonly RigInput[] = ['text', 'image', 'multi_image'];

const words = (fields: Fields, names: readonly string[]): string[] => {
  const list = fields.list(names);
  if (list)
    return list.flatMap((one) =>
      typeof one === 'string' ? [one] : isDictionary(one) && typeof one.name === 'string' ? [one.name] : [],
    );
  const one = fields.any(names);
  return typeof one === 'string' ? one.split(/[,\s]+/).filter(Boolean) : [];
};

function inputsOf(fields: Fields, id: string): RigInput[] {
  const said = words(fields, [
    'inputs',
    'input_types',
    'input',
    'input_type',
    'type',
    'types',
    'modes',
    'mode',
    'modality',
    'accepts',
    'accepted_inputs',
    'supported_inputs',
  ]);
  const found = said.flatMap((word) => inputWords[plainWord(word)] ?? []);
  if (found.length > 0) return [...new Set(found)];
  const byName = inputWords[plainWord(id)];
  if (byName) return [byName];
  fields.notes.add('inputs: is missing, taken as text and pictures');
  return [...specified];
}

const typeOf = (given: unknown, sample: unknown): Parameter['type'] => {
  const word = plainWord(Array.isArray(given) ? given.find((one) => one !== 'null') : given);
  if (['integer', 'int', 'long'].includes(word)) return 'integer';
  if (['number', 'float', 'double', 'decimal', 'slider', 'range'].includes(word)) return 'number';
  if (['boolean', 'bool', 'checkbox', 'switch', 'toggle', 'flag'].includes(word)) return 'boolean';
  if (word !== '') return 'string';
  if (typeof sample === 'boolean') return 'boolean';
  return typeof sample === 'number' ? 'number' : 'string';
};

function readParameter(
  item: unknown,
  name: string | undefined,
  required: ReadonlySet<string>,
  notes: Notes,
): Parameter[] {
  const strict = parameter.safeParse(item);
  if (strict.success) return [strict.data];
  const given = isDictionary(item) ? item : { default: item };
  const fields = fieldsOf([given], 'parameters', notes);
  const id = name ?? fields.id(['name', 'key', 'id', 'field']);
  if (id === undefined) return [];
  const fallback = fields.any(['default', 'default_value', 'value']);
  const isPlain = ['string', 'number', 'boolean'].includes(typeof fallback);
  const choices = fields.list(['enum', 'options', 'choices', 'values', 'allowed_values']);
  const values = choices?.flatMap((one) => {
    const value = isDictionary(one) ? (one.value ?? one.id ?? one.name) : one;
    return typeof value === 'string' || typeof value === 'number' ? [String(value)] : [];
  });
  const minimum = toNumber(fields.any(['minimum', 'min', 'ge', 'gte']));
  const maximum = toNumber(fields.any(['maximum', 'max', 'le', 'lte']));
  return [
    {
      name: id,
      type: typeOf(fields.any(['type', 'kind', 'data_type', 'widget']), fallback),
      title: fields.text(['title', 'label', 'display_name']) ?? id.replace(/[_-]+/g, ' '),
      description: fields.text(['description', 'help', 'hint', 'tooltip']) ?? '',
      ...(isPlain && { default: fallback as string | number | boolean }),
      ...(minimum !== undefined && { minimum }),
      ...(maximum !== undefined && { maximum }),
      ...(values && values.length > 0 && { enum: values }),
      required: toFlag(fields.any(['required'])) ?? required.has(id),
    },
  ];
}

/** Reads a list of parameters, an object by name, or a JSON Schema with `properties`. */
function parametersOf(fields: Fields, notes: Notes): Parameter[] {
  const given = fields.any(parameterNames);
  if (Array.isArray(given)) return given.flatMap((one) => readParameter(one, undefined, new Set(), notes));
  if (!isDictionary(given)) return [];
  const listed = Array.isArray(given.required) ? given.required.filter((one) => typeof one === 'string') : [];
  const named = isDictionary(given.properties) ? given.properties : given;
  return Object.entries(named).flatMap(([name, one]) => readParameter(one, name, new Set(listed), notes));
}

export function readPipelineBody(body: unknown, notes: Notes): PipelineDetail {
  const strict = parseOwn(pipelineDetail, body);
  if (strict.success) return strict.data;
  const bareId = toId(body);
  if (bareId !== undefined) return readPipelineBody({ id: bareId }, notes);
  const fields = unwrap(body, {
    own,
    marks: ['id', 'pipeline_id', 'name', 'description', ...parameterNames],
    notes,
    prefixes: ['pipeline'],
  });
  const id = fields.id(idNames) ?? fields.missing(['id']);
  return {
    id,
    name: fields.text(['name', 'title', 'label', 'display_name']) ?? id,
    description: fields.text(['description', 'summary', 'details']) ?? '',
    inputs: inputsOf(fields, id),
    skeletons: words(fields, ['skeletons', 'skeleton', 'rig_types', 'rigs']),
    output_formats: words(fields, ['output_formats', 'formats', 'outputs', 'output']),
    credit_cost:
      fields.number(['credit_cost', 'credits', 'cost', 'price', 'credits_cost', 'cost_credits']) ?? 0,
    estimated_seconds:
      fields.number([
        'estimated_seconds',
        'eta_seconds',
        'eta',
        'duration',
        'average_seconds',
        'estimated_time',
      ]) ?? 0,
    parameters: parametersOf(fields, notes),
  };
}

export const readPipelineReply: Reader<PipelineDetail> = (body, { params }) => {
  const strict = parseOwn(pipelineDetail, body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  try {
    return { value: readPipelineBody(body, notes), notes: notes.all() };
  } catch (error) {
    // The body may contain only the parameters.
    if (!isMismatch(error) || !isDictionary(body) || params?.pipeline_id === undefined) throw error;
    return {
      value: readPipelineBody({ id: params.pipeline_id, parameters: body }, notes),
      notes: notes.all(),
    };
  }
};
