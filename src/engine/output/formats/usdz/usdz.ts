/** A finished rig as USDZ, with skeleton, skin and one clip that repeats: for AR on Apple's devices. */
import type { Clip, Pose } from '../../../clips/clip.js';
import { add, type Vec3 } from '../../../geometry/vec.js';
import { type Joint, restOffset, type Skeleton } from '../../../skeleton/skeleton.js';
import type { RigFile, RigPart } from '../read.js';
import { packUsdz } from './archive.js';
import { writeMaterials } from './materials.js';
import { list, moved, number, prim, primName, quoted, strings, tuple, tuples } from './text.js';

/** Time codes in a second; poses lie between them where a clip needs it. */
const rate = 30;
const character = '/Root/Character';

/** @param clip the motion that the file plays */
export async function writeUsdz(rig: RigFile, name: string, clip: Clip): Promise<Uint8Array> {
  const materials = await writeMaterials(rig.parts.map(({ primitive }) => primitive.getMaterial()));
  const root = prim(
    'def Xform "Root"',
    [`assetInfo = { string name = ${quoted(name)} }`, 'kind = "component"'],
    [
      prim(
        'def SkelRoot "Character"',
        ['prepend apiSchemas = ["SkelBindingAPI"]'],
        [
          writeSkeleton(rig.skeleton, clip),
          ...rig.parts.map((part, index) =>
            writePart(part, index, materials.pathOf(part.primitive.getMaterial())),
          ),
        ],
      ),
      materials.text,
    ],
  );
  const layer = `${headOf(clip)}\n${root}\n`;
  return packUsdz([{ name: 'character.usda', bytes: new TextEncoder().encode(layer) }, ...materials.files]);
}

const headOf = ({ seconds }: Clip) => `#usda 1.0
(
    defaultPrim = "Root"
    metersPerUnit = 1
    upAxis = "Y"
    startTimeCode = 0
    endTimeCode = ${number(seconds * rate)}
    timeCodesPerSecond = ${rate}
    framesPerSecond = ${rate}
    autoPlay = true
    playbackMode = "loop"
)
`;

/** Joints by their names from the root down. */
function pathsOf(joints: readonly Joint[]): string[] {
  const paths = new Map<string, string>();
  for (const { name, parent } of joints)
    paths.set(name, [...(parent === null ? [] : [paths.get(parent)]), primName(name)].join('/'));
  return [...paths.values()];
}

function writeSkeleton(skeleton: Skeleton, clip: Clip): string {
  const { joints } = skeleton;
  const names = `uniform token[] joints = ${strings(pathsOf(joints))}`;
  const places = joints.map(({ position }) => moved(position));
  const offsets = joints.map((joint) => moved(restOffset(skeleton, joint)));
  return prim(
    'def Skeleton "Skeleton"',
    ['prepend apiSchemas = ["SkelBindingAPI"]'],
    [
      names,
      `uniform matrix4d[] bindTransforms = [${places.join(', ')}]`,
      `uniform matrix4d[] restTransforms = [${offsets.join(', ')}]`,
      `rel skel:animationSource = <${character}/Skeleton/Clip>`,
      prim(
        'def SkelAnimation "Clip"',
        [],
        [
          names,
          `quatf[] rotations.timeSamples = ${samples(clip, (pose) => rotationsOf(joints, pose))}`,
          `float3[] translations.timeSamples = ${samples(clip, (pose) => translationsOf(skeleton, pose))}`,
          `half3[] scales = [${joints.map(() => '(1, 1, 1)').join(', ')}]`,
        ],
      ),
    ],
  );
}

function samples({ poses, seconds }: Clip, write: (pose: Pose) => string): string {
  const step = (seconds * rate) / Math.max(1, poses.length - 1);
  return `{\n${poses.map((pose, i) => `    ${number(i * step)}: ${write(pose)},`).join('\n')}\n}`;
}

/** USD writes the real part first. */
function rotationsOf(joints: readonly Joint[], { rotations }: Pose): string {
  const turns = joints.map(({ name }) => {
    const [x, y, z, w] = rotations.get(name) ?? [0, 0, 0, 1];
    return tuple([w, x, y, z]);
  });
  return `[${turns.join(', ')}]`;
}

function translationsOf(skeleton: Skeleton, { rootOffset }: Pose): string {
  const places = skeleton.joints.map((joint, i) => {
    const offset = restOffset(skeleton, joint);
    return tuple(i === 0 ? add(offset, rootOffset) : offset);
  });
  return `[${places.join(', ')}]`;
}

function writePart(
  { positions, normals, uvs, joints, weights, indices }: RigPart,
  index: number,
  material: string,
) {
  const perVertex = 'interpolation = "vertex"';
  const influences = `elementSize = 4\n    ${perVertex}`;
  const schemas = 'prepend apiSchemas = ["MaterialBindingAPI", "SkelBindingAPI"]';
  return prim(
    `def Mesh "Part_${index}"`,
    [schemas],
    [
      'uniform bool doubleSided = 1',
      'uniform token subdivisionScheme = "none"',
      `float3[] extent = [${boundsOf(positions).map(tuple).join(', ')}]`,
      `int[] faceVertexCounts = [${Array.from({ length: indices.length / 3 }, () => 3).join(', ')}]`,
      `int[] faceVertexIndices = ${list(indices)}`,
      `point3f[] points = ${tuples(positions, 3)}`,
      `normal3f[] normals = ${tuples(normals, 3)} (\n    ${perVertex}\n)`,
      ...(uvs
        ? // V of USD points up.
          [
            `texCoord2f[] primvars:st = ${tuples(uvs, 2, ([u = 0, v = 0]) => [u, 1 - v])} (\n    ${perVertex}\n)`,
          ]
        : []),
      `int[] primvars:skel:jointIndices = ${list(joints)} (\n    ${influences}\n)`,
      `float[] primvars:skel:jointWeights = ${list(weights)} (\n    ${influences}\n)`,
      `matrix4d primvars:skel:geomBindTransform = ${moved([0, 0, 0])}`,
      `rel skel:skeleton = <${character}/Skeleton>`,
      `rel material:binding = <${material}>`,
    ],
  );
}

function boundsOf(positions: Float32Array): [Vec3, Vec3] {
  const low: [number, number, number] = [positions[0]!, positions[1]!, positions[2]!];
  const high: [number, number, number] = [...low];
  for (let i = 3; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3]!, positions[i]!);
    high[i % 3] = Math.max(high[i % 3]!, positions[i]!);
  }
  return [low, high];
}
