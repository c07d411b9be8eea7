/** A motion of a person: keys, steps and oscillations, sampled into a clip. */
import { distance, scale } from '../../geometry/vec.js';
import { type Clip, type ClipGroup, loop, placeJoints, sequence } from '../clip.js';
import { extras } from '../extras.js';
import { footPath, strideOf } from '../gait.js';
import { liftPose } from '../settle.js';
import { createTrack, sampleTrack, type Track } from '../track.js';
import { wave } from '../wave.js';
import type { Body } from './body.js';
import { type Channel, channelAt, type Key, lagsOf, mirrored, trackOf } from './channels.js';
import { planArms } from './plan.js';
import { solvePose } from './pose.js';
import { liftsOfPoses, posturesOf } from './posture.js';

/** Hip heights and radians. `stance` is the part of the cycle a foot is on the ground. */
export type Gait = {
  step: number;
  lift: number;
  stance: number;
  bounce: number;
  /** To the side of the foot that stands. */
  sway: number;
  sink: number;
  lean: number;
  /** Of the arms; 0 leaves them to the keys. */
  swing: number;
  elbow: number;
  /** Turn of the hips with each step. */
  twist: number;
};

/** Steps on hands and knees, in hip heights; opposite ones move together. */
export type Crawl = { step: number; lift: number; stance: number };

/** Adds `size` times a sine of `cycles` a clip to one component of a channel. */
type Beat = readonly [channel: Channel, component: number, size: number, cycles: number, shift?: number];

export type Motion = {
  name: string;
  group: ClipGroup;
  seconds: number;
  /** Ends in another pose than it starts with. */
  once?: true;
  gait?: Gait;
  crawl?: Crawl;
  keys: readonly Key[];
  beats?: readonly Beat[];
  /** The hand that does it; the other one does where this one holds something long. */
  hand?: 'right';
  /** Moves what the hands hold like a weapon; otherwise upright things stay upright. */
  wields?: true;
  /** Metres per cycle with root motion, in hip heights, where no gait gives it. */
  travel?: readonly [x: number, y: number, z: number];
};

const perSecond = 12;

export function clipOfMotion(body: Body, motion: Motion): Clip {
  const { name, seconds, group, once, gait, crawl, beats = [], travel } = motion;
  const [left, right] = body.arms;
  const isLeft = motion.hand === 'right' && right?.held && !left?.held;
  const keys = isLeft ? motion.keys.map(([time, key]): Key => [time, key && mirrored(key)]) : motion.keys;
  const track = trackOf(keys, !once);
  const roll = gait && rollOf(gait);
  const lags = lagsOf(seconds);
  const breaths = Math.max(1, Math.round(seconds / 3.2));
  const count = Math.max(16, Math.round(seconds * perSecond));
  const rowAt = (phase: number): Float64Array => {
    const row = sampleTrack(track, phase, lags);
    if (gait && roll) step(row, phase, gait, roll);
    else if (crawl) creep(row, phase, crawl, body);
    else row[channelAt('chest', 0)]! += 0.02 * wave(phase, breaths);
    for (const [channel, component, size, cycles, shift = 0] of beats)
      row[channelAt(channel, component)]! += size * wave(phase, cycles, shift);
    return row;
  };
  const rows = Array.from({ length: once ? count + 1 : count }, (_, i) => rowAt(i / count));
  const timing = { interval: seconds / count, loops: !once };
  const postures = posturesOf(body, rows, timing);
  const plans = planArms(body, postures, { loops: !once, plumb: !motion.wields });
  const solved = postures.map((posture, i) =>
    solvePose(body, posture, plans[i]!, extras(body.skeleton, i / count, gait ? 0.26 : 0.12)),
  );
  const lifts = liftsOfPoses(body, postures, (i) => placeJoints(body.skeleton, solved[i]!), {
    ground: 0,
    ...timing,
  });
  const poses = solved.map((pose, i) => liftPose(pose, lifts[i]!));
  const pose = (phase: number) => poses[Math.round(phase * count)]!;
  const steps = gait ?? crawl;
  const stride = steps ? strideOf(steps.step, steps.stance) : travel;
  const moved = stride && { travel: scale(stride, body.hip) };
  const clip = once ? sequence(name, seconds, count, pose) : loop(name, seconds, count, pose);
  return { ...clip, group, ...moved };
}

/** Knees and palms that take turns on the ground. */
function creep(row: Float64Array, phase: number, { step, lift, stance }: Crawl, body: Body): void {
  for (const [i, { side, hip, knee }] of body.legs.entries()) {
    const knees = footPath(phase + i / 2, stance);
    const palms = footPath(phase + (i + 1) / 2, stance);
    const thigh = distance(hip, knee) / body.hip;
    row[channelAt(`${side.name}Leg`, 0)]! += Math.asin(Math.min(0.8, step / thigh) * knees.forward);
    row[channelAt(`${side.name}Leg`, 1)]! += 0.25 * knees.lift;
    row[channelAt(`${side.name}Palm`, 1)]! += step * palms.forward;
    row[channelAt(`${side.name}Palm`, 2)]! += lift * palms.lift;
  }
  row[channelAt('hips', 2)]! += 0.06 * wave(phase, 1);
}

/**
 * Pitch of a foot over its cycle: it lands on the heel, leaves the ground with the toes, and lifts them before it lands
 * again. Steps that are lifted higher roll more.
 */
function rollOf({ stance, lift }: Gait): Track {
  const size = Math.min(1.5, lift / 0.13);
  const swing = 1 - stance;
  const keys = [
    [0, -0.14],
    [0.16 * stance, 0],
    [0.58 * stance, 0],
    [stance, 0.42],
    [stance + 0.25 * swing, 0.62],
    [stance + 0.8 * swing, -0.24],
  ] as const;
  return createTrack(
    keys.map(([time]) => time),
    keys.map(([, pitch]) => Float64Array.of(pitch * size)),
    true,
  );
}
const onTime = new Float64Array(1);
/** Of the height to which a step lifts the ankle: how far the whole sole is above the ground. */
const clearance = 0.4;

/** Feet, bounce, and the swing of hips, shoulders and arms; the shoulders turn against the hips. */
function step(row: Float64Array, phase: number, gait: Gait, roll: Track): void {
  const more = (channel: Channel, component: number, value: number) => {
    row[channelAt(channel, component)]! += value;
  };
  (['left', 'right'] as const).forEach((side, i) => {
    const { forward, lift } = footPath(phase + i / 2, gait.stance);
    more(`${side}Foot`, 1, gait.lift * lift);
    // Toes that point down would drag over the ground until the ankle is high.
    more(`${side}Foot`, 5, clearance * gait.lift * lift);
    more(`${side}Foot`, 2, gait.step * forward);
    more(`${side}Foot`, 3, sampleTrack(roll, phase + i / 2, onTime)[0]!);
    // Arms swing against the legs; the elbow follows late.
    const swing = gait.swing * wave(phase, 1, -0.25 + i / 2);
    more(`${side}Arm`, 0, swing);
    more(`${side}Arm`, 3, gait.elbow + 0.35 * gait.swing * wave(phase, 1, -0.32 + i / 2));
  });
  const turn = wave(phase, 1, 0.25);
  // The middle of the time on both feet, or on none. Walkers are highest on one leg, runners in the air.
  const between = (gait.stance - 0.5) / 2;
  const rise = gait.stance > 0.5 ? -1 : 1;
  more('move', 0, gait.sway * wave(phase, 1, -between));
  more('move', 1, gait.bounce * rise * Math.cos(4 * Math.PI * (phase - between)) - gait.sink);
  more('hips', 1, -gait.twist * turn);
  more('hips', 2, 0.4 * gait.twist * wave(phase, 1, 0.1));
  more('spine', 0, gait.lean);
  more('spine', 1, gait.twist * turn);
  more('chest', 1, gait.twist * turn);
  more('chest', 2, -0.4 * gait.twist * wave(phase, 1, 0.1));
  more('head', 0, -gait.lean);
  more('head', 1, -gait.twist * turn);
}
