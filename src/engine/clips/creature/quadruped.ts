import type { KeyedMotion } from './keyed.js';
import { quadrupedActions } from './quadruped-actions.js';

/** @param slope angle at which the trunk of a sitting animal rises */
export const quadrupedMotions = (slope: number): readonly KeyedMotion[] => [
  sitting(slope),
  ...calm,
  ...quadrupedActions,
];

const sitting = (slope: number): KeyedMotion => ({
  name: 'sit',
  seconds: 3.4,
  root: [[0, 0, -0.44, 0.05]],
  turns: {
    hips: [[0, -slope]],
    neck: [[0, slope * 0.4]],
    head: [
      [0, slope * 0.4],
      [0.4, slope * 0.4, 0.3],
      [0.7, slope * 0.4, -0.25],
    ],
    tail: [[0, slope * 0.5]],
  },
  beats: [
    ['tail', 1, 0.12, 2],
    ['Ear', 0, 0.08, 3],
  ],
});

const calm: readonly KeyedMotion[] = [
  {
    name: 'sleep',
    seconds: 4.4,
    root: [[0, 0, -0.6, 0]],
    turns: { neck: [[0, 0.45, 0.35]], head: [[0, 0.35, 0.3]], tail: [[0, -0.1, 0.35]] },
    feet: { leftFront: [[0, 0, 0, 0.35]], rightFront: [[0, 0, 0, 0.35]] },
    beats: [
      ['spine', 0, 0.015, 1],
      ['chest', 0, 0.02, 1],
    ],
  },
  {
    name: 'eat',
    seconds: 2.6,
    root: [[0, 0, -0.06, 0.03]],
    turns: { neck: [[0, 0.75]], head: [[0, 0.25]], jaw: [[0, 0]] },
    beats: [
      ['head', 0, 0.09, 5],
      ['jaw', 0, 0.12, 5],
      ['neck', 1, 0.07, 1],
      ['tail', 1, 0.12, 2],
    ],
  },
  {
    name: 'shake',
    seconds: 1.3,
    root: [
      [0, 0, -0.03],
      [0.5, 0, -0.06],
    ],
    beats: [
      ['spine', 2, 0.12, 5],
      ['chest', 2, 0.12, 5],
      ['head', 2, 0.4, 5],
      ['head', 1, 0.25, 5],
      ['Ear', 2, 0.4, 5],
      ['tail', 1, 0.3, 5],
    ],
  },
  {
    name: 'howl',
    seconds: 2.8,
    root: [
      [0, 0],
      [0.25, 0, -0.05, -0.03],
      [0.7, 0, -0.05, -0.03],
      [0.92, 0],
    ],
    turns: {
      neck: [
        [0, 0],
        [0.25, -0.5],
        [0.7, -0.5],
        [0.92, 0],
      ],
      head: [
        [0, 0],
        [0.28, -0.45],
        [0.7, -0.45],
        [0.92, 0],
      ],
      jaw: [
        [0, 0],
        [0.3, 0.35],
        [0.66, 0.3],
        [0.8, 0],
      ],
      Ear: [
        [0, 0],
        [0.3, -0.4],
        [0.7, -0.4],
        [0.92, 0],
      ],
    },
    beats: [['head', 2, 0.03, 8]],
  },
  {
    name: 'look',
    seconds: 4,
    turns: {
      neck: [
        [0, 0],
        [0.15, -0.1, 0.35],
        [0.38, -0.1, 0.35],
        [0.55, -0.05, -0.35],
        [0.78, -0.05, -0.35],
        [0.95, 0],
      ],
      head: [
        [0, 0],
        [0.13, -0.05, 0.4, 0.1],
        [0.38, -0.05, 0.4, 0.1],
        [0.53, 0, -0.4],
        [0.78, 0, -0.4],
        [0.95, 0],
      ],
      Ear: [
        [0, 0],
        [0.2, 0.2],
        [0.3, 0],
        [0.6, 0.2],
        [0.9, 0],
      ],
    },
  },
];
