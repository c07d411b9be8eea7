import { sitting } from '../../../kinds.js';
import type { KeyPose } from '../channels.js';
import type { Motion } from '../motion.js';

export const seated: KeyPose = {
  move: [0, -sitting.down, -sitting.back],
  spine: [0.06],
  arms: [0.62, 0.14, 0.2, 0.62],
  laps: 1,
  grips: 0.05,
};
const crouched: KeyPose = {
  move: [0, -0.4, -0.1],
  hips: [0.12],
  spine: [0.3],
  chest: [0.12],
  head: [-0.42],
  leftFoot: [0.02, 0, 0.1, 0],
  rightFoot: [-0.02, 0, -0.14, 0.55],
  arms: [0.55, 0.2, 0.3, 0.95],
};
const lying: KeyPose = {
  move: [0, -0.85, -0.9],
  hips: [-1.5],
  chest: [-0.02],
  head: [0.08, 0.25],
  leftArm: [0.1, 0.35, 0.1, 0.15],
  rightArm: [0.12, 0.4, 1.45, 1.5],
  legs: [0.04, 0.07, 0.08],
  feet: [0, 0, 0, 0.35],
  free: 1,
  lying: 1,
};
const kneeling: KeyPose = {
  spine: [0.05],
  head: [0.16],
  rightKnee: 1,
  rightLeg: [-0.08, 0.08],
  rightFoot: [0, 0, 0, 1],
  leftFoot: [0.04, 0, 0.34],
  leftArm: [0.2, 0.34, 0.3, 0.7],
  leftLap: 1,
  rightArm: [0.04, 0.26, 0.12, 0.2],
};
const curious: KeyPose = { chest: [0, 0.12], neck: [0, 0.15], head: [0.02, 0.5, 0.06] };
const onLeft: KeyPose = {
  move: [0.055, -0.02, 0],
  hips: [0, 0.05, -0.06],
  spine: [0, 0, 0.05],
  chest: [0, 0, 0.03],
};

export const standing: readonly Motion[] = [
  {
    name: 'idle',
    group: 'stand',
    seconds: 3.2,
    keys: [[0, {}]],
    beats: [
      ['move', 1, 0.006, 1],
      ['head', 0, -0.02, 1],
      ['head', 1, 0.06, 1, 0.25],
      ['leftArm', 1, 0.02, 1, 0.05],
      ['rightArm', 1, 0.02, 1, 0.05],
    ],
  },
  {
    name: 'idle_look',
    group: 'stand',
    seconds: 5,
    keys: [
      [0, {}],
      [0.12, curious],
      [0.36],
      [0.5, { chest: [0, -0.1], neck: [0, -0.12], head: [-0.05, -0.48, -0.05] }],
      [0.74],
      [0.86, {}],
    ],
  },
  {
    name: 'idle_shift',
    group: 'stand',
    seconds: 5.4,
    keys: [
      [0, onLeft],
      [0.38, { ...onLeft, head: [0.05, 0.15], rightArm: [0.02, 0.2, 0.2, 0.4] }],
      [0.5, { move: [-0.055, -0.02, 0], hips: [0, -0.05, 0.06], spine: [0, 0, -0.05], chest: [0, 0, -0.03] }],
      [0.88],
    ],
  },
  {
    name: 'crouch',
    group: 'stand',
    seconds: 2.6,
    keys: [[0, crouched]],
    beats: [
      ['move', 1, 0.008, 1],
      ['head', 1, 0.18, 1],
    ],
  },
  {
    name: 'sit',
    group: 'stand',
    seconds: 3.6,
    keys: [[0, seated]],
    beats: [
      ['head', 1, 0.12, 1],
      ['head', 0, 0.03, 2],
    ],
  },
  {
    name: 'kneel',
    group: 'stand',
    seconds: 3.4,
    keys: [[0, kneeling]],
    beats: [
      ['head', 0, 0.03, 1],
      ['head', 1, 0.06, 1, 0.3],
    ],
  },
  { name: 'sleep', group: 'stand', seconds: 4.2, keys: [[0, lying]], beats: [['chest', 0, 0.02, 1]] },
  {
    name: 'type',
    group: 'stand',
    seconds: 2,
    keys: [
      [
        0,
        { ...seated, spine: [0.12], head: [0.15], laps: 0, arms: [0.42, 0.12, 0.28, 1.25], hands: [0, 0.1] },
      ],
    ],
    beats: [
      ['leftHand', 1, 0.14, 5],
      ['rightHand', 1, 0.14, 6, 0.4],
      ['leftGrip', 0, 0.18, 5, 0.2],
      ['rightGrip', 0, 0.18, 6, 0.6],
      ['leftArm', 2, 0.05, 2],
      ['rightArm', 2, 0.06, 3, 0.3],
      ['head', 1, 0.09, 1],
    ],
  },
];
