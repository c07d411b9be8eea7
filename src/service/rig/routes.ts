import { iso } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import { listPipelines, type Pipeline, readPipeline } from '../../contract/pipelines.js';
import {
  cancelGeneration,
  deleteGeneration,
  type GenerateBody,
  generate,
  imageToRig,
  listGenerations,
  multiImageToRig,
  readGeneration,
  repeatGeneration,
  textToRig,
} from '../../contract/rig.js';
import { showClip } from '../../contract/rig-clip.js';
import { convertGeneration } from '../../contract/rig-download.js';
import { createUpload } from '../../contract/uploads.js';
import { type Route, route } from '../feature.js';
import { readCursor, toPage, wholePage } from '../page.js';
import type { Admission, StartCall } from './admission.js';
import type { Clips } from './clips.js';
import type { Conversions } from './conversions.js';
import type { Pipelines } from './pipelines.js';
import type { RemoveGeneration } from './removal.js';
import type { GenerationRow } from './row.js';
import { maxSourceBytes, type SourceKind } from './sniff.js';
import type { Starter } from './starter.js';
import type { GenerationStore } from './store.js';
import type { Uploads } from './uploads.js';
import type { GenerationView } from './view.js';

export type RigRoutesDeps = {
  admission: Admission;
  store: GenerationStore;
  pipelines: Pipelines;
  uploads: Uploads;
  starter: Starter;
  view: GenerationView;
  remove: RemoveGeneration;
  clips: Clips;
  conversions: Conversions;
  /** Tells the owner's connections about a changed generation. */
  tell: (row: GenerationRow) => void;
  /** Called when an owner cancels a generation. */
  canceled: (row: GenerationRow) => void;
};

/** Base64 needs four characters for three bytes; the rest is the JSON around it. */
const bodyBytes = (count: number, kind: SourceKind) =>
  Math.ceil((maxSourceBytes[kind] * count * 4) / 3) + 65_536;

export function rigRoutes({
  admission,
  store,
  pipelines,
  uploads,
  starter,
  view,
  remove,
  clips,
  conversions,
  tell,
  canceled,
}: RigRoutesDeps): Route[] {
  const answer = (row: GenerationRow) => ({ status: 202, body: view(row) }) as const;
  const admitted = (call: StartCall) => admission.start(call, answer);
  const accept = async (call: StartCall, body: GenerateBody) =>
    answer(await starter.start(call.user.id, body, await admitted(call)));
  return [
    route(listPipelines, async () => ({
      status: 200,
      body: wholePage(pipelines.all.map(({ parameters: _, ...listed }) => shown(listed))),
    })),
    route(readPipeline, async ({ params }) => ({
      status: 200,
      body: shown(pipelines.find(params.pipeline_id)),
    })),
    route(textToRig, (call) => accept(call, { ...call.body, type: 'text' })),
    route(imageToRig, (call) => accept(call, { ...call.body, type: 'image' }), {
      bodyLimitBytes: bodyBytes(1, 'picture'),
    }),
    route(multiImageToRig, (call) => accept(call, { ...call.body, type: 'multi_image' }), {
      bodyLimitBytes: bodyBytes(4, 'picture'),
    }),
    route(generate, (call) => accept(call, call.body), { bodyLimitBytes: bodyBytes(4, 'picture') }),
    route(listGenerations, async ({ user, query: { cursor, limit, status } }) => {
      const rows = await store.list(user.id, {
        limit: limit + 1,
        ...(status && { status }),
        before: readCursor(cursor),
      });
      return { status: 200, body: toPage(rows, limit, ({ sequence }) => sequence, view) };
    }),
    route(readGeneration, async ({ user, params }) => ({
      status: 200,
      body: view(found(await store.find(user.id, params.generation_id))),
    })),
    route(cancelGeneration, async ({ user, params }) => {
      const row = found(await store.cancel(user.id, params.generation_id));
      canceled(row);
      return { status: 200, body: view(row) };
    }),
    route(showClip, async ({ user, params, body }) => {
      const row = await clips.show(found(await store.find(user.id, params.generation_id)), body.clip);
      tell(row);
      return { status: 200, body: view(row) };
    }),
    route(convertGeneration, async ({ user, params, body }) => {
      const row = found(await store.find(user.id, params.generation_id));
      const file = await conversions.convert(row, body);
      return 'url' in file ? { status: 200, body: file } : { status: 202, body: file };
    }),
    route(deleteGeneration, async ({ user, params }) => {
      await remove(user.id, params.generation_id);
      return { status: 204, body: null };
    }),
    route(repeatGeneration, async (call) => {
      const { user, params, body } = call;
      return answer(await starter.repeat(user.id, params.generation_id, body, await admitted(call)));
    }),
    route(
      createUpload,
      async ({ user, body }) => {
        const source = Buffer.from(body.data, 'base64');
        const { id, bytes, expiresAt } = await uploads.add(user.id, source, body.content_type);
        return { status: 201, body: { upload_id: id, bytes, expires_at: iso(expiresAt) } };
      },
      { bodyLimitBytes: bodyBytes(1, 'model') },
    ),
  ];
}

/** A description can be improved before it is sent to any pipeline that takes one. */
const shown = <P extends Pipeline>(pipeline: P): P =>
  pipeline.inputs.includes('text') ? { ...pipeline, prompt_help: true } : pipeline;

function found(row: GenerationRow | null): GenerationRow {
  if (row) return row;
  throw new AppError('not_found', "We couldn't find that rig. Use /rigs to see yours.");
}
