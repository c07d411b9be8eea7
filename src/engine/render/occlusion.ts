import type { Visible } from './raster.js';

/** Screen-space ambient occlusion: how open (0-1) a pixel is, from the depths on `spokes` lines through it. */
export function occlusion(
  visible: Visible,
  focal: number,
  reach: number,
  spokes: number,
): (x: number, y: number) => number {
  const { width, height, depth } = visible;
  const [dx, dy] = [new Float64Array(spokes), new Float64Array(spokes)];
  for (let i = 0; i < spokes; i++) {
    const r = 0.3 + 0.7 * (i / spokes);
    dx[i] = Math.cos(i * 2.399963) * r;
    dy[i] = Math.sin(i * 2.399963) * r;
  }
  const most = reach * 0.07;
  /** Depth steps larger than the neighbourhood are other objects far in front: they do not darken. */
  const closer = (here: number, at: number): number => {
    const step = here + 1 / depth[at]!;
    return step > most * 2 ? 0 : Math.max(-most, Math.min(most, step));
  };
  return (x, y) => {
    const middle = y * width + x;
    const here = -1 / depth[middle]!;
    const radius = (reach * 0.055 * focal) / here;
    const [roomX, roomY] = [Math.min(x, width - 1 - x), Math.min(y, height - 1 - y)];
    let blocked = 0;
    for (let i = 0; i < spokes; i++) {
      const across = Math.round(dx[i]! * radius);
      const down = Math.round(dy[i]! * radius);
      if (Math.abs(across) > roomX || Math.abs(down) > roomY) continue;
      const offset = down * width + across;
      const nearer = closer(here, middle + offset) + closer(here, middle - offset);
      if (nearer > 0) blocked += Math.min(1, nearer / (reach * 0.045));
    }
    return 1 - 0.62 * (blocked / spokes);
  };
}
