/** Matches the lighting between pictures of one figure. */

import type { Shot } from '../../body/pictured/shot.js';
import { clamp } from '../../geometry/vec.js';
import { runsOf } from '../../segmentation/image/silhouette.js';
import { lightThresholds } from './calibration.js';

const { mostGain, mostSpread } = lightThresholds;

type Seen = Pick<Shot, 'picture' | 'silhouette'>;

/** The picture relit like `like`: red, green and blue gains on which most heights of the figure agree. */
export function balanced(shot: Seen, like: Seen): Shot['picture'] {
  const [own, goal] = [coloursByHeight(shot), coloursByHeight(like)];
  const ratios = [0, 1, 2].map((c) =>
    own
      .map((colour, i) => (goal[i]![c]! + 1) / (colour[c]! + 1))
      .filter(Number.isFinite)
      .sort((a, b) => a - b),
  );
  const at = (list: readonly number[], share: number) => list[Math.floor(list.length * share)] ?? 1;
  if (ratios.some((list) => at(list, 0.75) / at(list, 0.25) > mostSpread)) return shot.picture;
  const gains = ratios.map((list) => clamp(at(list, 0.5), 1 / mostGain, mostGain));
  const rgba = shot.picture.rgba.map((value, i) =>
    i % 4 === 3 ? value : Math.min(255, value * gains[i % 4]! + 0.5),
  );
  return { ...shot.picture, rgba };
}

const levels = 48;

/** Mean colour of the figure at heights from feet to head; NaN where the figure has a gap. */
function coloursByHeight({ picture, silhouette: s }: Seen): number[][] {
  return Array.from({ length: levels }, (_, level) => {
    const v = (level + 0.5) / levels;
    const y = Math.floor(s.crop.top + (1 - v) * s.crop.height);
    const sum = [0, 0, 0];
    let count = 0;
    for (const { from, to } of runsOf(s, Math.floor(v * s.rows)))
      for (let i = from + 1; i < to; i++) {
        const x = Math.floor(s.crop.left + ((i + 0.5) / s.columns) * s.crop.width);
        for (let c = 0; c < 3; c++) sum[c]! += picture.rgba[(y * picture.width + x) * 4 + c]!;
        count++;
      }
    return sum.map((total) => total / count);
  });
}
