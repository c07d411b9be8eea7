import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FITTED,
  heldInside,
  type Placement,
  zoomAt,
} from '../../../../src/playground/web/app/viewer/pan-zoom.js';

const number = (min: number, max: number) => fc.double({ min, max, noNaN: true });
const placement = fc.record({ scale: number(1, 8), x: number(-500, 500), y: number(-500, 500) });
const point = fc.record({ x: number(-400, 400), y: number(-300, 300) });
/** The point of the picture, in its own pixels from its middle, that is shown at a position of the frame. */
const under = ({ scale, x, y }: Placement, at: { x: number; y: number }) => ({
  x: (at.x - x) / scale,
  y: (at.y - y) / scale,
});

describe('zooming a picture', () => {
  it('keeps the point under the pointer in place', () => {
    fc.assert(
      fc.property(placement, number(0.2, 5), point, (before, factor, at) => {
        const after = zoomAt(before, factor, at);
        expect(under(after, at).x).toBeCloseTo(under(before, at).x, 6);
        expect(under(after, at).y).toBeCloseTo(under(before, at).y, 6);
      }),
    );
  });

  it('stays between the size of the frame and eight times that', () => {
    expect(zoomAt(FITTED, 0.1, { x: 0, y: 0 })).toEqual(FITTED);
    expect(zoomAt(FITTED, 100, { x: 0, y: 0 }).scale).toBe(8);
  });

  it('leaves no gap beside a picture larger than its frame, and centers a smaller one', () => {
    const [picture, frame] = [
      { width: 600, height: 200 },
      { width: 600, height: 500 },
    ];
    expect(heldInside({ scale: 2, x: 9_000, y: 40 }, picture, frame)).toEqual({ scale: 2, x: 300, y: 0 });
    expect(heldInside({ scale: 4, x: -20, y: -9_000 }, picture, frame)).toEqual({
      scale: 4,
      x: -20,
      y: -150,
    });
  });
});
