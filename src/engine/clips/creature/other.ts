import type { KeyedMotion } from './keyed.js';

/** For bodies of unknown class: all joints take part, one after another. */
export const otherMotions: readonly KeyedMotion[] = [
  {
    name: 'look',
    seconds: 3.6,
    turns: {
      all: [
        [0, 0],
        [0.2, 0, 0.08],
        [0.4, 0, 0.08],
        [0.6, 0, -0.08],
        [0.8, 0, -0.08],
      ],
    },
  },
  {
    name: 'nod',
    seconds: 1.6,
    turns: {
      all: [
        [0, 0],
        [0.2, 0.07],
        [0.4, -0.02],
        [0.6, 0.06],
        [0.85, 0],
      ],
    },
  },
  { name: 'twist', seconds: 2.2, beats: [['all', 1, 0.12, 1]] },
  {
    name: 'stretch',
    seconds: 2.8,
    turns: {
      all: [
        [0, 0],
        [0.35, -0.1],
        [0.6, -0.1],
        [0.92, 0],
      ],
    },
  },
  {
    name: 'jump',
    seconds: 1.1,
    root: [
      [0, 0],
      [0.42, 0, 0.3],
      [0.66, 0],
      [0.98, 0],
    ],
    turns: {
      all: [
        [0, 0],
        [0.2, 0.06],
        [0.45, -0.06],
        [0.7, 0.05],
        [0.95, 0],
      ],
    },
  },
  { name: 'sleep', seconds: 4.6, turns: { all: [[0, 0.04]] }, beats: [['all', 0, 0.012, 1]] },
  {
    name: 'hit',
    seconds: 0.9,
    turns: {
      all: [
        [0, 0],
        [0.18, -0.08, 0, 0.06],
        [0.85, 0],
      ],
    },
  },
];
