/** Pipeline for text and picture inputs: mesh, weights, clips, file, preview, validation. */

import type { Character } from '../character.js';
import type { Clip } from '../clips/clip.js';
import { clipsOf } from '../clips/clips.js';
import type { Mesh } from '../geometry/mesh/mesh.js';
import { paintMesh } from '../geometry/mesh/paint.js';
import { simplifyNet } from '../geometry/mesh/simplify.js';
import { meshNet, type Net, netField } from '../geometry/mesh/surface-nets.js';
import { poses } from '../input/text/vocabulary.js';
import { assembleSurfaces, type Surface } from '../output/assemble.js';
import { bakeAtlas } from '../output/atlas/atlas.js';
import { heightOf } from '../output/counts.js';
import { writeGlb } from '../output/glb.js';
import { clipFor, portrait } from '../output/portrait.js';
import { takePictures } from '../output/render/pictures.js';
import { validateGlb } from '../output/validate.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import { skinMeshes } from '../skinning/skin.js';
import type { Rig, RigParameters, RigReport, RigRequest } from '../types.js';
import type { PipelineProgress } from './progress.js';
import { reportOf } from './report.js';

export type Interpreted = {
  name: string;
  input: RigReport['input'];
  seed: number;
  detail: NonNullable<RigParameters['detail']>;
  sculpt(): Character | Promise<Character>;
  words?: RigReport['words'];
  spec?: RigReport['spec'];
  /** The clip shown in the preview. */
  pose?: string | null;
  notes?: string[];
  seen?: RigReport['seen'];
};

/** Triangles of a file at most, and before colors split them. */
const budgets = {
  low: { most: 5000, first: 3600 },
  medium: { most: 15_000, first: 13_000 },
  high: { most: 40_000, first: 33_000 },
} as const;
const bodyShare = 0.5;

/** An animated character before it is written to files. */
export type Acting = { skeleton: Skeleton; surfaces: readonly Surface[]; clips: readonly Clip[] };

export async function makeCharacter(
  interpreted: Interpreted,
  progress: PipelineProgress,
  { clips: choice, rootMotion }: Pick<Extras, 'clips' | 'rootMotion'> = {},
): Promise<Acting> {
  const { character, meshes } = await progress.run('model', async () => {
    const made = await interpreted.sculpt();
    return { character: made, meshes: await meshCharacter(made, interpreted.detail, progress.pause) };
  });
  const { skeleton } = character;
  await progress.run('rig', () => skeleton);
  const surfaces = await progress.run('skin', () =>
    assembleSurfaces(character, skinMeshes(character, meshes)),
  );
  const clips = await progress.run('animate', () =>
    clipsOf(skeleton, { surfaces, clips: choice, rootMotion }),
  );
  return { skeleton, surfaces, clips };
}

/** What the files contain besides the model. */
export type Extras = Pick<RigRequest, 'turntable' | 'previewSize' | 'clips' | 'rootMotion'>;

export async function buildRig(
  interpreted: Interpreted,
  extras: Extras,
  progress: PipelineProgress,
): Promise<Rig> {
  const { skeleton, surfaces, clips } = await makeCharacter(interpreted, progress, extras);
  const height = heightOf(surfaces);
  const pose = portrait(clips, interpreted.pose);
  const said = sayUnposed(interpreted, clips);
  const { baked, preview, turntable, glb } = await progress.run('render', async () => {
    const baked = await bakeAtlas(surfaces);
    const pictures = await takePictures(
      { skeleton, surfaces, clips },
      { ...extras, pose },
      progress.pause,
      () => writeGlb({ name: interpreted.name, skeleton, surfaces: baked, clips, height }),
    );
    return { baked, ...pictures };
  });
  const validation = await progress.run('validate', () => validateGlb(glb));
  return {
    glb,
    preview,
    ...(turntable && { turntable }),
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

/**
 * The body gets its share of the triangles; the other parts get theirs by the square roots of their surfaces. Colors
 * split triangles along their edges, so a character with many patterns is simplified again.
 */
async function meshCharacter(
  { solids }: Character,
  detail: Interpreted['detail'],
  pause: PipelineProgress['pause'],
): Promise<Mesh[]> {
  const dense: Net[] = [];
  for (const { field, cell } of solids) {
    await pause();
    dense.push(netField(field, cell));
  }
  let budget = budgets[detail].first;
  for (let round = 1; ; round++) {
    const meshes = await simplifyAll(solids, dense, budget, 0.4 * round);
    const triangles = sum(meshes, ({ groups }) => sum(groups, ({ indices }) => indices.length / 3));
    if (triangles <= budgets[detail].most || round === rounds) return meshes;
    budget *= (0.94 * budgets[detail].most) / triangles;
  }
}

const rounds = 7;
const trianglesOf = ({ indices }: Net) => indices.length / 3;

/** @param tolerance greatest deviation of the surface, in grid cells */
async function simplifyAll(
  solids: Character['solids'],
  dense: readonly Net[],
  budget: number,
  tolerance: number,
): Promise<Mesh[]> {
  const spans = solids.map(({ cell }, i) => (i === 0 ? 0 : cell * Math.sqrt(trianglesOf(dense[i]!))));
  const span = sum(spans, (one) => one);
  const forBody = budget * (span > 0 ? bodyShare : 1);
  const fewest = Math.min(90, budget / 90);
  const finest = Math.min(0.5, budget / budgets.medium.first / 2);
  const meshes: Mesh[] = [];
  for (const [i, { field, cell, material, paints = [], even = false }] of solids.entries()) {
    const share = i === 0 ? forBody : Math.max(fewest, ((budget - forBody) * spans[i]!) / span);
    const wanted = even ? trianglesOf(dense[i]!) * finest : share;
    const net = await simplifyNet(dense[i]!, Math.round(wanted), cell * tolerance);
    meshes.push(paintMesh(meshNet(net, field, cell, material), paints));
  }
  return meshes;
}

const sum = <T>(items: readonly T[], of: (item: T) => number): number =>
  items.reduce((total, item) => total + of(item), 0);
