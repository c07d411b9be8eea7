import { ellipsoid, roundBox, roundCone } from '../../geometry/field/shapes.js';
import type { Vec3 } from '../../geometry/vec.js';
import type { Part } from '../anatomy.js';
import type { Traits } from '../traits.js';
import type { BipedFrame } from './frame.js';

/** Chest, waist and hips. */
export function torsoOf(f: BipedFrame, t: Traits): Part[] {
  const at = (y: number, z = 0): Vec3 => [0, f.hip + y * f.T, z];
  if (t.face === 'robot') {
    return [
      {
        joint: 'chest',
        field: roundBox(at(0.68), [f.shoulder * 0.86, f.T * 0.31, f.depth * 1.1], 0.03 * f.H),
      },
      { joint: 'spine', field: roundCone(at(0.15), at(0.5), f.waist * 0.62, f.waist * 0.62) },
      { joint: 'hips', field: roundBox(at(0.06), [f.waist * 0.98, f.T * 0.15, f.depth * 0.9], 0.025 * f.H) },
    ];
  }
  if (t.items.has('snowballs')) {
    const low = f.hip + 0.18 * f.T;
    return [
      { joint: 'chest', field: ellipsoid(at(0.74), [f.shoulder * 1.12, f.T * 0.36, f.shoulder * 1.05]) },
      {
        joint: 'hips',
        field: ellipsoid([0, low * 0.94, 0], [f.shoulder * 1.5, low * 0.94, f.shoulder * 1.45]),
      },
    ];
  }
  const round = Math.max(0, t.girth - 1);
  return [
    { joint: 'chest', field: ellipsoid(at(0.72), [f.shoulder * 0.9, f.T * 0.34, f.depth * 1.02]) },
    {
      joint: 'spine',
      field: ellipsoid(at(0.36, f.belly * 0.45), [
        f.waist * (1 + 0.25 * round),
        f.T * 0.36,
        f.depth * 0.92 + f.belly,
      ]),
    },
    {
      joint: 'hips',
      field: ellipsoid(at(0.08), [f.waist * (t.womanly ? 1.24 : 1.1), f.T * 0.27, f.depth * 0.98]),
    },
  ];
}
