/** A sine over the loop phase 0-1; an integer `cycles` keeps it closed, `shift` is a fraction of a cycle. */
export const wave = (phase: number, cycles = 1, shift = 0): number =>
  Math.sin(2 * Math.PI * (phase * cycles + shift));

/** A smooth pulse: 1 in the middle of `from`-`to`, 0 at its ends and elsewhere. */
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
