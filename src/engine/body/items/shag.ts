/** Body hair: tufts on arms, legs and trunk where no cloth covers them. */
import { darker } from '../../colour.js';
import { blend, type Field, hit } from '../../geometry/field/field.js';
import { roundCone } from '../../geometry/field/shapes.js';
import { add, cross, lerp, normalize, scale, sub, type Vec3 } from '../../geometry/vec.js';
import type { Joint } from '../../skeleton/skeleton.js';
import type { Body } from '../body.js';
import type { Traits } from '../traits.js';
import type { Item } from './item.js';

/** Rows along a bone and tufts around it. */
const [rows, around] = [5, 7];

export const shag: Record<string, Item> = {
  'body hair'(sculpture, body, look, t) {
    const long = 0.052 * body.unit * look.size;
    const tufts = body.skeleton.joints
      .filter(({ name }) => isBare(name, body, t))
      .flatMap((joint, i) => tuftsOn(joint, body, long, i));
    if (tufts.length === 0) return;
    const colour = look.colour ?? (t.face === 'human' ? t.colours.hair : darker(t.colours.coat, 0.16));
    const material = sculpture.material('body hair', colour, { roughness: 1 });
    sculpture.follow('body hair', blend(long * 0.04, tufts), material, 120);
  },
};

const limbs = /^(left|right)((Front|Back)?(Upper|Lower)(Arm|Leg))$/;
const trunk = /^(hips|spine|chest|upperChest)$/;

/** Clothes leave the forearms, and the chest of those who go without a shirt. */
function isBare(joint: string, { kind }: Body, t: Traits): boolean {
  if (kind !== 'biped' || !t.dressed) return limbs.test(joint) || trunk.test(joint);
  if (/LowerArm$/.test(joint)) return !t.items.has('armour') && !t.items.has('gloves');
  if (/LowerLeg$/.test(joint)) return t.feet !== 'shoe' && !t.items.has('boots');
  const isTopless = t.items.has('bare chest');
  return isTopless && /UpperArm$|^(chest|upperChest|spine)$/.test(joint);
}

function tuftsOn({ position, tail }: Joint, { body, unit }: Body, long: number, turn: number): Field[] {
  const along = normalize(sub(tail, position));
  const side = normalize(Math.abs(along[1]) > 0.9 ? cross(along, [0, 0, 1]) : cross(along, [0, 1, 0]));
  const front = cross(along, side);
  const reach = 0.35 * unit;
  return Array.from({ length: rows * around }, (_, i) => {
    const row = Math.floor(i / around);
    const angle = ((i % around) + (row % 2) * 0.5 + turn * 0.3) * ((2 * Math.PI) / around);
    const out = add(scale(side, Math.cos(angle)), scale(front, Math.sin(angle)));
    const axis = lerp(position, tail, (row + 0.6) / rows);
    const foot = hit(body, add(axis, scale(out, reach)), scale(out, -1), reach);
    return foot && tuft(foot, out, long);
  }).filter((one) => one !== null);
}

/** Roots are inside the skin, and tips hang. */
const tuft = (foot: Vec3, out: Vec3, long: number): Field =>
  roundCone(
    add(foot, scale(out, -0.12 * long)),
    add(foot, add(scale(out, 0.34 * long), [0, -0.85 * long, 0])),
    long * 0.3,
    long * 0.07,
  );
