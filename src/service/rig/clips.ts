import { AppError } from '../../base/errors.js';
import type { Outputs } from './outputs.js';
import type { GenerationRow, StoredOutput } from './row.js';

/** The clip of the first turntable: walking, else the first after idling. As the engine chooses it. */
const firstShown = (clips: readonly string[]): string | undefined =>
  clips.find((name) => name === 'walk') ?? clips[1] ?? clips[0];

/** The clip that the turntable shows; undefined for a rig without a turntable. */
export const clipOf = ({ clip, turntable, animations }: StoredOutput): string | undefined =>
  turntable && (clip ?? firstShown(animations));

/** Whether a rig has a clip of this name; it becomes part of a file's name. */
export const hasClip = ({ animations }: StoredOutput, clip: string): boolean =>
  animations.includes(clip) && /^[\w-]+$/.test(clip);

export const noClip = (clip: string) =>
  new AppError('invalid_request', `This character has no clip “${clip}”.`);

/** Shows finished rigs in other clips. */
export function createClips(outputs: Pick<Outputs, 'add' | 'change'>) {
  return {
    /** @throws AppError `invalid_request` for a clip that the rig lacks, or before it is finished */
    async show(row: GenerationRow, clip: string): Promise<GenerationRow> {
      const { id, output } = row;
      if (!output?.turntable || !hasClip(output, clip)) throw noClip(clip);
      if (clip !== firstShown(output.animations))
        await outputs.add(row, {
          find: ({ films }) => films?.[clip],
          request: (model) => ({ kind: 'film', model, clip }),
          by: 'engine',
          place: (before, film) => ({ ...before, films: { ...before.films, [clip]: film } }),
        });
      return { ...row, output: await outputs.change(id, (before) => ({ ...before, clip })) };
    },
  };
}
export type Clips = ReturnType<typeof createClips>;
