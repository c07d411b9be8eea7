/** Places the trunk and the legs of a person from the channels of a pose. */
import { add, sub, type Vec3 } from '../../geometry/vec.js';
import { type PosedJoint, placeBelow, type Quaternion } from '../clip.js';
import { liftsOf, type Settling } from '../settle.js';
import type { Body } from './body.js';
import { channelAt } from './channels.js';
import { lowerToKnees } from './ground.js';
import { legTurns, turnOf } from './limbs.js';

const trunk = ['hips', 'spine', 'chest', 'upperChest', 'neck', 'head'] as const;

/** A person without arms. */
export type Posture = {
  /** The channels, lowered to knees that are on the ground. */
  row: Float64Array;
  /** Local rotations of trunk and legs. */
  turns: [string, Quaternion][];
  placed: ReadonlyMap<string, PosedJoint>;
  /** Height of the ground below it; a body that lies is moved there when its arms are posed. */
  ground: number;
};

function postureOf(body: Body, given: Float64Array): Posture {
  const row = lowerToKnees(body, given);
  const turns: [string, Quaternion][] = [];
  const placed = placeTrunk(body, row, turns);
  const hips = placed.get('hips')!;
  for (const leg of body.legs) {
    const turned = legTurns(leg, row, hips, body);
    turns.push(...turned);
    for (const [i, [name, turn]] of turned.entries())
      placeNext(body, placed, turned[i - 1]?.[0] ?? 'hips', name, turn);
  }
  return { row, turns, placed, ground: body.ground };
}

/** Poses hips to head. With an upper chest, the chest's turn is shared by both. */
function placeTrunk(body: Body, row: Float64Array, turns: [string, Quaternion][]): Map<string, PosedJoint> {
  const placed = new Map<string, PosedJoint>();
  const split = body.names.has('upperChest');
  let before: string | null = null;
  for (const name of trunk) {
    const rest = body.places.get(name);
    if (!rest) continue;
    const chestPart = name === 'upperChest' || (name === 'chest' && split);
    const turn: Quaternion = chestPart ? turnOf(row, 'chest', 0.5) : turnOf(row, name);
    turns.push([name, turn]);
    if (before) placeNext(body, placed, before, name, turn);
    else
      placed.set(name, {
        position: add(rest, [0, 1, 2].map((i) => row[channelAt('move', i)]! * body.hip) as unknown as Vec3),
        rotation: turn,
      });
    before = name;
  }
  return placed;
}

function placeNext(
  { places }: Body,
  placed: Map<string, PosedJoint>,
  above: string,
  name: string,
  turn: Quaternion,
): void {
  const offset = sub(places.get(name)!, places.get(above)!);
  placed.set(name, placeBelow(placed.get(above)!, offset, turn));
}

/** The postures of a clip. @param interval seconds between two of them */
export function posturesOf(
  body: Body,
  rows: readonly Float64Array[],
  { interval, loops }: { interval: number; loops: boolean },
): Posture[] {
  const postures = rows.map((row) => postureOf(body, row));
  const lifts = liftsOfPoses(body, postures, (i) => postures[i]!.placed, {
    ground: body.ground,
    interval,
    loops,
  });
  return postures.map((posture, i) => ({ ...posture, ground: body.ground - lifts[i]! }));
}

/** Metres to raise each pose; only clips in which a body lies move it. @param placedAt joints of a pose, with or without arms */
export function liftsOfPoses(
  { flesh }: Body,
  postures: readonly Posture[],
  placedAt: (i: number) => Posture['placed'],
  settling: Omit<Settling, 'flesh'>,
): number[] {
  const lyings = postures.map(({ row }) => row[channelAt('lying', 0)]!);
  if (!flesh || lyings.every((lying) => lying === 0)) return lyings.map(() => 0);
  const stances = lyings.map((lying, i) => ({ placed: placedAt(i), lying }));
  return liftsOf(stances, { flesh, ...settling });
}
