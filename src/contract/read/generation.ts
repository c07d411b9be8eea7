import type { RigInput } from '../pipelines.js';
import { type Generation, generation } from '../rig.js';
import { unwrap } from './envelope.js';
import type { Fields } from './fields.js';
import { hasModel, outputOf } from './generation-output.js';
import { parseOwn } from './own.js';
import { createNotes, type Notes, type Reader } from './reading.js';
import { generationStatusOf, statusNames } from './status.js';
import { isDictionary, plainWord, shown, toId, toNumber, toText } from './values.js';

const own = ['generation', 'job', 'task', 'rig', 'prediction', 'model'];
const prefixes = ['generation', 'job', 'task'];
const idNames = ['id', 'generation_id', 'job_id', 'task_id', 'rig_id', 'request_id', 'prediction_id', 'uuid'];
const marks = [
  'id',
  'generation_id',
  'job_id',
  'task_id',
  'status',
  'state',
  'progress',
  'output',
  'created_at',
];
const types: Readonly<Record<string, RigInput>> = {
  text: 'text',
  texttorig: 'text',
  texttomodel: 'text',
  textto3d: 'text',
  image: 'image',
  imagetorig: 'image',
  imageto3d: 'image',
  multiimage: 'multi_image',
  multiimagetorig: 'multi_image',
  mesh: 'mesh',
};

function typeOf(fields: Fields, sent: Sent, prompt: string | null): RigInput {
  const said = types[plainWord(fields.any(['type', 'kind', 'mode', 'task_type', 'input_type']))];
  if (said) return said;
  if (sent.images) return 'multi_image';
  if (sent.image) return 'image';
  if (sent.mesh) return 'mesh';
  return prompt !== null || !fields.has(['image_url', 'image_urls', 'images', 'image']) ? 'text' : 'image';
}

type Sent = {
  prompt?: string;
  pipeline_id?: string;
  seed?: number;
  parameters?: Generation['input']['parameters'];
  image?: unknown;
  images?: unknown;
  mesh?: unknown;
};

const percentOf = (fields: Fields, status: Generation['status'], known?: Generation): number => {
  if (status === 'succeeded') return 100;
  const given = fields.any([
    'progress',
    'percent',
    'percentage',
    'progress_percent',
    'completion',
    'percent_complete',
  ]);
  const word =
    typeof given === 'string'
      ? given.replace(/\s*%$/, '')
      : isDictionary(given)
        ? (given.percent ?? given.value)
        : given;
  const number = toNumber(word);
  if (number === undefined) return known?.progress ?? 0;
  const percent = number > 0 && number < 1 ? number * 100 : number;
  return Math.max(0, Math.min(100, Math.round(percent)));
};

function errorOf(fields: Fields, status: Generation['status']): Generation['error'] {
  if (status !== 'failed') return null;
  const given = fields.any([
    'error',
    'failure',
    'failure_reason',
    'error_message',
    'reason',
    'task_error',
    'message',
    'detail',
  ]);
  const code = isDictionary(given)
    ? (toId(given.code) ?? 'failed')
    : (fields.id(['error_code', 'failure_code']) ?? 'failed');
  const detail = isDictionary(given) ? (toText(given.message) ?? toText(given.detail)) : toText(given);
  return { code, detail: detail || 'The service gave no reason.' };
}

function statusOf(fields: Fields, known: Generation | undefined, notes: Notes): Generation['status'] {
  const word = fields.any(statusNames);
  const said = generationStatusOf(word);
  if (said !== undefined) return said;
  const failed = fields.has(['error', 'failure_reason']);
  const flag = fields.flag(['done', 'completed', 'finished', 'is_ready', 'ready']);
  const isDone = flag === true || hasModel(fields);
  const status = isDone ? (failed ? 'failed' : 'succeeded') : (known?.status ?? 'queued');
  const taken = isDone ? `, taken as ${status}` : '';
  notes.add(word === undefined ? 'status: is missing' : `status: "${shown(word)}" is unknown${taken}`);
  return status;
}

/** The request, from the reply or else from what was sent. Words about a picture are no prompt. */
function inputOf(fields: Fields, known: Generation | undefined, sent: Sent): Generation['input'] {
  const input = fields.object(['input', 'request', 'params', 'inputs']);
  const said = () =>
    input?.text(['prompt', 'text', 'description']) ??
    fields.text(['prompt', 'text_prompt', 'text', 'description']) ??
    sent.prompt ??
    null;
  const isOfPicture = sent.image !== undefined || (known !== undefined && known.type !== 'text');
  return {
    prompt: known?.input.prompt ?? (isOfPicture ? null : said()),
    images: known?.input.images ?? (Array.isArray(sent.images) ? sent.images.length : sent.image ? 1 : 0),
    seed: known?.input.seed ?? sent.seed ?? null,
    parameters: known?.input.parameters ?? sent.parameters ?? {},
  };
}

const isOver = (status: Generation['status']): boolean =>
  status === 'succeeded' || status === 'failed' || status === 'canceled';

function creditsOf(fields: Fields, status: Generation['status'], known?: Generation): Generation['credits'] {
  const cost = fields.number([
    'credits',
    'credits_used',
    'cost',
    'credit_cost',
    'credits_charged',
    'consumed_credits',
  ]);
  return {
    held: isOver(status) ? 0 : (cost ?? known?.credits.held ?? 0),
    consumed: status === 'succeeded' ? (cost ?? 0) : 0,
    refunded: fields.number(['refunded', 'credits_refunded']) ?? 0,
  };
}

type Times = Pick<Generation, 'created_at' | 'started_at' | 'finished_at'>;

/** A time that is missing is taken as now, once the status says that it has passed. */
function timesOf(
  fields: Fields,
  status: Generation['status'],
  known: Generation | undefined,
  iso: string,
): Times {
  return {
    created_at:
      known?.created_at ?? fields.time(['created_at', 'created', 'submitted_at', 'timestamp', 'date']) ?? iso,
    started_at:
      known?.started_at ?? fields.time(['started_at', 'started']) ?? (status === 'queued' ? null : iso),
    finished_at: isOver(status)
      ? (known?.finished_at ??
        fields.time(['finished_at', 'completed_at', 'ended_at', 'finished', 'updated_at']) ??
        iso)
      : null,
  };
}

export function readGenerationBody(
  body: unknown,
  { known: before, params, body: sentBody, now }: Parameters<Reader<Generation>>[1],
  notes: Notes,
): Generation {
  const strict = parseOwn(generation, body);
  if (strict.success) return strict.data;
  const known = before as Generation | undefined;
  const sent = (sentBody ?? {}) as Sent;
  const isBareId = typeof body === 'string' || typeof body === 'number';
  const fields = unwrap(isBareId ? { id: body } : body, { own, marks, notes, prefixes });
  const id = known?.id ?? fields.id(idNames) ?? params?.generation_id ?? fields.missing(['id']);
  const status = statusOf(fields, known, notes);
  const input = inputOf(fields, known, sent);
  return {
    id,
    type: known?.type ?? typeOf(fields, sent, input.prompt),
    pipeline_id:
      known?.pipeline_id ??
      fields.id(['pipeline_id', 'pipeline', 'model_id', 'workflow']) ??
      sent.pipeline_id ??
      '',
    status,
    stage: null,
    progress: percentOf(fields, status, known),
    queue_position: fields.number(['queue_position', 'position', 'preceding_tasks']) ?? null,
    eta_seconds: fields.number(['eta_seconds', 'eta', 'estimated_seconds', 'remaining_seconds']) ?? null,
    input,
    output: status === 'succeeded' ? outputOf(fields, notes) : null,
    credits: creditsOf(fields, status, known),
    error: errorOf(fields, status),
    ...timesOf(fields, status, known, new Date(now).toISOString()),
  };
}

export const readGenerationReply: Reader<Generation> = (body, asked) => {
  const strict = parseOwn(generation, body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  const isEmpty = body === undefined || body === null || body === '';
  if (isEmpty && asked.known)
    return { value: asked.known as Generation, notes: ['status: the body is empty'] };
  return { value: readGenerationBody(body, asked, notes), notes: notes.all() };
};
