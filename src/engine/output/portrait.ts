import type { Clip, Pose } from '../clips/clip.js';

/** Time at which a clip is shown in the preview, as a fraction of its length. */
const moments: Record<string, number> = { walk: 0.08, run: 0.12, wave: 0.3 };

/** The pose shown: a moment of the requested clip, or of idling with arms down and weight on the feet. */
export function portrait(clips: readonly Clip[], wanted?: string | null): Pose {
  const clip = clips.find(({ name }) => name === wanted) ?? clips[0]!;
  const at = clip === clips[0] ? 0.125 : (moments[clip.name] ?? 0.35);
  return clip.poses[Math.round(at * (clip.poses.length - 1))]!;
}
