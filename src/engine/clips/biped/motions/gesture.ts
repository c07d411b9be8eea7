import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';

const greeting: KeyPose = {
  rightArm: [0.2, 1.05, -1.4, 1.75],
  grips: 0,
  rightGrip: -0.4,
  head: [-0.04, -0.14, 0.06],
};
const pointing: KeyPose = {
  rightArm: [1.42, 0.08, 0, 0.06],
  rightGrip: 1,
  point: 1,
  chest: [0, 0.14],
  head: [0, -0.04],
};
const saluting: KeyPose = {
  rightArm: [0.4, 1.12, -1.35, 2.15],
  rightGrip: -0.5,
  rightBrow: 1,
  chest: [-0.05],
  head: [-0.06],
};
const clapping: KeyPose = { arms: [0.62, 0.1, 0.42, 1.25], grips: -0.3, hands: [-0.15] };
const apart: KeyPose = { arms: [0.62, 0.28, -0.12, 1.3], grips: -0.3, hands: [-0.1] };
const laughing: KeyPose = {
  spine: [-0.1],
  chest: [-0.08],
  head: [-0.25],
  arms: [0.28, 0.2, 0.75, 1.5],
  jaw: 0.25,
  grips: 0.2,
};
const weeping: KeyPose = {
  spine: [0.22],
  chest: [0.12],
  neck: [0.15],
  head: [0.32],
  arms: [1.15, 0.14, 0.3, 2.0],
  grips: 0.35,
  hands: [0.3],
};

export const gestures: readonly Motion[] = [
  {
    name: 'wave',
    group: 'gesture',
    hand: 'right',
    seconds: 2.6,
    keys: [
      [0, {}],
      [0.16, greeting],
      [0.27, { ...greeting, rightArm: [0.2, 1.05, -1.4, 1.35] }],
      [0.38, { ...greeting, rightArm: [0.2, 1.05, -1.4, 2.05] }],
      [0.49, { ...greeting, rightArm: [0.2, 1.05, -1.4, 1.35] }],
      [0.6, { ...greeting, rightArm: [0.2, 1.05, -1.4, 2.05] }],
      [0.7, greeting],
      [0.9, {}],
    ],
  },
  {
    name: 'point',
    group: 'gesture',
    hand: 'right',
    seconds: 2.4,
    keys: [
      [0, {}],
      [0.1, { chest: [0, -0.1], rightArm: [-0.1, 0.2, 0, 0.5] }],
      [0.26, pointing],
      [0.68],
      [0.9, {}],
    ],
  },
  {
    name: 'nod',
    group: 'gesture',
    seconds: 1.6,
    keys: [
      [0, {}],
      [0.1, { head: [-0.1] }],
      [0.24, { neck: [0.1], head: [0.3] }],
      [0.4, { head: [-0.06] }],
      [0.55, { neck: [0.08], head: [0.26] }],
      [0.75, {}],
    ],
  },
  {
    name: 'shake',
    group: 'gesture',
    seconds: 1.7,
    keys: [
      [0, {}],
      [0.16, { neck: [0, 0.15], head: [0.04, 0.4] }],
      [0.34, { neck: [0, -0.15], head: [0.04, -0.4] }],
      [0.52, { neck: [0, 0.12], head: [0.04, 0.32] }],
      [0.68, { neck: [0, -0.06], head: [0.02, -0.18] }],
      [0.84, {}],
    ],
  },
  {
    name: 'clap',
    group: 'gesture',
    seconds: 1.6,
    keys: [
      [0, apart],
      [0.125, clapping],
      [0.25, apart],
      [0.375, clapping],
      [0.5, apart],
      [0.625, clapping],
      [0.75, apart],
      [0.875, clapping],
    ],
    beats: [
      ['move', 1, 0.008, 4],
      ['head', 0, 0.04, 4],
    ],
  },
  {
    name: 'cheer',
    group: 'gesture',
    seconds: 1.6,
    keys: [
      [0, { move: [0, -0.1, 0], arms: [0.6, 1.2, -0.6, 1.7], grips: 1, spine: [0.1] }],
      [
        0.2,
        {
          move: [0, 0.14, 0],
          arms: [0.3, 2.5, -0.3, 0.3],
          grips: 1,
          head: [-0.3],
          feet: [0, 0.13, 0, 0.3],
          jaw: 0.2,
        },
      ],
      [0.38, { move: [0, -0.09, 0], arms: [0.4, 1.9, -0.5, 1.1], grips: 1 }],
      [0.5, { move: [0, -0.1, 0], arms: [0.6, 1.3, -0.6, 1.7], grips: 1, spine: [0.1] }],
      [
        0.7,
        {
          move: [0, 0.14, 0],
          arms: [0.3, 2.5, -0.3, 0.3],
          grips: 1,
          head: [-0.3],
          feet: [0, 0.13, 0, 0.3],
          jaw: 0.2,
        },
      ],
      [0.88, { move: [0, -0.09, 0], arms: [0.4, 1.9, -0.5, 1.1], grips: 1 }],
    ],
  },
  {
    name: 'bow',
    group: 'gesture',
    seconds: 2.8,
    keys: [
      [0, {}],
      [
        0.3,
        {
          move: [0, -0.02, -0.1],
          hips: [0.35],
          spine: [0.42],
          chest: [0.22],
          neck: [0.1],
          head: [0.15],
          arms: [0.35, 0.12, 0.1, 0.12],
        },
      ],
      [0.55],
      [0.88, {}],
    ],
  },
  {
    name: 'salute',
    group: 'gesture',
    hand: 'right',
    seconds: 2.6,
    keys: [[0, {}], [0.22, saluting], [0.66], [0.86, {}]],
  },
  {
    name: 'cry',
    group: 'gesture',
    seconds: 2.4,
    keys: [[0, weeping]],
    beats: [
      ['chest', 0, 0.035, 6],
      ['head', 0, 0.03, 6, 0.1],
      ['head', 1, 0.08, 1],
      ['move', 1, 0.006, 3],
    ],
  },
  {
    name: 'laugh',
    group: 'gesture',
    seconds: 2.2,
    keys: [
      [0, laughing],
      [0.5, { ...laughing, spine: [0.12], head: [0.02], hips: [0.05] }],
    ],
    beats: [
      ['chest', 0, 0.05, 6],
      ['move', 1, 0.01, 6],
      ['head', 0, 0.04, 6, 0.1],
      ['jaw', 0, 0.1, 6],
    ],
  },
];
