/** The effect of clips on a surface, with three.js' mixer: torn edges, invalid positions, open loops. */
import { AnimationMixer, type Group, type KeyframeTrack, type SkinnedMesh, Vector3 } from 'three';
import type { GLTF } from 'three/examples/jsm/loaders/GLTFLoader.js';
import { skinnedIn } from './three.js';

/**
 * `torn`: the share of edges stretched over three times in any frame of any clip; `stretch` is the largest of all.
 */
export type Motion = { torn: number; stretch: number; tornIn: string; faults: string[] };

const frames = [0.12, 0.37, 0.62, 0.87];
const torn = 3;
/** In heights: shorter edges are invisible. */
const shortest = 0.002;
/** The largest difference between the first and the last key of a loop. */
const open = 1e-4;

/** A fall or a jump ends where it ends. */
const repeats = ({ userData }: { userData?: { rigsmith?: { loop?: boolean } } }): boolean =>
  userData?.rigsmith?.loop !== false;

export function measureMotion({ scene, animations }: Pick<GLTF, 'scene' | 'animations'>): Motion {
  const edges = skinnedIn(scene).map((mesh) => ({ mesh, ...longEdges(mesh, heightIn(scene)) }));
  const most = edges.map(({ rests }) => new Float32Array(rests.length));
  const motion: Motion = { torn: 0, stretch: 0, tornIn: '', faults: [] };
  const mixer = new AnimationMixer(scene);
  for (const clip of animations) {
    if (repeats(clip) && clip.tracks.some(isOpen)) motion.faults.push(`the loop of ${clip.name} is open`);
    const action = mixer.clipAction(clip).play();
    for (const at of frames) {
      mixer.setTime(at * clip.duration);
      scene.updateMatrixWorld(true);
      edges.forEach(({ mesh, ends, rests }, m) => {
        const placed = placesOf(mesh);
        rests.forEach((rest, e) => {
          const span = spanOf(placed, ends[e * 2]!, ends[e * 2 + 1]!) / rest;
          if (!Number.isFinite(span)) motion.faults.push(`${clip.name} loses a place`);
          most[m]![e] = Math.max(most[m]![e]!, span);
          if (span > motion.stretch) [motion.stretch, motion.tornIn] = [span, clip.name];
        });
      });
    }
    action.stop();
    mixer.uncacheClip(clip);
  }
  const all = most.reduce((sum, list) => sum + list.length, 0);
  const over = most.reduce((sum, list) => sum + list.filter((one) => one > torn).length, 0);
  return { ...motion, torn: all > 0 ? over / all : 0, faults: [...new Set(motion.faults)] };
}

function isOpen({ values, times }: KeyframeTrack): boolean {
  const width = values.length / times.length;
  const [first, last] = [values.slice(0, width), values.slice(-width)];
  const apart = (sign: 1 | -1) => Math.max(...first.map((one, i) => Math.abs(one - sign * last[i]!)));
  // A quaternion and its negative are the same rotation.
  return !(
    Math.min(apart(1), width === 4 ? apart(-1) : Infinity) <=
    open * Math.max(1, ...first.map(Math.abs))
  );
}

function heightIn(scene: Group): number {
  scene.updateMatrixWorld(true);
  const heights = skinnedIn(scene).flatMap((mesh) => {
    mesh.geometry.computeBoundingBox();
    const { min, max } = mesh.geometry.boundingBox!;
    return [min.y, max.y];
  });
  return Math.max(...heights) - Math.min(...heights);
}

/** Pairs of vertices joined by triangles, and the length of each edge at rest. */
function longEdges({ geometry }: SkinnedMesh, height: number): { ends: number[]; rests: number[] } {
  const { position } = geometry.attributes;
  const places = position!.array as Float32Array;
  const index = geometry.getIndex();
  const corners = index ? index.array : Array.from({ length: position!.count }, (_, v) => v);
  const [ends, rests]: [number[], number[]] = [[], []];
  const seen = new Set<number>();
  for (let i = 0; i < corners.length; i++) {
    const [a, b] = [corners[i]!, corners[i % 3 === 2 ? i - 2 : i + 1]!];
    const key = Math.min(a, b) * position!.count + Math.max(a, b);
    if (seen.has(key)) continue;
    seen.add(key);
    const span = spanOf(places, a, b);
    if (span < shortest * height) continue;
    ends.push(a, b);
    rests.push(span);
  }
  return { ends, rests };
}

function placesOf(mesh: SkinnedMesh): Float32Array {
  const { position } = mesh.geometry.attributes;
  const placed = new Float32Array(position!.count * 3);
  const at = new Vector3();
  for (let v = 0; v < position!.count; v++) {
    mesh.applyBoneTransform(v, at.fromBufferAttribute(position!, v));
    at.toArray(placed, v * 3);
  }
  return placed;
}

const spanOf = (p: Float32Array, a: number, b: number): number =>
  Math.hypot(p[a * 3]! - p[b * 3]!, p[a * 3 + 1]! - p[b * 3 + 1]!, p[a * 3 + 2]! - p[b * 3 + 2]!);
