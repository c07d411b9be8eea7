import type { ErrorCode } from '../../base/errors.js';
import type { RigInput } from '../../contract/pipelines.js';
import type { Generation, GenerationStatus } from '../../contract/rig.js';
import type { CharacterSpec, Stage, ViewName } from '../../engine/index.js';

export type StoredImage = {
  sha256: string;
  view: ViewName | null;
  /** The caption of the pictures, and the name of a file; only with the first of several. */
  description?: string | undefined;
  fileName?: string | undefined;
};

/** The result of a finished job: the wire's `output` with blobs in place of links. */
export type StoredOutput = Omit<
  NonNullable<Generation['output']>,
  'files' | 'preview_url' | 'turntable_url'
> & {
  model: { sha256: string; bytes: number };
  preview: { sha256: string; bytes: number };
  /** Missing in rigs made before turntables existed. */
  turntable?: { sha256: string; bytes: number };
  /** Files in other formats, by the ending of their names. */
  converted?: Record<string, { sha256: string; bytes: number }>;
  /** Turntables in other clips, by clip. */
  films?: Record<string, { sha256: string; bytes: number }>;
  /** The last time that Blender made no FBX of it, for other processes that wait to try the same. */
  fbxFailure?: { at: number; code: ErrorCode; detail: string };
};

/** A stored generation. Times are milliseconds since the epoch. */
export type GenerationRow = {
  sequence: number;
  id: string;
  userId: string;
  type: RigInput;
  pipelineId: string;
  status: GenerationStatus;
  stage: Stage | null;
  progress: number;
  prompt: string | null;
  /** The spec made instead of the prompt. */
  spec: CharacterSpec | null;
  images: StoredImage[];
  /** SHA-256 of the uploaded model, for type `mesh`. */
  model: string | null;
  seed: number | null;
  parameters: Generation['input']['parameters'];
  credits: number;
  estimatedSeconds: number;
  output: StoredOutput | null;
  error: { code: ErrorCode; detail: string } | null;
  /** The provider's task, where a provider makes the model. */
  remoteTask: string | null;
  /** Paid to start before others. */
  isPriority: boolean;
  /** The server whose pool pays; null when the user does. */
  pool: string | null;
  createdAt: number;
  startedAt: number | null;
  finishedAt: number | null;
  /** For a queued generation: how many are before it, and their total seconds. */
  ahead: { count: number; seconds: number } | null;
};

export const columns = `sequence, id, user_id, type, pipeline_id, status, stage, progress, prompt, spec, images, model, seed,
  parameters, credits, estimated_seconds, output, error_code, error_detail, remote_task, priority, pool,
  created_at, started_at, finished_at`;

export type SqlRow = {
  sequence: number;
  id: string;
  user_id: string;
  type: RigInput;
  pipeline_id: string;
  status: GenerationStatus;
  stage: Stage | null;
  progress: number;
  prompt: string | null;
  spec: string | null;
  images: string;
  model: string | null;
  seed: number | null;
  parameters: string;
  credits: number;
  estimated_seconds: number;
  output: string | null;
  error_code: ErrorCode | null;
  error_detail: string | null;
  remote_task: string | null;
  priority: number;
  pool: string | null;
  created_at: number;
  started_at: number | null;
  finished_at: number | null;
};

export const fromSql = (row: SqlRow): Omit<GenerationRow, 'ahead'> => ({
  sequence: row.sequence,
  id: row.id,
  userId: row.user_id,
  type: row.type,
  pipelineId: row.pipeline_id,
  status: row.status,
  stage: row.stage,
  progress: row.progress,
  prompt: row.prompt,
  spec: row.spec === null ? null : JSON.parse(row.spec),
  images: JSON.parse(row.images),
  model: row.model,
  seed: row.seed,
  parameters: JSON.parse(row.parameters),
  credits: row.credits,
  estimatedSeconds: row.estimated_seconds,
  output: row.output === null ? null : JSON.parse(row.output),
  error: row.error_code === null ? null : { code: row.error_code, detail: row.error_detail ?? '' },
  remoteTask: row.remote_task,
  isPriority: row.priority === 1,
  pool: row.pool,
  createdAt: row.created_at,
  startedAt: row.started_at,
  finishedAt: row.finished_at,
});

/** The hashes of the files a generation was made from, and of those it became. */
export const filesOf = ({
  images,
  model,
  output,
}: Pick<GenerationRow, 'images' | 'model'> & Partial<Pick<GenerationRow, 'output'>>): string[] =>
  [
    ...images.map(({ sha256 }) => sha256),
    ...[model, output?.model.sha256, output?.preview.sha256, output?.turntable?.sha256],
    ...Object.values(output?.films ?? {}).map(({ sha256 }) => sha256),
    ...Object.values(output?.converted ?? {}).map(({ sha256 }) => sha256),
  ].filter((sha256) => typeof sha256 === 'string');
