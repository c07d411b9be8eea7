import { type Generation, generation, type RigInput } from '../rig.js';
import { unwrap } from './envelope.js';
import { type Fields, fieldsOf } from './fields.js';
import { createNotes, type Notes, type Reader } from './reading.js';
import { generationStatusOf, statusNames } from './status.js';
import { isDictionary, plainWord, shown, toId, toNumber, toText } from './values.js';

const own = ['generation', 'job', 'task', 'rig', 'prediction', 'model'];
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
const formats = ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'stl', 'vrm', 'bvh', 'zip'];
const outputNames = [
  'output',
  'outputs',
  'result',
  'results',
  'files',
  'assets',
  'artifacts',
  'model_urls',
  'urls',
  'models',
  'downloads',
];
const linkNames = [
  'model_url',
  'glb_url',
  'rig_url',
  'result_url',
  'output_url',
  'download_url',
  'file_url',
  'url',
  'model',
  'rigged_model_url',
  'uri',
  'href',
];
const previewNames = [
  'preview_url',
  'thumbnail_url',
  'thumbnail',
  'preview',
  'image_url',
  'preview_image',
  'poster',
  'render_url',
];

type Output = NonNullable<Generation['output']>;
type File = Output['files'][number];

const isLink = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/|\/)[^\s<>"]+$/.test(value);

const formatOf = (url: string, said?: unknown): string => {
  const word = plainWord(said);
  const known = formats.find((one) => word === one || word.endsWith(one));
  if (known) return known;
  const [, ending = ''] = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url) ?? [];
  return formats.includes(ending.toLowerCase()) ? ending.toLowerCase() : '';
};

const isPicture = (url: string): boolean => /\.(png|jpe?g|webp|gif)([?#]|$)/i.test(url);

function addFile(files: File[], url: unknown, said?: unknown, item?: Fields): void {
  if (!isLink(url) || isPicture(url) || files.some((one) => one.url === url)) return;
  const format = formatOf(url, said) || (files.length === 0 ? 'glb' : '');
  if (format === '') return;
  files.push({
    format,
    url,
    bytes: item?.number(['bytes', 'size', 'file_size', 'size_bytes', 'content_length']) ?? 0,
    sha256: item?.text(['sha256', 'checksum', 'hash']) ?? '',
  });
}

/** Files by list, by format or as one link, however deep below `output`. */
function collect(value: unknown, files: File[], notes: Notes, said?: string, depth = 0): void {
  if (isLink(value)) addFile(files, value, said);
  if (depth > 4) return;
  if (Array.isArray(value)) for (const one of value) collect(one, files, notes, undefined, depth + 1);
  if (!isDictionary(value)) return;
  const item = fieldsOf([value], 'output', notes);
  const own = linkNames.map((name) => item.any([name])).find(isLink);
  if (own)
    addFile(
      files,
      own,
      item.any(['format', 'type', 'extension', 'name', 'filename', 'content_type']) ?? said,
      item,
    );
  for (const [name, inner] of Object.entries(value)) {
    const key = plainWord(name);
    if (/thumb|preview|poster|image|turntable|video/.test(key)) continue;
    const isFile =
      formats.some((one) => key === one || key.startsWith(one)) ||
      linkNames.some((one) => plainWord(one) === key);
    if (isLink(inner) ? isFile : typeof inner === 'object')
      collect(
        inner,
        files,
        notes,
        formats.find((one) => key.startsWith(one)),
        depth + 1,
      );
  }
}

function outputOf(fields: Fields, notes: Notes): Output | null {
  const files: File[] = [];
  const given = fields.any(outputNames);
  collect(given, files, notes);
  for (const name of [...linkNames, ...formats, ...outputNames])
    collect(fields.any([name]), files, notes, formats.includes(name) ? name : undefined);
  const inner = isDictionary(given) ? fieldsOf([given], 'output', notes) : undefined;
  const link = (names: readonly string[]) => {
    const found = [inner?.any(names), fields.any(names)]
      .map((one) => (isDictionary(one) ? one.url : one))
      .find(isLink);
    return found ?? null;
  };
  files.sort((a, b) => Number(b.format === 'glb') - Number(a.format === 'glb'));
  const rig =
    inner?.object(['rig', 'skeleton', 'armature']) ?? fields.object(['rig', 'skeleton', 'armature']);
  const joints = (rig ?? inner ?? fields).number([
    'joints',
    'bones',
    'joint_count',
    'bone_count',
    'num_bones',
    'num_joints',
  ]);
  const mesh = inner?.object(['mesh', 'geometry', 'stats']) ?? fields.object(['mesh', 'geometry', 'stats']);
  const triangles = (mesh ?? inner ?? fields).number([
    'triangles',
    'faces',
    'triangle_count',
    'face_count',
    'polycount',
    'tris',
  ]);
  const clips = inner?.list(['animations', 'clips']) ?? fields.list(['animations', 'clips']) ?? [];
  return {
    files,
    preview_url: link(previewNames),
    turntable_url: link(['turntable_url', 'turntable']),
    rig:
      joints === undefined
        ? null
        : {
            skeleton: rig?.text(['skeleton', 'type', 'name']) ?? '',
            joints,
            max_influences: rig?.number(['max_influences']) ?? 0,
          },
    mesh:
      triangles === undefined
        ? null
        : { vertices: mesh?.number(['vertices', 'vertex_count']) ?? 0, triangles },
    animations: clips.flatMap((one) =>
      typeof one === 'string' ? [one] : (isDictionary(one) && toText(one.name)) || [],
    ),
    validation: null,
    seed: inner?.number(['seed']) ?? fields.number(['seed']) ?? null,
    unknown_words: [],
    notes: [],
  };
}

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

export function readGenerationBody(
  body: unknown,
  { known: before, params, body: sentBody, now }: Parameters<Reader<Generation>>[1],
  notes: Notes,
): Generation {
  const strict = generation.safeParse(body);
  if (strict.success) return strict.data;
  const known = before as Generation | undefined;
  const sent = (sentBody ?? {}) as Sent;
  const isBareId = typeof body === 'string' || typeof body === 'number';
  const fields = unwrap(isBareId ? { id: body } : body, { own, marks, notes });
  const id = known?.id ?? fields.id(idNames) ?? params?.generation_id ?? fields.missing(['id']);
  const word = fields.any(statusNames);
  const flag = fields.flag(['done', 'completed', 'finished', 'is_ready', 'ready']);
  const failed = fields.has(['error', 'failure_reason']);
  const status =
    generationStatusOf(word) ??
    (flag === true ? (failed ? 'failed' : 'succeeded') : (known?.status ?? 'queued'));
  if (generationStatusOf(word) === undefined)
    notes.add(word === undefined ? 'status: is missing' : `status: "${shown(word)}" is unknown`);
  const input = fields.object(['input', 'request', 'params', 'inputs']);
  const prompt =
    known?.input.prompt ??
    input?.text(['prompt', 'text', 'description']) ??
    fields.text(['prompt', 'text_prompt', 'text', 'description']) ??
    sent.prompt ??
    null;
  const iso = new Date(now).toISOString();
  const isOver = status === 'succeeded' || status === 'failed' || status === 'canceled';
  const cost = fields.number([
    'credits',
    'credits_used',
    'cost',
    'credit_cost',
    'credits_charged',
    'consumed_credits',
  ]);
  return {
    id,
    type: known?.type ?? typeOf(fields, sent, prompt),
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
    input: {
      prompt,
      images: known?.input.images ?? (Array.isArray(sent.images) ? sent.images.length : sent.image ? 1 : 0),
      seed: known?.input.seed ?? sent.seed ?? null,
      parameters: known?.input.parameters ?? sent.parameters ?? {},
    },
    output: status === 'succeeded' ? outputOf(fields, notes) : null,
    credits: {
      held: isOver ? 0 : (cost ?? known?.credits.held ?? 0),
      consumed: status === 'succeeded' ? (cost ?? 0) : 0,
      refunded: fields.number(['refunded', 'credits_refunded']) ?? 0,
    },
    error: errorOf(fields, status),
    created_at:
      known?.created_at ?? fields.time(['created_at', 'created', 'submitted_at', 'timestamp', 'date']) ?? iso,
    started_at:
      known?.started_at ?? fields.time(['started_at', 'started']) ?? (status === 'queued' ? null : iso),
    finished_at: isOver
      ? (known?.finished_at ??
        fields.time(['finished_at', 'completed_at', 'ended_at', 'finished', 'updated_at']) ??
        iso)
      : null,
  };
}

export const readGenerationReply: Reader<Generation> = (body, asked) => {
  const strict = generation.safeParse(body);
  if (strict.success) return { value: strict.data, notes: [] };
  const notes = createNotes();
  const isEmpty = body === undefined || body === null || body === '';
  if (isEmpty && asked.known)
    return { value: asked.known as Generation, notes: ['status: the body is empty'] };
  return { value: readGenerationBody(body, asked, notes), notes: notes.all() };
};
