/** Pipeline for an uploaded mesh: solid, skeleton, weights from the solid, clips, file. */
import { AppError, isAppError } from '../../base/errors.js';
import {
  afterTurns,
  piecesIn,
  toFile,
  turnToFile,
  turnToFileVector,
  type UploadedFrame,
  unturned,
} from '../body/uploaded/frame.js';
import { type Placed, placeFigure } from '../body/uploaded/placement.js';
import { type Shaped, shapeModel, standModel, standPerson } from '../body/uploaded/stand.js';
import type { Clip } from '../clips/clip.js';
import { scale } from '../geometry/vec.js';
import type { Volume } from '../geometry/volume/volume.js';
import { type Model, type Piece, trianglesIn } from '../input/model/model.js';
import { readModel } from '../input/model/read.js';
import { faultOfUpload } from '../input/model/verdict.js';
import { takePictures } from '../output/render/pictures.js';
import { validateGlb } from '../output/validate.js';
import { hashBytes } from '../random.js';
import { type NoBody, noBodyIn } from '../segmentation/model/no-body.js';
import { isObject } from '../segmentation/subject/subject.js';
import { liesInFile, ownKindsIn } from '../skeleton/existing/kind.js';
import { type OwnPerson, ownPersonIn } from '../skeleton/existing/person.js';
import { fuseModel, looksHuman } from '../skeleton/pose/front.js';
import type { PoseNetwork } from '../skeleton/pose/network.js';
import type { Skeleton } from '../skeleton/skeleton.js';
import type { Bone } from '../skinning/heat-sources.js';
import { skinParts } from '../skinning/proxy.js';
import { stiffenPieces } from '../skinning/stiff.js';
import type { MeshRequest, Rig, RigParameters, RigReport, SkeletonKind } from '../types.js';
import { animate } from './animate.js';
import { dressModel } from './dressed.js';
import type { PipelineProgress } from './progress.js';
import { reportOf } from './report.js';

const underfoot = 'The base under the model is not part of the figure, so it only follows the root joint.';

/** Triangles of the simplest possible body: an octahedron. */
const fewest = 8;
const tooFew = 'That model has too few triangles for a body. Send the whole character.';

/** @throws AppError `too_large`, `unsupported_media` or `unriggable`, with a sentence for the member */
export async function rigModel(
  { model: bytes, seed, parameters = {}, uncertain, height: tall, previewSize, ...motion }: MeshRequest,
  progress: PipelineProgress,
  pose?: PoseNetwork | null,
): Promise<Rig> {
  const model = await progress.run('interpret', () => readModel(bytes));
  if (trianglesIn(model) < fewest) throw new AppError('unriggable', tooFew);
  const isAuto = (parameters.skeleton ?? 'auto') === 'auto';
  const own = isAuto || parameters.skeleton === 'biped' ? ownPersonIn(model.joints ?? []) : null;
  const kinds = isAuto ? ownKindsIn(model.joints ?? []) : [];
  const turn = own?.turn ?? (liesInFile(model.joints ?? []) ? unturned : null);
  const shaped = await progress.run('model', () => shapeModel(model.pieces, parameters.detail, turn));
  if (isAuto) refuseNoBody(shaped.apart, own !== null || kinds.length > 0);
  const stood = await progress.run('rig', () =>
    standFigure(model.pieces, shaped, { wanted: parameters.skeleton, own, kinds }, pose),
  );
  const { frame, pieces, volume, skeleton } = stood;
  if (uncertain === 'ask' && isAuto && !stood.seen && !stood.isOwn) checkBody(volume, skeleton);
  const skins = await progress.run('skin', () => weigh(stood, shaped));
  const surfaces = pieces.map(({ positions, indices }, i) => ({ ...skins[i]!, positions, indices }));
  const dressed = await dressModel(parameters.style, model, { pieces, skins, skeleton });
  const { shown } = dressed;
  const { clips, film } = await progress.run('animate', () =>
    animate({ skeleton, surfaces, shown }, { ...motion, detail: parameters.detail }, progress),
  );
  const standing = { frame, pieces, standing: shaped.ground.standing, kind: skeleton.kind };
  const placed = placeFigure(model.pieces, standing, tall);
  const inFile = dressed.placeIn(placed);
  const joints = skeletonInFile(placed.frame, skeleton);
  const wanted = { pose: clips[0]!.poses[2]!, previewSize, film };
  const { file: glb, finish } = await progress.run('render', () =>
    takePictures({ skeleton, surfaces: shown }, wanted, progress, () =>
      inFile.write({
        skeleton: joints,
        clips: clips.map((clip) => clipInFile(placed.frame, clip)),
      }),
    ),
  );
  const validation = await progress.run('validate', () => validateGlb(glb).catch(faultOfUpload));
  const pictures = await progress.finish('render', finish);
  return {
    glb,
    ...pictures,
    report: reportOf(
      {
        ...inFile.counted,
        joints: joints.joints,
        animations: clips,
        progress,
      },
      {
        seed: seed ?? hashBytes(bytes),
        input: 'mesh',
        skeleton: skeleton.kind,
        validation,
        notes: [
          ...replacedNotes(model, stood.isOwn),
          ...model.notes,
          ...(shaped.ground.found ? [underfoot] : []),
          ...placed.notes,
        ],
        ...readingOf(stood),
        placement: placementOf(placed),
      },
    ),
  };
}

/** A class that the pose network confirmed has no alternative. */
const readingOf = ({
  seen,
  alternative,
}: Awaited<ReturnType<typeof standFigure>>): Pick<RigReport, 'seen' | 'alternative'> =>
  seen ? { seen } : alternative ? { alternative } : {};

const placementOf = ({ placement: { rotation, scale, translation } }: Placed): RigReport['placement'] => ({
  rotation: [...rotation],
  scale,
  translation: [...translation],
});

const refusals: Record<NoBody, string> = {
  flat: 'That model is a flat surface. Send a whole character.',
  plain:
    'That model is a plain shape without limbs, like a box or a ball. Send a character, an animal or a robot.',
  crowd: 'That model shows more than one figure. Send them one by one.',
  room: 'That model is a room or a scene. Send the character alone.',
};

/**
 * A skeleton shows that there is a body, also in the shape of a ball.
 * @throws AppError `no_body`
 */
function refuseNoBody(volume: Volume, hasSkeleton: boolean): void {
  const found = noBodyIn(volume);
  if (found && !(hasSkeleton && (found === 'plain' || found === 'flat')))
    throw new AppError('no_body', refusals[found]);
}

/** @throws AppError `no_body`, or `ambiguous_body` where no class of body fits */
function checkBody(volume: Volume, { kind }: Skeleton): void {
  if (isObject(volume)) throw new AppError('no_body');
  if (kind === 'other') throw new AppError('ambiguous_body');
}

/** What became of the file's own skeleton and animations, in one sentence. */
function replacedNotes({ joints = [], animated = false }: Model, isOwn: boolean): string[] {
  if (joints.length === 0) return animated ? ["The model's own animations were left out."] : [];
  const what = animated
    ? 'skeleton and animations were replaced by new ones'
    : 'skeleton was replaced by a new one';
  return [`The model's own ${what}${isOwn ? ', with the main joints in the same places' : ''}.`];
}

/** The request, and the information in the file's own skeleton. */
type Given = {
  wanted?: RigParameters['skeleton'];
  own: OwnPerson | null;
  kinds: readonly SkeletonKind[];
};

/** Null where the solid lacks what the skeleton needs. */
function standAs(shaped: Shaped, kind: SkeletonKind) {
  try {
    return standModel(shaped, kind);
  } catch (error) {
    if (isAppError(error) && error.code === 'unriggable') return null;
    throw error;
  }
}

/** The figure upright with its skeleton; a pose network corrects a person taken for an animal. */
async function standFigure(
  uploaded: readonly Piece[],
  shaped: Shaped,
  { wanted = 'auto', own, kinds }: Given,
  pose?: PoseNetwork | null,
) {
  const person = own && standPerson(shaped, own);
  if (person) return { ...person, pieces: piecesIn(person.frame, uploaded), isOwn: true, seen: undefined };
  const stand = (kind: typeof wanted) => {
    const stood = standModel(shaped, kind);
    return { ...stood, pieces: piecesIn(stood.frame, uploaded) };
  };
  const read = stand(wanted);
  const [likeliest] = kinds;
  const named = likeliest && !kinds.includes(read.skeleton.kind) ? standAs(shaped, likeliest) : null;
  const first = named ? { ...named, pieces: piecesIn(named.frame, uploaded) } : read;
  // A solid taken for an animal may also face the wrong side.
  const aside = () => piecesIn(afterTurns(first.frame, 1), uploaded);
  const human =
    wanted === 'auto' &&
    !kinds.includes(first.skeleton.kind) &&
    first.skeleton.kind !== 'biped' &&
    pose &&
    ((await looksHuman(pose, first.pieces)) || (await looksHuman(pose, aside())));
  const stood = human ? stand('biped') : first;
  return { ...stood, isOwn: false, ...(await fuseModel(pose, stood.skeleton, stood.pieces, stood.volume)) };
}

function weigh({ volume, skeleton, pieces }: Awaited<ReturnType<typeof standFigure>>, { ground }: Shaped) {
  const bones = bonesOf(skeleton);
  const made = skinParts(volume, bones, skeleton.joints.length, pieces);
  stiffenPieces(volume, pieces, made, bones, skeleton.joints.length);
  ground.settle(made);
  return made;
}

const bonesOf = ({ joints }: Skeleton): Bone[] =>
  joints.map(({ position, tail }, joint) => ({ joint, from: position, to: tail }));

const skeletonInFile = (frame: UploadedFrame, { kind, joints }: Skeleton): Skeleton => ({
  kind,
  joints: joints.map((joint) => ({
    ...joint,
    position: toFile(frame, joint.position),
    tail: toFile(frame, joint.tail),
  })),
});

const clipInFile = (frame: UploadedFrame, clip: Clip): Clip => ({
  ...clip,
  poses: clip.poses.map(({ rotations, rootOffset }) => ({
    rotations: new Map([...rotations].map(([name, turn]) => [name, turnToFile(frame, turn)])),
    rootOffset: scale(turnToFileVector(frame, rootOffset), 1 / frame.scale),
  })),
});
