import { describe, expect, it } from 'vitest';
import { backOf, panelSize } from '../../../../src/engine/image/texture.js';

/** Orange all over, a thick blue outline, black eyes. */
function front(): Uint8Array {
  const rgba = new Uint8Array(panelSize * panelSize * 4);
  for (let i = 0; i < panelSize * panelSize; i++) {
    const [x, y] = [i % panelSize, Math.floor(i / panelSize)];
    const from = Math.hypot(x - 256, y - 256);
    const eye = Math.min(Math.hypot(x - 200, y - 200), Math.hypot(x - 312, y - 200)) < 14;
    rgba.set(from > 215 ? [40, 30, 160, 255] : eye ? [10, 10, 10, 255] : [230, 140, 40, 255], i * 4);
  }
  return rgba;
}

describe('the back nobody drew', () => {
  const back = backOf(front(), (u, v) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5)));
  const at = (x: number, y: number) => [
    ...back.subarray((y * panelSize + x) * 4, (y * panelSize + x) * 4 + 3),
  ];

  it('has no eyes, and the colour of what is around them', () => {
    for (const [x, y] of [
      [200, 200],
      [312, 200],
      [256, 256],
    ] as const) {
      const [red, green, blue] = at(x, y);
      expect(red).toBeGreaterThan(200);
      expect(green).toBeGreaterThan(115);
      expect(blue).toBeLessThan(70);
    }
  });

  it('meets the front at the outline in its own colour', () => {
    const [red, , blue] = at(256, 256 + 238);
    expect(blue).toBeGreaterThan(120);
    expect(red).toBeLessThan(90);
  });
});
