import { createHash } from 'node:crypto';
import { AppError } from '../../base/errors.js';
import type { Converted } from '../../contract/rig-download.js';
import type { ConvertRequest, RigFormat } from '../../engine/types.js';
import { hasClip, noClip } from './clips.js';
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
  fbx: 'application/octet-stream',
} as const satisfies Partial<Record<RigFormat | 'fbx', string>>;
type Format = keyof typeof convertedTypes;

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
}) {
  const { outputs, link } = deps;
  return {
    /** @throws AppError `invalid_request` for a format or clip that the rig does not have, or before it is finished */
    async convert(row: GenerationRow, wish: Wish): Promise<Converted> {
      const { output } = row;
      const format = output && formatsOf(output, outputs.canAddFbx).find((one) => one === wish.format);
      if (!format || !outputs.canAdd)
        throw new AppError('invalid_request', `This character cannot be saved as “${wish.format}”.`);
      const clip = format === 'vrm' || format === 'fbx' ? undefined : clipFor(format, wish.clip, output);
      const meta = {
        name: (row.prompt ?? 'Character').slice(0, 60),
        author: wish.author ?? 'Rigsmith',
        license: wish.license ?? ('owner' as const),
      };
      // A VRM names its author, so another one is another file.
      const apart = format === 'vrm' ? digestOf(`${meta.author}|${meta.license}`) : clip;
      const ending = apart === undefined ? format : `${apart}.${format}`;
      const { bytes } = await outputs.add(row, {
        find: ({ converted }) => converted?.[ending],
        request: (model) =>
          format === 'fbx' ? { kind: 'fbx', model } : { kind: 'convert', model, format, clip, ...meta },
        place: (before, file) => ({ ...before, converted: { ...before.converted, [ending]: file } }),
      });
      return { format, url: link(row, ending), bytes };
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
