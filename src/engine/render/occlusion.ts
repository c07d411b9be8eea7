import type { Visible } from './raster.js';

/** Screen-space ambient occlusion: how open (0-1) a pixel is, from the depths on two rings around it. */
export function occlusion(visible: Visible, focal: number, reach: number): (x: number, y: number) => number {
  const { width, height, depth } = visible;
  const spokes = 12;
  const [dx, dy] = [new Float64Array(spokes), new Float64Array(spokes)];
  for (let i = 0; i < spokes; i++) {
    const r = 0.3 + 0.7 * (i / spokes);
    dx[i] = Math.cos(i * 2.399963) * r;
    dy[i] = Math.sin(i * 2.399963) * r;
  }
  const most = reach * 0.07;
  /** Depth steps larger than the neighbourhood are other objects far in front: they do not darken. */
  const closer = (here: number, x: number, y: number): number => {
    const step = here + 1 / depth[y * width + x]!;
    return step > most * 2 ? 0 : Math.max(-most, Math.min(most, step));
  };
  return (x, y) => {
    const here = -1 / depth[y * width + x]!;
    const radius = (reach * 0.055 * focal) / here;
    let blocked = 0;
    for (let i = 0; i < spokes; i++) {
      const across = Math.round(dx[i]! * radius);
      const down = Math.round(dy[i]! * radius);
      const [a, b, c, d] = [x + across, y + down, x - across, y - down];
      if (Math.min(a, b, c, d) < 0 || Math.max(a, c) >= width || Math.max(b, d) >= height) continue;
      const nearer = closer(here, a, b) + closer(here, c, d);
      if (nearer > 0) blocked += Math.min(1, nearer / (reach * 0.045));
    }
    return 1 - 0.62 * (blocked / spokes);
  };
}
