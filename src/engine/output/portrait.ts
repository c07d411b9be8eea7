import type { Clip, Pose } from '../clips/clip.js';

/** Time at which a clip is shown in the preview, as a fraction of its length. */
const moments: Record<string, number> = {
  walk: 0.08,
  run: 0.12,
  wave: 0.38,
  jump: 0.45,
  sit: 0,
  cheer: 0.22,
  kick: 0.4,
  kneel: 0,
  crawl: 0.05,
  die: 1,
};

/** Where a class of body has no clip of a name, another one shows the same. */
const others: Readonly<Record<string, string>> = {
  attack: 'punch',
  punch: 'attack',
  kick: 'attack',
  leap: 'jump',
  jump: 'hop',
  sprint: 'run',
  crouch: 'sit',
  crawl: 'slither',
  slither: 'crawl',
};

/** The clip that shows the request, if the body has one. */
export const clipFor = (clips: readonly Clip[], wanted: string): Clip | undefined =>
  clips.find(({ name }) => name === wanted) ?? clips.find(({ name }) => name === others[wanted]);

/** The pose shown: a moment of the requested clip, or of idling with arms down and weight on the feet. */
export function portrait(clips: readonly Clip[], wanted?: string | null): Pose {
  const clip = (wanted && clipFor(clips, wanted)) || clips[0]!;
  const at = clip === clips[0] ? 0.125 : (moments[clip.name] ?? 0.35);
  return clip.poses[Math.round(at * (clip.poses.length - 1))]!;
}
