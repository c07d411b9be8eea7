import { createHash } from 'node:crypto';
import type { Clock } from '../../base/clock.js';
import { AppError } from '../../base/errors.js';
import type { Converted, Converting } from '../../contract/rig-download.js';
import type { ConvertedFormat, ConvertRequest } from '../../engine/types.js';
import type { Blob } from '../storage/blobs.js';
import { hasClip, noClip } from './clips.js';
import { createOngoing } from './ongoing.js';
import type { Outputs } from './outputs.js';
import type { GenerationRow, StoredOutput } from './row.js';

/** What a member may ask of a conversion. */
type Wish = {
  format: string;
  clip?: string | undefined;
  author?: string | undefined;
  license?: ConvertRequest['license'] | undefined;
};

/** Formats with the ending and the media type of their files. */
export const convertedTypes = {
  vrm: 'model/gltf-binary',
  usdz: 'model/vnd.usdz+zip',
  obj: 'model/obj',
  stl: 'model/stl',
  ply: 'application/octet-stream',
  bvh: 'text/plain; charset=utf-8',
  'meshopt.glb': 'model/gltf-binary',
  fbx: 'application/octet-stream',
} as const satisfies Partial<Record<ConvertedFormat | 'fbx', string>>;
type Format = keyof typeof convertedTypes;

/** Formats with all clips or none. */
const clipless: ReadonlySet<Format> = new Set(['vrm', 'fbx', 'meshopt.glb']);

/** How long a request waits for its file; clients give up after 30 s. */
const patienceMs = 15_000;

/** Formats that a rig can be converted to: an avatar has two legs and two arms, and FBX needs Blender. */
export function formatsOf({ rig }: Pick<StoredOutput, 'rig'>, canAddFbx: boolean): Format[] {
  const all = Object.keys(convertedTypes) as Format[];
  return all.filter(
    (format) => (format !== 'vrm' || rig?.skeleton === 'biped') && (format !== 'fbx' || canAddFbx),
  );
}

/** Converts finished rigs to other formats. */
export function createConversions(deps: {
  outputs: Pick<Outputs, 'add' | 'canAdd' | 'canAddFbx'>;
  /** The signed address of a file whose name has this ending. */
  link: (row: GenerationRow, ending: string) => string;
  clock: Clock;
}) {
  const { outputs, link, clock } = deps;
  const ongoing = createOngoing<Blob>(clock);
  return {
    /**
     * @returns the file, or without an address while it is still being made
     * @throws AppError `invalid_request` for a format or clip that the rig does not have, or before it is finished
     */
    async convert(row: GenerationRow, wish: Wish): Promise<Converted | Converting> {
      const { output } = row;
      const format = output && formatsOf(output, outputs.canAddFbx).find((one) => one === wish.format);
      if (!format || !outputs.canAdd)
        throw new AppError('invalid_request', `This character cannot be saved as “${wish.format}”.`);
      const clip = clipless.has(format) ? undefined : clipFor(format, wish.clip, output);
      const meta = {
        name: (row.prompt ?? 'Character').slice(0, 60),
        author: wish.author ?? 'Rigsmith',
        license: wish.license ?? ('owner' as const),
      };
      // A VRM names its author, so another one is another file.
      const apart = format === 'vrm' ? digestOf(`${meta.author}|${meta.license}`) : clip;
      const ending = apart === undefined ? format : `${apart}.${format}`;
      const making = () =>
        outputs.add(row, {
          find: ({ converted }) => converted?.[ending],
          request: (model) =>
            format === 'fbx' ? { kind: 'fbx', model } : { kind: 'convert', model, format, clip, ...meta },
          by: format === 'fbx' ? 'blender' : 'engine',
          place: (before, file) => ({ ...before, converted: { ...before.converted, [ending]: file } }),
        });
      const file = await ongoing(`${row.id}/${ending}`, patienceMs, making);
      return file ? { format, url: link(row, ending), bytes: file.bytes } : { format };
    },
  };
}
export type Conversions = ReturnType<typeof createConversions>;

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 12);

/** A BVH holds one motion; other formats are idle unless a clip is chosen. */
function clipFor(format: Format, wanted: string | undefined, output: StoredOutput): string | undefined {
  if (wanted === undefined) return format === 'bvh' ? output.animations[0] : undefined;
  if (hasClip(output, wanted)) return wanted;
  throw noClip(wanted);
}
