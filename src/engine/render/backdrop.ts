import type { Camera } from './camera.js';
import type { Triple } from './shade.js';

const top = [0.2, 0.25, 0.36] as const;
const low = [0.62, 0.6, 0.62] as const;

/** A gradient wall running into a floor that takes the shadow. Writes the colour of a pixel into `out` at `at`. */
export function backdrop(
  { eye }: Camera,
  side: number,
  shadow: (x: number, y: number, z: number) => number,
  reach: number,
): (out: Float32Array, at: number, ray: Triple, x: number, y: number) => void {
  return (out, at, ray, x, y) => {
    const blend = (y / side) ** 1.3;
    const vignette = 1 - 0.45 * ((x / side - 0.5) ** 2 + (y / side - 0.5) ** 2);
    const t = ray[1]! < -1e-4 ? -eye[1] / ray[1]! : 0;
    const fx = eye[0] + ray[0]! * t;
    const fz = eye[2] + ray[2]! * t;
    const fade = t > 0 ? Math.max(0, 1 - Math.sqrt(fx * fx + fz * fz) / (reach * 1.7)) : 0;
    const dark = fade > 0 ? 0.55 * Math.min(1, fade * 2) * (1 - shadow(fx, 0, fz)) : 0;
    const light = (1 - dark + 0.1 * fade) * vignette;
    for (let i = 0; i < 3; i++) out[at + i] = (top[i]! + (low[i]! - top[i]!) * blend) * light;
  };
}
