/** A body with known joints and weights: an OBJ and a JSON of bones and weights. */
import { readFile } from 'node:fs/promises';

export type Point = [number, number, number];
type Bone = { head: Point; tail: Point; parent: string | null };
export type Truth = {
  bones: Record<string, Bone>;
  weights: Record<string, [vertex: number, weight: number][]>;
};
export type Body = { name: string; obj: string; positions: Float64Array; truth: Truth };

export async function readBody(name: string, objPath: string, jsonPath: string): Promise<Body> {
  const [obj, truth] = await Promise.all([readFile(objPath, 'utf8'), readFile(jsonPath, 'utf8')]);
  return { name, obj, positions: verticesOf(obj), truth: JSON.parse(truth) as Truth };
}

function verticesOf(obj: string): Float64Array {
  const rows = obj.split('\n').filter((line) => line.startsWith('v '));
  return Float64Array.from(rows.flatMap((row) => row.trim().split(/\s+/).slice(1, 4).map(Number)));
}

export function heightOf({ positions }: Body): number {
  let [low, high] = [Infinity, -Infinity];
  for (let i = 1; i < positions.length; i += 3) {
    low = Math.min(low, positions[i]!);
    high = Math.max(high, positions[i]!);
  }
  return high - low;
}

/** The same faces with other vertices. */
export function withPositions(
  body: Body,
  name: string,
  positions: Float64Array,
  bones: Truth['bones'],
): Body {
  const faces = body.obj.split('\n').filter((line) => !line.startsWith('v '));
  const rows = Array.from({ length: positions.length / 3 }, (_, v) =>
    ['v', ...positions.subarray(v * 3, v * 3 + 3)].join(' '),
  );
  return { name, obj: [...rows, ...faces].join('\n'), positions, truth: { ...body.truth, bones } };
}

/** Our joint names, with the bones whose heads they are. */
export const twelve: readonly (readonly [ours: string, theirs: string])[] = (['L', 'R'] as const).flatMap(
  (side) => {
    const name = side === 'L' ? 'left' : 'right';
    return [
      [`${name}UpperArm`, `upperarm01.${side}`],
      [`${name}LowerArm`, `lowerarm01.${side}`],
      [`${name}Hand`, `wrist.${side}`],
      [`${name}UpperLeg`, `upperleg01.${side}`],
      [`${name}LowerLeg`, `lowerleg01.${side}`],
      [`${name}Foot`, `foot.${side}`],
    ] as const;
  },
);
