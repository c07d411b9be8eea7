/** Distance to the nearest of jittered points, one per unit cell. */
export function cellDistance(x: number, y: number, z: number): number {
  const [i, j, k] = [Math.floor(x), Math.floor(y), Math.floor(z)];
  let best = 9;
  for (let a = i - 1; a <= i + 1; a++)
    for (let b = j - 1; b <= j + 1; b++)
      for (let c = k - 1; c <= k + 1; c++) {
        const jitter = (s: number) => 0.5 + 0.38 * Math.sin(a * 12.9898 * s + b * 78.233 + c * 37.719 * s);
        best = Math.min(best, Math.hypot(a + jitter(1) - x, b + jitter(1.7) - y, c + jitter(2.3) - z));
      }
  return best;
}
