import { add, lerp } from '../../../geometry/vec.js';
import { chain, flip, type Joint, sides } from '../../../skeleton/skeleton.js';
import { octopodLegRows } from '../frame.js';

import type { ArachnidFrame } from './frame.js';

export function arachnidJoints(f: ArachnidFrame): Joint[] {
  const [, h, l] = f.shield;
  const perSide = sides.flatMap((side) => {
    const jaw = add(f.centre, [side.x * f.shield[0] * 0.22, -h * 0.35, l * 0.85]);
    return [
      ...octopodLegRows.flatMap((row) => {
        const { coxa, knee, ankle, toe } = f.legs[row];
        return chain(
          ['UpperLeg', 'LowerLeg', 'Foot'].map((part) => side.name + row + part),
          'thorax',
          [coxa, knee, ankle, toe].map((p) => flip(p, side)),
        );
      }),
      ...(f.claw
        ? [
            ...chain(
              ['UpperArm', 'LowerArm', 'Claw'].map((part) => side.name + part),
              'thorax',
              f.claw.map((p) => flip(p, side)),
            ),
            ...chain([`${side.name}Pincer`], `${side.name}Claw`, [
              flip(lerp(f.claw[2], f.claw[3], 0.42), side),
              flip(f.claw[3], side),
            ]),
          ]
        : chain([`${side.name}Fang`], 'head', [jaw, add(jaw, [0, -h * 0.7, l * 0.1])])),
    ];
  });
  const abdomen =
    f.form.plan === 'spider'
      ? chain(['abdomen'], 'thorax', [
          lerp(f.centre, f.abdomen, 0.4),
          add(f.abdomen, [0, 0, -f.rear[2] * 0.8]),
        ])
      : [];
  const tail = f.tail
    ? chain(
        f.tail.slice(1).map((_, i) => `tail${i + 1}`),
        'thorax',
        f.tail,
      )
    : [];
  return [
    { name: 'thorax', parent: null, position: f.centre, tail: add(f.centre, [0, 0, l * 0.5]) },
    ...chain(['head'], 'thorax', [add(f.centre, [0, 0, l * 0.45]), add(f.centre, [0, 0, l])]),
    ...abdomen,
    ...perSide,
    ...tail,
  ];
}
