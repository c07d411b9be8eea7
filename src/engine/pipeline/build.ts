/** Pipeline for text and picture inputs: mesh, weights, clips, file, preview, validation. */

import type { Character } from '../character.js';
import type { Clip } from '../clips/clip.js';
import { heightOf } from '../geometry/mesh/mesh.js';
import { poses } from '../input/text/vocabulary.js';
import type { ArmStance, ArtStyle } from '../kinds.js';
import { assembleSurfaces, type Surface } from '../output/assemble.js';
import { bakeAtlas } from '../output/atlas/atlas.js';
import { writeGlb } from '../output/glb.js';
import { clipFor, portrait } from '../output/portrait.js';
import { type StartedFilm, takePictures } from '../output/render/pictures.js';
import { validateGlb } from '../output/validate.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { skinMeshes } from '../skinning/skin.js';
import { finish, readyFor, restyle } from '../style/style.js';
import type { Rig, RigReport, RigRequest } from '../types.js';
import { animate } from './animate.js';
import { type Detail, meshCharacter } from './mesh.js';
import type { PipelineProgress } from './progress.js';
import { reportOf } from './report.js';

export type Interpreted = {
  name: string;
  input: RigReport['input'];
  seed: number;
  detail: Detail;
  /** Default: clay. */
  style?: ArtStyle | undefined;
  sculpt(): Character | Promise<Character>;
  words?: RigReport['words'];
  spec?: RigReport['spec'];
  /** The clip shown in the preview. */
  pose?: string | null;
  arms?: ArmStance | null;
  notes?: string[];
  seen?: RigReport['seen'];
  alternative?: RigReport['alternative'];
};

/** An animated character before it is written to files; `shown` is what pictures of it show. */
export type Acting = {
  skeleton: Skeleton;
  surfaces: readonly Surface[];
  shown: readonly Surface[];
  clips: readonly Clip[];
  film?: StartedFilm | undefined;
};

export async function makeCharacter(
  interpreted: Interpreted,
  progress: PipelineProgress,
  wanted: Omit<Extras, 'previewSize'> = {},
): Promise<Acting> {
  const { detail, style = 'clay', arms } = interpreted;
  const { character, meshes } = await progress.run('model', async () => {
    const made = readyFor(style, await interpreted.sculpt());
    return { character: made, meshes: await meshCharacter(made, { detail, style }, progress.pause) };
  });
  const { skeleton } = character;
  await progress.run('rig', () => skeleton);
  const surfaces = await progress.run('skin', () =>
    restyle(style, assembleSurfaces(character, skinMeshes(character, meshes)), { skeleton, detail }),
  );
  const shown = finish(style, surfaces);
  const { clips, film } = await progress.run('animate', () =>
    animate({ skeleton, surfaces, shown }, { ...wanted, detail, arms }, progress),
  );
  return { skeleton, surfaces, shown, clips, film };
}

/** What the files contain besides the model. */
export type Extras = Pick<RigRequest, 'turntable' | 'previewSize' | 'clips' | 'rootMotion'>;

export async function buildRig(
  interpreted: Interpreted,
  extras: Extras,
  progress: PipelineProgress,
): Promise<Rig> {
  const { skeleton, surfaces, shown, clips, film } = await makeCharacter(interpreted, progress, extras);
  const height = heightOf(surfaces);
  const pose = portrait(clips, interpreted.pose);
  const said = sayUnposed(interpreted, clips);
  const { file, finish: finishPictures } = await progress.run('render', () => {
    const wanted = { pose, previewSize: extras.previewSize, film };
    return takePictures({ skeleton, surfaces: shown }, wanted, progress, async () => {
      const baked = finish(interpreted.style, surfaces, await bakeAtlas(surfaces));
      const glb = await writeGlb({ name: interpreted.name, skeleton, surfaces: baked, clips, height });
      return { baked, glb };
    });
  });
  const { baked, glb } = file;
  const validation = await progress.run('validate', () => validateGlb(glb));
  const pictures = await progress.finish('render', finishPictures);
  return {
    glb,
    ...pictures,
    report: reportOf(
      {
        surfaces: baked,
        skins: baked,
        joints: skeleton.joints,
        materials: baked.length,
        animations: clips,
        progress,
      },
      {
        seed: interpreted.seed,
        input: interpreted.input,
        skeleton: skeleton.kind,
        validation,
        words: said.words,
        ...(interpreted.spec && { spec: interpreted.spec }),
        ...(said.notes.length > 0 && { notes: said.notes }),
        ...(interpreted.seen && { seen: interpreted.seen }),
        ...(interpreted.alternative && { alternative: interpreted.alternative }),
      },
    ),
  };
}

/** Says so when the model has no clip for the pose that was asked for. */
function sayUnposed(
  { pose, words, notes = [] }: Interpreted,
  clips: readonly Clip[],
): Pick<Interpreted, 'words'> & { notes: string[] } {
  if (!pose || clipFor(clips, pose)) return { words, notes };
  const isPose = (word: string) => poses[word] === pose;
  return {
    words: words && {
      ...words,
      understood: words.understood.filter((word) => !isPose(word)),
      unexpressed: [...words.unexpressed, ...words.understood.filter(isPose)],
    },
    notes: [...notes, `This model has no clip “${pose}”, so the picture shows “${clips[0]!.name}”.`],
  };
}
