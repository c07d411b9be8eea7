/**
 * Computes new weights for a model with a skeleton. Joints, clips and materials stay, so weights can be compared on
 * equal joints.
 */
import type { Document, Skin as GltfSkin, mat4, Primitive } from '@gltf-transform/core';
import { AppError } from '../../base/errors.js';
import { openGlb, pieceAt } from '../input/model/glb.js';
import { materialsOf } from '../input/model/model.js';
import { faultOfUpload } from '../input/model/verdict.js';
import { writeCompact } from '../output/model/attach.js';
import { rest, standStill } from '../output/model/rest.js';
import { startFilm, takePictures } from '../output/render/pictures.js';
import { filmScene } from '../output/render/turntable.js';
import { inspectGlb } from '../output/validate.js';
import { hashBytes } from '../random.js';
import { isHumanoid } from '../skeleton/humanoid.js';
import type { Skin } from '../skinning/influences.js';
import { type Armature, boundJoints, weighArmature } from '../skinning/weigh.js';
import {
  type ReportJoint,
  type Rig,
  type SkeletonKind,
  skeletonKinds,
  type WeightsRequest,
} from '../types.js';
import type { PipelineProgress } from './progress.js';
import { reportOf } from './report.js';

/**
 * The pictures show the rest pose, and the report counts the validator warnings that the file came with.
 * @throws AppError `unsupported_media`, `too_large`, or `unriggable` for a model without a skeleton
 */
export async function reskinModel(
  { model: bytes, seed, turntable: turning, previewSize }: WeightsRequest,
  progress: PipelineProgress,
): Promise<Rig> {
  const { document, notes } = await progress.run('interpret', () => open(bytes));
  const armatures = await progress.run('model', () => armaturesOf(document));
  const pieces = armatures.flatMap((armature) => armature.pieces);
  const joints = await progress.run('rig', () => armatures.flatMap(({ skin }) => boundJoints(skin)));
  const skins: Skin[] = [];
  await progress.run('skin', async () => {
    for (const armature of armatures) {
      await progress.pause();
      skins.push(...weighArmature(document, armature));
    }
  });
  const animations = await progress.run('animate', () => animationsOf(document));
  const kind = kindOf(document, joints);
  const { file: glb, finish } = await progress.run('render', async () => {
    const { skeleton, surfaces } = await standStill(kind, joints, pieces);
    const film = turning ? await startFilm(filmScene(skeleton, surfaces, rest), progress) : undefined;
    const wanted = { pose: rest.poses[0]!, previewSize, film };
    return takePictures({ skeleton, surfaces }, wanted, progress, () => writeCompact(document));
  });
  const { errors, warnings, messages } = await progress.run('validate', () => inspectGlb(glb));
  if (errors > 0) faultOfUpload(new Error(messages.join('; ')));
  const pictures = await progress.finish('render', finish);
  return {
    glb,
    ...pictures,
    report: reportOf(
      { surfaces: pieces, skins, joints, materials: materialsOf(pieces), animations, progress },
      {
        seed: seed ?? hashBytes(bytes),
        input: 'weights',
        skeleton: kind,
        validation: { errors, warnings },
        ...(notes.length > 0 && { notes }),
      },
    ),
  };
}

async function open(bytes: Uint8Array): ReturnType<typeof openGlb> {
  if (Buffer.from(bytes.subarray(0, 4)).toString('latin1') === 'glTF') return openGlb(bytes);
  throw new AppError('unsupported_media', 'New weights need a model with a skeleton. Please send a GLB.');
}

/** Skins with joints, and the triangles bound to each, in bind space. */
function armaturesOf(document: Document): Armature[] {
  const groups = new Map<GltfSkin, Set<Primitive>>();
  for (const node of document.getRoot().listNodes()) {
    const skin = node.getSkin();
    if (skin && skin.listJoints().length > 0)
      groups.set(skin, new Set([...(groups.get(skin) ?? []), ...(node.getMesh()?.listPrimitives() ?? [])]));
  }
  if (groups.size === 0)
    throw new AppError('unriggable', 'That model has no skeleton. Use rig mesh to give it one.');
  const armatures = [...groups].flatMap(([skin, primitives]) => {
    const pieces = [...primitives].flatMap((source) => pieceAt(() => unity, source, []));
    return pieces.length > 0 ? [{ skin, pieces }] : [];
  });
  if (armatures.length > 0) return armatures;
  throw new AppError(
    'unriggable',
    'No triangles of that model are bound to its skeleton. Use rig mesh instead.',
  );
}

const unity = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1] as unknown as mat4;

/** The class stored in a file of ours; otherwise biped for human joint names, else `other`. */
function kindOf(document: Document, joints: readonly ReportJoint[]): SkeletonKind {
  const text = document
    .getRoot()
    .listNodes()
    .map((node) => (node.getExtras().rigsmith as { skeleton?: unknown } | undefined)?.skeleton);
  const known = skeletonKinds.find((kind) => text.includes(kind));
  return known ?? (isHumanoid(joints.map(({ name }) => name)) ? 'biped' : 'other');
}

const animationsOf = (document: Document): { name: string; seconds: number }[] =>
  document
    .getRoot()
    .listAnimations()
    .map((clip) => ({
      name: clip.getName(),
      // Written as single-precision floats.
      seconds: Number(
        Math.max(0, ...clip.listSamplers().map((one) => one.getInput()?.getMax([])[0] ?? 0)).toFixed(4),
      ),
    }));
