/** A sine over the phase 0-1 of a loop; whole `cycles` keep it closed, `shift` is a part of a cycle. */
export const wave = (phase: number, cycles = 1, shift = 0): number =>
  Math.sin(2 * Math.PI * (phase * cycles + shift));

/** 0 at the ends of `from`-`to`, 1 in its middle, smooth; 0 elsewhere. */
export const pulse = (phase: number, from: number, to: number): number => {
  const t = (phase - from) / (to - from);
  return t <= 0 || t >= 1 ? 0 : Math.sin(Math.PI * t) ** 2;
};

/** Rises over `rise` after `from`, stays at 1, falls over `rise` before `to`. */
export const hold = (phase: number, from: number, to: number, rise: number): number => {
  const ease = (t: number) => {
    const s = Math.min(1, Math.max(0, t));
    return s * s * (3 - 2 * s);
  };
  return Math.min(ease((phase - from) / rise), ease((to - phase) / rise));
};
