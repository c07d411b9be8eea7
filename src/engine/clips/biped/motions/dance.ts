import { type KeyPose, mirrored } from '../channels.js';
import type { Motion } from '../motion.js';

const groove: KeyPose = { arms: [0.35, 0.25, 0.2, 1.45], grips: 0.6 };
const square: KeyPose = { arms: [0, 1.4, 0, 0], grips: -0.3 };

const stepLeft: KeyPose = {
  ...groove,
  move: [0.1, -0.07, 0],
  hips: [0, 0.12, -0.08],
  chest: [0, 0.15],
  leftFoot: [0.12, 0, 0.02],
  leftArm: [0.7, 0.3, 0.3, 1.7],
  rightArm: [-0.2, 0.35, 0.1, 1.3],
  head: [0.05, -0.1, 0.08],
};
const liftRight: KeyPose = {
  ...groove,
  move: [0.1, -0.02, 0],
  leftFoot: [0.12, 0, 0.02],
  rightFoot: [-0.02, 0.12, -0.04, 0.5],
  head: [-0.05],
};
const gather: KeyPose = { ...groove, move: [0, -0.06, 0] };
const sky: KeyPose = {
  move: [0.05, -0.03, 0],
  hips: [0, -0.08, -0.1],
  chest: [-0.05, -0.15, 0.05],
  rightArm: [0.5, 2.35, 0, 0.1],
  rightGrip: 1,
  point: 1,
  leftArm: [-0.15, 0.6, 1.0, 1.35],
  head: [-0.25, -0.3],
};
const floor: KeyPose = {
  move: [-0.05, -0.09, 0],
  hips: [0, 0.1, 0.1],
  chest: [0.12, 0.3, -0.05],
  rightArm: [0.85, 0.02, 0.3, 0.1],
  rightGrip: 1,
  point: 1,
  leftArm: [-0.15, 0.6, 1.0, 1.35],
  head: [0.2, 0.25],
};
const robotLeft: KeyPose = {
  ...square,
  leftArm: [0, 1.4, -1.5, 1.5],
  rightArm: [0, 1.4, 1.5, 1.5],
  chest: [0, 0.3],
  head: [0, 0.5],
};
const robotFront: KeyPose = { arms: [1.5, 0.1, 0, 0.05], grips: -0.3, head: [0.2], move: [0, -0.06, 0] };

export const dances: readonly Motion[] = [
  {
    name: 'dance',
    group: 'dance',
    seconds: 2,
    keys: [
      [0, gather],
      [0.12, { ...stepLeft, leftFoot: [0.07, 0.08, 0.02, 0.2] }],
      [0.25, stepLeft],
      [0.33, liftRight],
      [0.42, { ...gather, leftFoot: [0.06, 0.07, 0.02, 0.2] }],
      [0.5, gather],
      [0.62, mirrored({ ...stepLeft, leftFoot: [0.07, 0.08, 0.02, 0.2] })],
      [0.75, mirrored(stepLeft)],
      [0.83, mirrored(liftRight)],
      [0.92, mirrored({ ...gather, leftFoot: [0.06, 0.07, 0.02, 0.2] })],
    ],
  },
  {
    name: 'dance_twist',
    group: 'dance',
    seconds: 1.2,
    keys: [
      [
        0,
        {
          move: [0, -0.13, 0],
          spine: [0.1],
          arms: [0.25, 0.35, 0.15, 1.5],
          feet: [0, 0, 0, 0.2],
          grips: 0.7,
        },
      ],
    ],
    beats: [
      ['hips', 1, 0.42, 1],
      ['spine', 1, -0.3, 1],
      ['chest', 1, -0.35, 1],
      ['head', 1, 0.2, 1],
      ['leftFoot', 4, 0.4, 1],
      ['rightFoot', 4, 0.4, 1],
      ['leftArm', 0, 0.45, 1],
      ['rightArm', 0, 0.45, 1, 0.5],
      ['move', 1, 0.03, 2],
    ],
  },
  {
    name: 'dance_disco',
    group: 'dance',
    seconds: 2,
    keys: [
      [0, sky],
      [0.1, sky],
      [0.25, floor],
      [0.35, floor],
      [0.5, sky],
      [0.6, sky],
      [0.75, floor],
      [0.85, floor],
    ],
    beats: [
      ['move', 1, 0.02, 4],
      ['hips', 2, 0.05, 2],
    ],
  },
  {
    name: 'dance_robot',
    group: 'dance',
    seconds: 3.2,
    keys: [
      [0, square],
      [0.09],
      [0.14, robotLeft],
      [0.27],
      [0.32, mirrored(robotLeft)],
      [0.45],
      [0.5, robotFront],
      [0.6],
      [0.65, { ...robotFront, arms: [1.5, 0.1, 0, 1.5], spine: [0, 0.4], hips: [0, 0.1] }],
      [0.77],
      [0.82, { ...robotFront, arms: [1.5, 0.1, 0, 1.5], spine: [0, -0.4], hips: [0, -0.1] }],
      [0.92],
    ],
  },
];
