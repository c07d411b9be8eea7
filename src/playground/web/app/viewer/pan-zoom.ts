/** Position of a picture in its frame: scale, then offset from the centre in pixels. */
export type Placement = { scale: number; x: number; y: number };
export type Size = { width: number; height: number };
export type ScreenPoint = { x: number; y: number };

export const FITTED: Placement = { scale: 1, x: 0, y: 0 };
const LARGEST_SCALE = 8;

/** Scales by `factor` around the point `at`, relative to the centre of the frame. */
export function zoomAt({ scale, x, y }: Placement, factor: number, at: ScreenPoint): Placement {
  const next = Math.min(Math.max(scale * factor, 1), LARGEST_SCALE);
  const ratio = next / scale;
  return { scale: next, x: at.x - (at.x - x) * ratio, y: at.y - (at.y - y) * ratio };
}

/** Limits the offset so that the picture fills its frame; a smaller picture stays centred. */
export function heldInside({ scale, x, y }: Placement, picture: Size, frame: Size): Placement {
  const hold = (at: number, inner: number, outer: number) => {
    const room = Math.max((inner * scale - outer) / 2, 0);
    return Math.min(Math.max(at, -room), room);
  };
  return { scale, x: hold(x, picture.width, frame.width), y: hold(y, picture.height, frame.height) };
}
