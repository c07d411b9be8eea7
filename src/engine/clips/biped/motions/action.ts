import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';

/** A fighter's stance; clips in it start and end in it, so that no foot slides. */
const guard: KeyPose = {
  move: [0, -0.07, 0],
  hips: [0, -0.25],
  spine: [0.08],
  chest: [0.05, -0.1],
  head: [0.02, 0.3],
  leftFoot: [0.03, 0, 0.2],
  rightFoot: [-0.05, 0, -0.2, 0.05, -0.5],
  leftArm: [0.7, 0.12, 0.3, 1.75],
  rightArm: [0.45, 0.15, 0.3, 2.0],
  grips: 1,
};
const armed: KeyPose = { ...guard, leftArm: [0.25, 0.35, 0.2, 1.0], rightArm: [0.6, 0.3, 0, 1.2] };
const laid: KeyPose = {
  move: [0, -0.84, -0.88],
  hips: [-1.5],
  head: [0.05, 0.35],
  leftArm: [0.2, 0.9, 0, 0.3],
  rightArm: [0.1, 0.55, 0.2, 0.5],
  leftFoot: [0.06, 0, 0.02, -1.2],
  rightFoot: [-0.04, 0, 0, -1.1],
  grips: 0.1,
  lying: 1,
};

export const actions: readonly Motion[] = [
  {
    name: 'punch',
    group: 'action',
    seconds: 1.1,
    keys: [
      [0, guard],
      [
        0.16,
        {
          ...guard,
          hips: [0, -0.4],
          chest: [0.05, -0.35],
          rightArm: [0.1, 0.25, 0.2, 2.15],
          head: [0.02, 0.6],
        },
      ],
      [
        0.32,
        {
          ...guard,
          move: [0, -0.09, 0.1],
          hips: [0, 0.12],
          chest: [0.1, 0.4],
          rightArm: [1.5, 0.02, 0.1, 0.08],
          head: [0, -0.4],
        },
      ],
      [0.4],
      [0.75, guard],
    ],
  },
  {
    name: 'kick',
    group: 'action',
    seconds: 1.3,
    keys: [
      [0, guard],
      [
        0.2,
        {
          ...guard,
          move: [0.03, -0.06, 0.1],
          rightFoot: [-0.04, 0.4, 0.1, 0.5, 0],
          hips: [-0.05, 0],
          head: [0, 0.1],
        },
      ],
      [
        0.36,
        {
          ...guard,
          move: [0.03, -0.05, 0.08],
          hips: [-0.3, 0.1],
          spine: [-0.12],
          head: [0.2, 0],
          rightFoot: [-0.02, 0.62, 0.75, -0.4, 0],
          arms: [0.3, 0.5, 0.1, 1.4],
        },
      ],
      [0.44],
      [
        0.6,
        { ...guard, move: [0.03, -0.06, 0.06], rightFoot: [-0.04, 0.3, 0.05, 0.5, -0.2], head: [0, 0.1] },
      ],
      [0.8, guard],
    ],
  },
  {
    name: 'sword',
    group: 'action',
    wields: true,
    seconds: 1.3,
    keys: [
      [0, armed],
      [
        0.24,
        {
          ...armed,
          move: [0, -0.04, -0.06],
          spine: [-0.12],
          chest: [-0.1, -0.4],
          rightArm: [2.5, 0.5, 0, 1.3],
          head: [0, 0.55],
        },
      ],
      [
        0.4,
        {
          ...armed,
          move: [0, -0.13, 0.1],
          hips: [0.05, 0.05],
          spine: [0.2],
          chest: [0.15, 0.4],
          rightArm: [0.75, 0.05, 0.35, 0.12],
          head: [-0.15, -0.3],
        },
      ],
      [0.52],
      [0.82, armed],
    ],
  },
  {
    name: 'cast',
    group: 'action',
    seconds: 2,
    keys: [
      [0, {}],
      [
        0.28,
        {
          move: [0, -0.06, -0.04],
          spine: [-0.1],
          chest: [-0.1],
          head: [-0.12],
          arms: [0.15, 1.9, -0.7, 1.2],
          grips: -0.3,
        },
      ],
      [
        0.4,
        {
          move: [0, -0.04, -0.05],
          spine: [-0.14],
          chest: [-0.12],
          head: [-0.15],
          arms: [0.1, 2.05, -0.7, 1.3],
          grips: -0.3,
        },
      ],
      [
        0.52,
        {
          move: [0, -0.1, 0.08],
          spine: [0.2],
          chest: [0.1],
          head: [-0.2],
          arms: [1.45, 0.12, 0, 0.1],
          grips: -0.4,
          hands: [0, -0.7],
        },
      ],
      [0.68],
      [0.9, {}],
    ],
    beats: [
      ['leftArm', 1, 0.03, 6],
      ['rightArm', 1, 0.03, 6, 0.5],
    ],
  },
  {
    name: 'hit',
    group: 'action',
    seconds: 0.9,
    keys: [
      [0, {}],
      [
        0.16,
        {
          move: [0, -0.06, -0.1],
          hips: [-0.08, 0.15],
          spine: [-0.15, 0.2],
          chest: [0.25, 0.15],
          head: [0.3, 0.2],
          arms: [0.5, 0.5, 0.1, 0.7],
          grips: 0.3,
        },
      ],
      [
        0.34,
        {
          move: [0, -0.05, -0.07],
          spine: [0.1, 0.1],
          chest: [0.15],
          head: [0.1, 0.1],
          arms: [0.25, 0.35, 0.2, 0.6],
        },
      ],
      [0.8, {}],
    ],
  },
  {
    name: 'die',
    group: 'action',
    seconds: 2.2,
    once: true,
    keys: [
      [0, {}],
      [
        0.14,
        { move: [0, -0.05, -0.06], spine: [0.2], chest: [0.3], head: [0.35], arms: [0.4, 0.4, 0.2, 0.8] },
      ],
      [0.32, { move: [0, -0.25, -0.3], hips: [-0.3], spine: [0.25], head: [0.2], arms: [0.5, 0.7, 0, 0.6] }],
      [
        0.52,
        {
          ...laid,
          move: [0, -0.7, -0.75],
          hips: [-1.1],
          head: [0.3, 0.2],
          lying: 0.4,
          arms: [0.4, 1.0, 0, 0.4],
          feet: [0, 0, 0, -0.6],
        },
      ],
      [0.62, laid],
      [0.7, { ...laid, head: [0.15, 0.3], leftArm: [0.2, 1.0, 0, 0.2] }],
      [0.84, laid],
      [1, laid],
    ],
  },
];
