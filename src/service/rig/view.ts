import { iso } from '../../base/clock.js';
import type { Generation } from '../../contract/rig.js';
import { clipOf } from './clips.js';
import { formatsOf } from './conversions.js';
import type { Links } from './links.js';
import type { GenerationRow, StoredOutput } from './row.js';

/** Converts a stored generation to the wire format, with new links and its queue position. */
export type GenerationView = (row: GenerationRow) => Generation;

/**
 * @param slotsOf how many jobs of a pipeline's lane run at once
 * @param isSeeded whether another seed changes the rig
 */
export function createGenerationView(deps: {
  links: Links;
  slotsOf: (pipelineId: string) => number;
  isSeeded: (pipelineId: string) => boolean;
  /** Whether finished rigs can be shown in other clips, and converted to other formats. */
  canAddFiles: boolean;
  canAddFbx: boolean;
}): GenerationView {
  const { slotsOf, isSeeded } = deps;
  return (row) => ({
    id: row.id,
    type: row.type,
    pipeline_id: row.pipelineId,
    seeded: isSeeded(row.pipelineId),
    status: row.status,
    stage: row.stage,
    progress: row.progress,
    queue_position: row.ahead && row.ahead.count + 1,
    eta_seconds: etaOf(row, slotsOf(row.pipelineId)),
    input: {
      prompt: row.prompt,
      images: row.images.length,
      seed: row.seed,
      parameters: row.parameters,
      ...(row.spec && { spec: row.spec }),
    },
    output: row.output && outputOf(row, row.output, deps),
    credits: creditsOf(row),
    ...(row.isPriority && { priority: true }),
    ...(row.pool !== null && { paid_by: 'server' as const }),
    error: row.error,
    created_at: iso(row.createdAt),
    started_at: row.startedAt === null ? null : iso(row.startedAt),
    finished_at: row.finishedAt === null ? null : iso(row.finishedAt),
  });
}

function etaOf({ status, estimatedSeconds, progress, ahead }: GenerationRow, slots: number): number | null {
  if (ahead) return Math.ceil(ahead.seconds / slots + estimatedSeconds);
  return status === 'running' ? Math.ceil((estimatedSeconds * (100 - progress)) / 100) : null;
}

function creditsOf({ status, credits }: GenerationRow): Generation['credits'] {
  const none = { held: 0, consumed: 0, refunded: 0 };
  if (status === 'succeeded') return { ...none, consumed: credits };
  return status === 'failed' || status === 'canceled'
    ? { ...none, refunded: credits }
    : { ...none, held: credits };
}

function outputOf(
  { id, prompt }: GenerationRow,
  stored: StoredOutput,
  { links, canAddFiles, canAddFbx }: { links: Links; canAddFiles: boolean; canAddFbx: boolean },
): Generation['output'] {
  const {
    model,
    preview: _preview,
    turntable,
    films = {},
    converted: _files,
    fbxFailure: _,
    ...rest
  } = stored;
  const name = fileName(prompt);
  const link = (ending: string) => links.sign(id, `${name}.${ending}`);
  const clip = clipOf(stored);
  const film = clip !== undefined && films[clip] ? `${clip}.webp` : 'webp';
  return {
    ...rest,
    ...(canAddFiles && { formats: formatsOf(stored, canAddFbx), ...(clip !== undefined && { clip }) }),
    files: [{ format: 'glb', url: link('glb'), ...model }],
    preview_url: link('png'),
    turntable_url: turntable ? link(film) : null,
  };
}

/** The signed address of a converted file, which has this ending. */
export const convertedLink =
  (links: Links) =>
  ({ id, prompt }: GenerationRow, ending: string): string =>
    links.sign(id, `${fileName(prompt)}.${ending}`);

/** Up to 40 characters of the prompt that any file system accepts: "A red fox!" gives `a-red-fox`. */
function fileName(prompt: string | null): string {
  const words = (prompt ?? '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-');
  return words.slice(0, 40).replace(/^-+|-+$/g, '') || 'rig';
}
