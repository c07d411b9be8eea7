import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';

const walking = {
  step: 0.29,
  lift: 0.13,
  stance: 0.6,
  bounce: 0.014,
  sway: 0.03,
  sink: 0.03,
  lean: 0.04,
  swing: 0.42,
  elbow: 0.14,
  twist: 0.07,
} as const;

const aloft: KeyPose = {
  move: [0, 0.3, 0],
  spine: [0.12],
  head: [0.15],
  leftFoot: [0.06, 0.3, 0.12, 0.5],
  rightFoot: [-0.06, 0.42, -0.12, 0.7],
  arms: [0.25, 1.5, 0, 0.5],
  grips: -0.2,
};
const sunk: KeyPose = {
  move: [0, -0.24, -0.04],
  hips: [0.1],
  spine: [0.32],
  head: [-0.25],
  arms: [-0.7, 0.22, 0.1, 0.25],
};
const risen: KeyPose = { spine: [-0.05], arms: [1.3, 0.3, 0, 0.4], head: [-0.15] };
const afloat: KeyPose = {
  move: [0, 0.05, 0],
  hips: [1.35],
  spine: [-0.06],
  head: [-0.6],
  free: 1,
  feet: [0, 0, 0, 0.9],
};

export const moving: readonly Motion[] = [
  { name: 'walk', group: 'move', seconds: 1.1, gait: walking, keys: [[0, {}]] },
  {
    name: 'run',
    group: 'move',
    seconds: 0.7,
    gait: {
      step: 0.4,
      lift: 0.3,
      stance: 0.38,
      bounce: 0.045,
      sway: 0.012,
      sink: 0.085,
      lean: 0.16,
      swing: 0.75,
      elbow: 1.15,
      twist: 0.1,
    },
    keys: [[0, { grips: 0.6, arms: [0.04, 0.24, 0.02, 0.2] }]],
  },
  {
    name: 'sprint',
    group: 'move',
    seconds: 0.54,
    gait: {
      step: 0.5,
      lift: 0.42,
      stance: 0.3,
      bounce: 0.05,
      sway: 0.008,
      sink: 0.12,
      lean: 0.3,
      swing: 1.05,
      elbow: 1.35,
      twist: 0.13,
    },
    keys: [[0, { grips: -0.2, arms: [0.04, 0.3, 0.04, 0.2] }]],
  },
  {
    name: 'carry',
    group: 'move',
    seconds: 1.2,
    gait: { ...walking, step: 0.24, swing: 0, elbow: 0, lean: -0.06 },
    keys: [[0, { arms: [0.75, 0.12, 0.12, 0.85], hands: [0, -0.2], grips: 0.3 }]],
  },
  {
    name: 'jump',
    group: 'move',
    seconds: 1.7,
    keys: [
      [0, {}],
      [0.1, { move: [0, -0.03, 0], arms: [0.3, 0.2, 0.1, 0.3] }],
      [0.22, { ...sunk, arms: [-0.5, 0.22, 0.1, 0.25] }],
      [0.29, { ...sunk, arms: [-0.15, 0.22, 0.1, 0.25] }],
      [0.38, { ...risen, move: [0, 0.03, 0.02], feet: [0, 0, 0, 0.35] }],
      // A quarter and a half of the time in the air, and as far before the ground again.
      [0.44, { ...risen, arms: [1.9, 0.4, 0, 0.4], move: [0, 0.3, 0.02], feet: [0, 0.28, 0, 0.55] }],
      [0.5, { move: [0, 0.38, 0.02], arms: [2.2, 0.5, 0, 0.4], feet: [0, 0.42, 0, 0.5] }],
      [0.56, { move: [0, 0.3, 0.01], spine: [0.05], arms: [1.9, 0.6, 0, 0.4], feet: [0, 0.3, 0, 0.35] }],
      [0.63, { move: [0, 0.03, 0], spine: [0.1], arms: [1.3, 0.6, 0, 0.3], feet: [0, 0.02, 0, 0.15] }],
      [0.72, { ...sunk, move: [0, -0.2, -0.03], arms: [0.3, 0.5, 0, 0.4] }],
      [0.92, {}],
    ],
  },
  {
    name: 'fall',
    group: 'move',
    seconds: 0.9,
    keys: [
      [0, aloft],
      [0.5, { ...aloft, leftFoot: [0.06, 0.42, -0.12, 0.7], rightFoot: [-0.06, 0.3, 0.12, 0.5] }],
    ],
    beats: [
      ['leftArm', 1, 0.22, 2],
      ['rightArm', 1, 0.22, 2, 0.3],
      ['leftArm', 0, 0.3, 1],
      ['rightArm', 0, 0.3, 1, 0.5],
    ],
  },
  {
    name: 'land',
    group: 'move',
    seconds: 1.1,
    once: true,
    keys: [
      [0, { ...aloft, feet: [0, 0.24, 0, 0.4] }],
      [0.14, { move: [0, -0.01, 0], spine: [0.12], arms: [0.3, 1.1, 0, 0.4] }],
      [0.3, { ...sunk, move: [0, -0.3, -0.05], arms: [0.5, 0.6, 0.1, 0.4] }],
      [0.42],
      [0.85, {}],
      [1, {}],
    ],
  },
  {
    name: 'swim',
    group: 'move',
    seconds: 1.8,
    travel: [0, 0, 1.1],
    keys: [
      [0, { ...afloat, arms: [2.75, 0.12, 0, 0.08], legs: [0, 0.05, 0.06], grips: -0.3 }],
      [0.14],
      [0.4, { ...afloat, arms: [1.9, 1.15, 0.1, 0.5], legs: [0.1, 0.12, 0.3], head: [-0.8], grips: -0.3 }],
      [0.62, { ...afloat, arms: [0.75, 0.2, 0.45, 2.0], legs: [1.0, 0.5, 1.7], head: [-0.85], grips: -0.3 }],
      [0.82, { ...afloat, arms: [2.0, 0.12, 0.1, 0.9], legs: [0.3, 0.55, 0.3], grips: -0.3 }],
    ],
  },
  {
    name: 'crawl',
    group: 'move',
    seconds: 1.3,
    crawl: { step: 0.14, lift: 0.09, stance: 0.6 },
    keys: [
      [
        0,
        {
          arms: [1.2, 0.1, 0, 0.2],
          legs: [0, 0.06],
          feet: [0, 0, 0, 0.9],
          knees: 1,
          palms: [1, 0.04],
          grips: -0.3,
          lying: 1,
        },
      ],
    ],
  },
  {
    name: 'climb',
    group: 'move',
    seconds: 1.4,
    travel: [0, 0.6, 0],
    keys: [
      [
        0,
        {
          move: [0.03, 0.3, 0],
          spine: [0.06],
          head: [-0.35],
          leftArm: [2.55, 0.2, 0, 0.25],
          rightArm: [1.5, 0.22, 0.2, 1.5],
          leftFoot: [0.03, 0.28, 0.16],
          rightFoot: [-0.03, 0.58, 0.22, 0.1],
          grips: 0.8,
        },
      ],
      [
        0.5,
        {
          move: [-0.03, 0.3, 0],
          spine: [0.06],
          head: [-0.35],
          rightArm: [2.55, 0.2, 0, 0.25],
          leftArm: [1.5, 0.22, 0.2, 1.5],
          rightFoot: [-0.03, 0.28, 0.16],
          leftFoot: [0.03, 0.58, 0.22, 0.1],
          grips: 0.8,
        },
      ],
    ],
    beats: [
      ['chest', 1, 0.12, 1, 0.25],
      ['hips', 2, 0.06, 1, 0.25],
    ],
  },
];
