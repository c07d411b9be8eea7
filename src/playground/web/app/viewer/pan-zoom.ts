/** How a picture lies in its frame: moved from the middle by pixels, after being scaled. */
export type Placement = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type Point = { x: number; y: number };

export const FITTED: Placement = { scale: 1, x: 0, y: 0 };
const LARGEST_SCALE = 8;

/** Scales by `factor` with what lies at `at` (from the middle of the frame) staying there. */
export function zoomAt({ scale, x, y }: Placement, factor: number, at: Point): Placement {
  const next = Math.min(Math.max(scale * factor, 1), LARGEST_SCALE);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Keeps the picture from leaving its frame; what is smaller than the frame stays in the middle. */
export function heldInside({ scale, x, y }: Placement, picture: Size, frame: Size): Placement {
  const hold = (at: number, inner: number, outer: number) => {
    const room = Math.max((inner * scale - outer) / 2, 0);
    return Math.min(Math.max(at, -room), room);
  };
  return { scale, x: hold(x, picture.width, frame.width), y: hold(y, picture.height, frame.height) };
}
