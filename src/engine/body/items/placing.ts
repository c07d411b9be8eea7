/** Puts a thing that is usually held somewhere else: on the back, on the head, under an arm. */
import type { Solid } from '../../character.js';
import { joinBoxes } from '../../geometry/field/field.js';
import { placeField, placingOf } from '../../geometry/field/placed.js';
import { add, lerp, scale, sub, type Vec3 } from '../../geometry/vec.js';
import type { Place } from '../../kinds.js';
import { flip, type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import type { Body } from '../body.js';
import { copySolid } from '../copies/solids.js';

/** Which point of the thing is put there. */
type Spot = { at: Vec3; joint: string; by: 'middle' | 'bottom' | 'top'; angles: Vec3 };

const still: Vec3 = [0, 0, 0];
/** Turns what a hand holds out in front, and a little up, so that it points down. */
const pointingDown = Math.PI / 2 + Math.atan(0.35);

/** On the head or the back of any body. */
function spotOnTop({ head, crown = head, back }: Body, place: Place): Spot | null {
  if (place === 'head')
    return {
      at: add(crown.centre, [0, crown.half[1] * 0.94, 0]),
      joint: 'head',
      by: 'bottom',
      angles: still,
    };
  if (place !== 'back' || back.out[1] < 0.5) return null;
  return {
    at: add(back.at, scale(back.out, -0.1 * back.width)),
    joint: back.joint,
    by: 'bottom',
    angles: still,
  };
}

function spotOf(body: BipedBody, place: Place, [wide, tall, deep]: Vec3): Spot | null {
  const { frame: f, back } = body;
  const side = sides[place.startsWith('left') ? 0 : 1]!;
  if (place === 'back')
    return {
      at: add(back.at, [0, 0, -0.035 * f.H - Math.min(deep / 2, 0.04 * f.H)]),
      joint: back.joint,
      by: 'middle',
      angles: [deep > tall ? pointingDown : 0, 0, Math.max(tall, deep) > 1.6 * wide ? 0.5 : 0],
    };
  if (place.endsWith(' hand')) return inHand(body, side, [wide, tall, deep]);
  if (place.endsWith('shoulder')) return onShoulder(body, side, [wide, tall, deep]);
  if (place.endsWith('arm'))
    return {
      at: [side.x * (f.shoulder * 0.95 + 0.02 * f.H + wide * 0.15), f.hip + 0.5 * f.T, 0],
      joint: 'chest',
      by: 'middle',
      angles: tall > 1.5 * wide ? [Math.PI / 2 - 0.15, 0, 0] : still,
    };
  if (place === 'overhead')
    return {
      at: [0, f.S - 0.1 * f.T + 0.86 * (f.arm + f.hand), 0],
      joint: 'upperChest',
      by: 'middle',
      angles: tall > 1.3 * wide ? [0, 0, Math.PI / 2] : still,
    };
  if (place === 'both hands')
    return {
      at: [0, f.hip + 0.56 * f.T, f.depth + f.belly + deep * 0.4],
      joint: 'chest',
      by: 'middle',
      angles: still,
    };
  if (place === 'floating')
    return {
      at: [side.x * (f.shoulder + 0.16 * f.H), f.S + 0.06 * f.H, 0.1 * f.H],
      joint: 'chest',
      by: 'middle',
      angles: still,
    };
  return place === 'hip' ? atHip(body) : null;
}

/** Upright once the arm hangs down; long things are held below their middle. */
function inHand(body: BipedBody, side: Side, [wide, tall, deep]: Vec3): Spot {
  const { at, joint } = body.grip(side);
  const isLong = tall > 1.8 * Math.max(wide, deep);
  const raised = isLong ? 0.2 * tall : 0.18 * tall;
  const forward = isLong ? 0 : 0.4 * deep;
  return {
    at: add(at, [side.x * (isLong ? 0 : 0.2 * wide), raised, forward]),
    joint,
    by: 'middle',
    angles: [0.3, 0, side.x * 0.32],
  };
}

/** Beside the head, which may be wider than the shoulders. Spread wings go past the head, and a tail hangs down behind. */
function onShoulder({ frame: f, head, arms }: BipedBody, side: Side, [wide, tall, deep]: Vec3): Spot {
  const [across, up] = arms[side.name].shoulder;
  const isWinged = wide > 1.2 * deep && wide > tall;
  const isLong = tall > 0.3 * f.H;
  const beside = head.half[0] * 0.8 + 0.45 * (isWinged ? deep : wide);
  return {
    at: [
      side.x * Math.max(Math.abs(across), beside),
      up + f.armThick * 1.1 - (isWinged ? 0.25 * tall : 0),
      0,
    ],
    joint: `${side.name}Shoulder`,
    by: isLong ? 'middle' : 'bottom',
    angles: isLong ? [-0.9, 0, 0] : [0, isWinged ? side.x * 1.1 : 0, 0],
  };
}

/** Hanging from the left of the waist. */
function atHip({ frame: f }: BipedBody): Spot {
  return {
    at: flip([f.waist * 1.12 + 0.02 * f.H, f.hip + 0.24 * f.T, 0], sides[0]!),
    joint: 'hips',
    by: 'top',
    angles: [Math.PI - 0.35, 0, 0],
  };
}

/**
 * @param isMirrored lies the other way round, as the second of two swords on a back
 * @returns the solids there; null where they stay in the hand
 */
export function putAt(
  body: Body,
  solids: readonly Solid[],
  place: Place,
  isMirrored = false,
): Solid[] | null {
  if (solids.length === 0) return null;
  const { min, max } = joinBoxes(solids.map(({ field }) => field.box));
  const spot = (body.kind === 'biped' && spotOf(body, place, sub(max, min))) || spotOnTop(body, place);
  if (!spot) return null;
  const middle = lerp(min, max, 0.5);
  const [pitch, yaw, roll] = spot.angles;
  const angles: Vec3 = [pitch, yaw, isMirrored ? -roll : roll];
  const turned = placingOf({ pivot: middle, size: 1, angles, by: still });
  const box = joinBoxes(solids.map(({ field }) => placeField(field, turned).box));
  const y =
    spot.by === 'middle' ? (box.min[1] + box.max[1]) / 2 : spot.by === 'top' ? box.max[1] : box.min[1];
  const by = sub(spot.at, [(box.min[0] + box.max[0]) / 2, y, (box.min[2] + box.max[2]) / 2]);
  const placing = placingOf({ pivot: middle, size: 1, angles, by });
  const named = () => spot.joint;
  return solids.map((solid) =>
    copySolid(
      { ...solid, binding: { kind: 'rigid', joint: spot.joint } },
      { placing, nameOf: named },
      solid.field,
    ),
  );
}
