import { AppError, isAppError, naming } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import {
  type Generation,
  generate,
  imageToRig,
  multiImageToRig,
  pictureName,
  type RepeatBody,
  repeatGeneration,
  textToRig,
} from '../../contract/rig.js';
import { longestFileName } from '../../contract/rig-input.js';
import { createUpload } from '../../contract/uploads.js';
import { reason } from '../../copy/reason.js';
import { type Attached, type AttachmentKind, createFetchAttachment } from '../attachment.js';
import type { Place } from '../place.js';
import type { Answers, Parameters } from './options.js';

/** Where the card is posted, and the upload limit there. `isPrivate`: only the member sees it. */
export type RigPlace = Place & { uploadLimit: number; isPrivate?: boolean };

export const views = ['front', 'left', 'back', 'right'] as const;
export type View = (typeof views)[number];

export type Source =
  | { kind: 'text'; prompt: string }
  /** `caption`: what the member says about the pictures. */
  | { kind: 'image'; image: Attached; caption?: string }
  | { kind: 'images'; images: { attached: Attached; view: View }[]; caption?: string }
  | { kind: 'mesh'; model: Attached };

/** A member's order; `pipeline` is an id or name, `ping` mentions them when the rig is done. */
export type RigOrder = Source & { pipeline?: string; seed?: number; answers?: Answers; ping?: boolean };

export type RigChoice = {
  pipeline_id?: string;
  seed?: number;
  parameters?: Parameters;
  quote?: string;
  priority?: boolean;
  payer?: 'server';
};

export const inputOf = { text: 'text', image: 'image', images: 'multi_image', mesh: 'mesh' } as const;

export const wordless = () => new AppError('invalid_request', reason('rig.error.no_prompt'));

/** Says which picture a refusal is about. The service says it in English, this bot in the reader's language. */
const namingView =
  (view: View, at: number) =>
  (error: unknown): never =>
    isAppError(error) && error.reason
      ? naming((problem) => reason(`rig.error.view.${view}`, { problem }))(error)
      : naming(pictureName(view, at))(error);

/** What the service is told about pictures besides what they show. */
const aboutOf = ({ caption }: { caption?: string }, shown: Attached | undefined) => ({
  ...(caption && { description: caption }),
  ...(shown && { file_name: shown.name.slice(0, longestFileName) }),
});

/**
 * Turns orders into service calls.
 * @param fileOrigins origins of Discord's file hosts
 */
export function createPlaceOrder(fileOrigins: readonly string[]) {
  const fetchAttachment = createFetchAttachment(fileOrigins);

  const upload = async (service: Service, attached: Attached, kind: AttachmentKind = 'picture') => {
    const { bytes, type } = await fetchAttachment(attached, kind);
    const body = { content_type: type, data: bytes.toString('base64') };
    try {
      return { upload_id: (await service.call(createUpload, { body })).body.upload_id };
    } catch (error) {
      if (!isAppError(error, 'not_found')) throw error;
      return { url: attached.url }; // uploads are not part of the specification
    }
  };

  return {
    async place(service: Service, source: Source, choice: RigChoice, key: string): Promise<Generation> {
      const idempotencyKey = key;
      if (source.kind === 'text') {
        const body = { prompt: source.prompt, ...choice };
        return (await service.call(textToRig, { body, idempotencyKey })).body;
      }
      if (source.kind === 'image') {
        const { image } = source;
        const body = { image: await upload(service, image), ...aboutOf(source, image), ...choice };
        return (await service.call(imageToRig, { body, idempotencyKey })).body;
      }
      if (source.kind === 'mesh') {
        const mesh = await upload(service, source.model, 'model');
        const body = { type: 'mesh', mesh, ...choice } as const;
        return (await service.call(generate, { body, idempotencyKey })).body;
      }
      const front = source.images.find(({ view }) => view === 'front') ?? source.images[0];
      const images = await Promise.all(
        source.images.map(async ({ attached, view }, at) => ({
          ...(await upload(service, attached).catch(namingView(view, at))),
          view,
        })),
      );
      const body = { images, ...aboutOf(source, front?.attached), ...choice };
      return (await service.call(multiImageToRig, { body, idempotencyKey })).body;
    },

    /** Sends the prompt again; for files and second readings, refers to what the service kept. */
    async repeat(
      service: Service,
      earlier: Generation,
      changes: RepeatBody,
      key: string,
    ): Promise<Generation> {
      const { id, pipeline_id, input } = earlier;
      if (input.prompt !== null && !changes.second_reading) {
        const isSame = changes.prompt === undefined && input.spec;
        const said = { prompt: input.prompt, ...(isSame && { spec: input.spec }) };
        const body = { pipeline_id, parameters: input.parameters, ...said, ...changes };
        return (await service.call(textToRig, { body, idempotencyKey: key })).body;
      }
      const params = { generation_id: id };
      return (await service.call(repeatGeneration, { params, body: changes, idempotencyKey: key })).body;
    },
  };
}
