import {
  type AnimationAction,
  type AnimationClip,
  AnimationMixer,
  LoopOnce,
  LoopRepeat,
  type Object3D,
} from 'three';

const FADE_SECONDS = 0.25;

/** The current playback; `clip` is null in the rest pose. */
export type Playing = {
  clip: number | null;
  seconds: number;
  time: number;
  playing: boolean;
  speed: number;
  loop: boolean;
};

export type Playback = {
  /** Of the clips; empty for a clip without a name. */
  names: string[];
  /** What each clip is for, where the file says it. */
  groups: (string | null)[];
  state(): Playing;
  choose(clip: number | null): void;
  play(): void;
  pause(): void;
  seek(time: number): void;
  setSpeed(speed: number): void;
  setLoop(loop: boolean): void;
  advance(seconds: number): void;
  dispose(): void;
};

/** What Rigsmith's files say about a clip. */
const noteOf = ({ userData }: AnimationClip): { group?: string; loop?: boolean } => userData?.rigsmith ?? {};

/** Plays one clip at a time on a model, fading from the previous one. */
export function createPlayback(root: Object3D, clips: readonly AnimationClip[]): Playback {
  const mixer = new AnimationMixer(root);
  let [clip, action]: [number | null, AnimationAction | null] = [null, null];
  let [playing, speed, loop] = [false, 1, true];

  const atEnd = () => action !== null && !repeats() && action.time >= action.getClip().duration;
  const repeats = () => loop && (!action || noteOf(action.getClip()).loop !== false);
  const applyLoop = () => action?.setLoop(repeats() ? LoopRepeat : LoopOnce, Number.POSITIVE_INFINITY);
  /** Ends a fade at once: a still picture must show the pose of a single clip. */
  const settle = () => {
    for (const each of clips) {
      const other = mixer.existingAction(each);
      if (other && other !== action) other.stop();
    }
    action?.stopFading().setEffectiveWeight(1);
  };
  const onFinished = () => {
    playing = false;
  };
  mixer.addEventListener('finished', onFinished);

  return {
    names: clips.map(({ name }) => name),
    groups: clips.map((one) => noteOf(one).group ?? null),
    state: () => ({
      clip,
      seconds: action?.getClip().duration ?? 0,
      time: action?.time ?? 0,
      playing,
      speed,
      loop,
    }),
    choose(index) {
      const chosen = index === null ? undefined : clips[index];
      const before = action;
      clip = chosen ? index : null;
      action = chosen ? mixer.clipAction(chosen) : null;
      if (!action) {
        mixer.stopAllAction();
        playing = false;
        return;
      }
      if (action === before) return;
      action.reset().play();
      action.clampWhenFinished = true;
      applyLoop();
      if (playing && before) action.crossFadeFrom(before, FADE_SECONDS, false);
      else settle();
      mixer.update(0);
    },
    play() {
      if (!action) return;
      if (atEnd()) action.time = 0;
      action.paused = false;
      action.enabled = true;
      playing = true;
    },
    pause() {
      playing = false;
      settle();
      mixer.update(0);
    },
    seek(time) {
      if (!action) return;
      settle();
      action.paused = false;
      action.time = Math.min(Math.max(time, 0), action.getClip().duration);
      mixer.update(0);
    },
    setSpeed(value) {
      speed = value;
    },
    setLoop(value) {
      loop = value;
      applyLoop();
    },
    advance(seconds) {
      if (playing) mixer.update(seconds * speed);
    },
    dispose() {
      mixer.removeEventListener('finished', onFinished);
      mixer.stopAllAction();
      mixer.uncacheRoot(root);
    },
  };
}
