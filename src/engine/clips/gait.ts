/** The planted foot moves back at constant speed, so it does not slide on ground that moves with it. */
export function footPath(phase: number, stance: number): { forward: number; lift: number } {
  const t = phase - Math.floor(phase);
  if (t < stance) return { forward: 1 - (2 * t) / stance, lift: 0 };
  const s = (t - stance) / (1 - stance);
  return { forward: -Math.cos(Math.PI * s), lift: Math.sin(Math.PI * s) };
}
