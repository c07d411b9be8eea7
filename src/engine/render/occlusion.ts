import type { Visible } from './raster.js';

/** Screen-space ambient occlusion: how open (0-1) a pixel is, from the depths on two rings around it. */
export function occlusion(visible: Visible, focal: number, reach: number): (x: number, y: number) => number {
  const { width, height, depth } = visible;
  const distanceAt = (x: number, y: number) => -1 / depth[y * width + x]!;
  const spokes = Array.from({ length: 12 }, (_, i) => {
    const angle = i * 2.399963;
    const r = 0.3 + 0.7 * (i / 12);
    return [Math.cos(angle) * r, Math.sin(angle) * r] as const;
  });
  return (x, y) => {
    const here = distanceAt(x, y);
    const radius = (reach * 0.055 * focal) / here;
    let blocked = 0;
    for (const [dx, dy] of spokes) {
      const [a, b] = [x + Math.round(dx * radius), y + Math.round(dy * radius)];
      const [c, d] = [x - Math.round(dx * radius), y - Math.round(dy * radius)];
      if (a < 0 || c < 0 || b < 0 || d < 0 || a >= width || c >= width || b >= height || d >= height)
        continue;
      const closer = clampTo(here - distanceAt(a, b), reach) + clampTo(here - distanceAt(c, d), reach);
      if (closer > 0) blocked += Math.min(1, closer / (reach * 0.045));
    }
    return 1 - 0.62 * (blocked / spokes.length);
  };
}

/** Depth steps larger than the neighbourhood are other objects far in front: they do not darken. */
function clampTo(step: number, reach: number): number {
  const most = reach * 0.07;
  return step > most * 2 ? 0 : Math.max(-most, Math.min(most, step));
}
