import { describe, expect, it } from 'vitest';
import { seenPanel } from '../../../../../src/engine/body/pictured/areas.js';
import { type DepthIn, withoutContour } from '../../../../../src/engine/body/pictured/contour.js';
import type { HeadBox } from '../../../../../src/engine/body/pictured/head-box.js';
import { depthIn } from '../../../../../src/engine/body/pictured/pictured.js';
import { sidesOf } from '../../../../../src/engine/body/pictured/sides.js';
import { panelSize } from '../../../../../src/engine/body/pictured/texture.js';
import { backOf as backOfPanel, roundOf } from '../../../../../src/engine/body/pictured/unseen.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';

const backOf = (front: Uint8Array, depthAt: DepthIn, head?: HeadBox) => {
  const seen = seenPanel(front, depthAt);
  return backOfPanel(seen, roundOf(seen, head));
};

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

describe('the invented back of a drawing', () => {
  const back = backOf(front(), (u, v) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5)));
  const at = (x: number, y: number) => [
    ...back.subarray((y * panelSize + x) * 4, (y * panelSize + x) * 4 + 3),
  ];

  it('has no eyes, and the color around them instead', () => {
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

  it('meets the front at the outline in its own color', () => {
    const [red, , blue] = at(256, 256 + 238);
    expect(blue).toBeGreaterThan(120);
    expect(red).toBeLessThan(90);
  });
});

describe('the invented back of a head', () => {
  it('has no band where a mask or a strap ends at the outline', () => {
    const head = { left: 0, right: 1, top: 0, bottom: 1 };
    const masked = front();
    for (let n = 0; n < panelSize * panelSize; n++)
      if (Math.abs(Math.floor(n / panelSize) - 300) < 24) masked.set([20, 20, 20, 255], n * 4);
    const back = backOf(masked, (u, v) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5)), head);
    const redAt = (y: number) => back[(y * panelSize + 256) * 4]!;
    expect(Math.abs(redAt(300) - redAt(250))).toBeLessThan(140);
  });
});

/** A ball in a square picture, and a panel colored by the distance from its middle, 0 to 1 at the outline. */
const ball = silhouetteOf(
  {
    width: 200,
    height: 200,
    inside: Uint8Array.from({ length: 40_000 }, (_, n) =>
      Math.hypot((n % 200) - 99.5, Math.floor(n / 200) - 99.5) < 90 ? 1 : 0,
    ),
  },
  1.6,
  150,
);
const panelOf = (colour: (from: number, x: number, y: number) => readonly number[]) => {
  const rgba = new Uint8Array(panelSize * panelSize * 4).fill(255);
  for (let n = 0; n < panelSize * panelSize; n++) {
    const [x, y] = [(n % panelSize) - 255.5, Math.floor(n / panelSize) - 255.5];
    rgba.set(colour(Math.hypot(x, y) / (panelSize * 0.47), x, y), n * 4);
  }
  return rgba;
};
const pixelAt = (rgba: Uint8Array, x: number, y: number) => [
  ...rgba.subarray((y * panelSize + x) * 4, (y * panelSize + x) * 4 + 3),
];

describe('the contour of a drawing', () => {
  it('is left out of the sides, where the inner colors continue', () => {
    const drawn = panelOf((from, x) => (from > 0.965 ? [20, 20, 20] : x < 0 ? [220, 60, 60] : [80, 200, 90]));
    const plain = withoutContour(drawn, ball)!;
    expect(pixelAt(drawn, 256 - 238, 256)).toEqual([20, 20, 20]);
    expect(pixelAt(plain, 256 - 238, 256)).toEqual([220, 60, 60]);
    expect(pixelAt(plain, 256 + 238, 256)).toEqual([80, 200, 90]);
    expect(pixelAt(plain, 200, 256)).toEqual([220, 60, 60]);
  });

  it('is left out when it is as broad as that of pixel art', () => {
    const pixelArt = panelOf((from) => (from > 0.86 ? [30, 16, 40] : [90, 180, 130]));
    expect(pixelAt(withoutContour(pixelArt, ball)!, 256 - 238, 256)).toEqual([90, 180, 130]);
  });

  it('is not broad dark hair above lighter clothes', () => {
    const dark = panelOf((from, _x, y) => (from > 0.86 && y < 60 ? [30, 16, 40] : [90, 180, 130]));
    const plain = withoutContour(dark, ball);
    expect(pixelAt(plain ?? dark, 256, 256 - 230)).toEqual([30, 16, 40]);
  });

  it('is not a dark body with a light belly', () => {
    const belly = (x: number, y: number) => Math.hypot(x - 78, y) < 130;
    expect(
      withoutContour(
        panelOf((_from, x, y) => (belly(x, y) ? [240, 240, 240] : [60, 60, 60])),
        ball,
      ),
    ).toBeNull();
  });

  it('is not assumed when there is none, nor on cloth as dark as ink', { tags: 'slow' }, () => {
    expect(
      withoutContour(
        panelOf(() => [210, 160, 90]),
        ball,
      ),
    ).toBeNull();
    expect(
      withoutContour(
        panelOf((from) => (from > 0.965 ? [10, 10, 10] : [60, 60, 60])),
        ball,
      ),
    ).toBeNull();
  });
});

describe('the back of a head', () => {
  it('has hair where the front has a face', () => {
    const portrait = panelOf((from, _, y) => (from > 0.8 && y < 150 ? [90, 50, 20] : [240, 200, 170]));
    const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5));
    const box = { left: 0, right: 1, top: 0, bottom: 0.9 };
    const [bare] = pixelAt(backOf(portrait, depth), 256, 256);
    const [haired] = pixelAt(backOf(portrait, depth, box), 256, 256);
    expect(bare).toBeGreaterThan(200);
    expect(haired).toBeLessThan(110);
  });
});

describe('the back of a head with short hair', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5));
  /** Hair on the crown only, in the colour of the face in shadow. */
  const shorn = panelOf((_from, _x, y) => (y < -150 ? [112, 72, 52] : [169, 107, 80]));
  const redWith = (isPerson: boolean) =>
    pixelAt(backOf(shorn, depth, { left: 0, right: 1, top: 0, bottom: 0.9, isPerson }), 256, 300)[0]!;

  it('has the hair where a network saw a person, since the crown of others may be in shadow', () => {
    expect(redWith(true)).toBeLessThan(130);
    expect(redWith(false)).toBeGreaterThan(150);
  });
});

describe('the back of a head without hair', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5));
  const box = { left: 0, right: 1, top: 0, bottom: 0.9 };

  it('has its own color between ears of another one', () => {
    const robot = panelOf((from, x, y) =>
      Math.abs(x) > 205 && y > -90 && y < 60
        ? [70, 230, 235]
        : Math.hypot(Math.abs(x) - 70, y + 20) < 25
          ? [20, 40, 80]
          : [225, 228, 232 - 10 * from],
    );
    expect(pixelAt(backOf(robot, depth, box), 256, 256)[0]).toBeGreaterThan(190);
  });

  it('has its own color under a small crown', () => {
    const bear = panelOf((_from, x, y) =>
      y < -150 ? [230, 190, 60] : Math.hypot(Math.abs(x) - 70, y + 20) < 25 ? [20, 20, 20] : [235, 235, 230],
    );
    for (const y of [200, 256, 330])
      expect(pixelAt(backOf(bear, depth, box), 256, y)[2]).toBeGreaterThan(190);
  });

  it('has the color of the crown where a muzzle reaches the outline', () => {
    const otter = panelOf((_from, _x, y) => (y > 10 && y < 150 ? [245, 232, 200] : [190, 115, 60]));
    for (const y of [180, 256, 330]) expect(pixelAt(backOf(otter, depth, box), 256, y)[2]).toBeLessThan(110);
  });
});

describe('the back of a dressed figure', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)));
  const box = { left: 0, right: 1, top: 0, bottom: 0.5 };
  /** A blue hat on brown hair around a face, a red shirt with buttons, green trousers. */
  const front = panelOf((_, x, y) => {
    if (y > 130) return [40, 140, 60];
    if (y > 0) return Math.hypot(x, (y % 40) - 20) < 8 ? [250, 250, 250] : [200, 40, 40];
    if (y < -190) return [30, 60, 200];
    return Math.abs(x) > 170 ? [90, 50, 20] : [240, 200, 170];
  });
  const back = backOf(front, depth, box);

  it('keeps the hat above the hair', () => {
    const [red, , blue] = pixelAt(back, 256, 256 - 215);
    expect(blue).toBeGreaterThan(red! + 60);
    expect(pixelAt(back, 256, 256 - 100)[0]).toBeLessThan(120);
  });

  it('has the colors of the clothes without buttons, and a sharp hem', () => {
    for (const y of [256 + 20, 256 + 60, 256 + 100]) expect(pixelAt(back, 256, y)[1]).toBeLessThan(90);
    expect(pixelAt(back, 300, 256 + 118)[0]).toBeGreaterThan(160);
    expect(pixelAt(back, 300, 256 + 142)[1]).toBeGreaterThan(110);
  });
});

describe('the back of a figure with ears and striped arms', () => {
  const depth = (u: number, v: number) => {
    const isEar = v < 0.25 && Math.abs(u - 0.5) > 0.25;
    const isBody = v >= 0.25;
    return isEar || isBody ? Math.max(0, Math.min(0.5 - Math.abs(u - 0.5), v, 1 - v)) : 0;
  };
  const partAt = (u: number, v: number) =>
    v < 0.5 ? ('head' as const) : Math.abs(u - 0.5) > 0.3 ? null : ('trunk' as const);
  const box = { left: 0, right: 1, top: 0, bottom: 0.5, partAt };
  /** Black ears on an orange head; a grey shirt, and arms with red and white stripes. */
  const front = panelOf((_, x, y) => {
    if (y < -110) return [20, 20, 25];
    if (y < 0) return [230, 120, 30];
    if (Math.abs(x) < 150) return [120, 120, 125];
    return (y + 512) % 60 < 30 ? [200, 30, 30] : [240, 240, 240];
  });
  const back = backOf(front, depth, box);

  it('has the color of the head on it, not that of the ears', () => {
    for (const y of [256 - 100, 256 - 40]) expect(pixelAt(back, 256, y)[0]).toBeGreaterThan(200);
  });

  it('shows the stripes of the arms as the front does', () => {
    for (const y of [270, 300, 330, 360]) {
      const [, green] = pixelAt(back, 256 + 195, y);
      expect(Math.abs(green! - pixelAt(front, 256 + 195, y)[1]!)).toBeLessThan(30);
    }
  });
});

describe('the back of a figure with much detail', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.max(Math.abs(u - 0.5), Math.abs(v - 0.5)));
  const partAt = (_u: number, v: number) => (v < 0.3 ? ('head' as const) : ('trunk' as const));
  const box = { left: 0, right: 1, top: 0, bottom: 0.3, partAt };
  /** Armour of dark and light plates, with a red sash in its middle. */
  const plated = panelOf((_, x, y) => {
    if (y > -80 && Math.abs(x) < 60) return [220, 30, 30];
    return (Math.floor(x / 12) + Math.floor(y / 12)) % 2 === 0 ? [40, 60, 90] : [170, 180, 190];
  });
  const back = backOf(plated, depth, box);
  const spread = (x: number, y: number) => {
    const blues = Array.from({ length: 60 }, (_, i) => pixelAt(back, x + i, y)[2]!);
    return Math.max(...blues) - Math.min(...blues);
  };

  it('has the texture of what the front shows beside its middle', () => {
    for (const y of [256, 320, 380]) expect(spread(226, y)).toBeGreaterThan(60);
  });

  it('has nothing of what is in the middle of its front', () => {
    for (const x of [236, 256, 276]) {
      const [red, , blue] = pixelAt(back, x, 320);
      expect(red! - blue!).toBeLessThan(40);
    }
  });
});

describe('the back of an animal', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5));
  const partAt = (_u: number, v: number) => (v < 0.3 ? ('head' as const) : ('trunk' as const));
  const box = { left: 0, right: 1, top: 0, bottom: 0.3, partAt };
  const grain = (x: number, y: number) => 10 * Math.sin(x / 2.5) * Math.sin(y / 2.5);
  /** Brown fur with grain, a large white belly, a red tongue. */
  const front = panelOf((_, x, y) => {
    if (y > -60 && y < -40 && Math.abs(x) < 12) return [220, 40, 60];
    if (Math.hypot(x, y - 60) < 110) return [240, 235, 225];
    return [150 + grain(x, y), 90 + grain(x, y), 50 + grain(x, y)];
  });
  const back = backOf(front, depth, box);

  it('has no belly', () => {
    for (const y of [256, 256 + 60, 256 + 120]) expect(pixelAt(back, 256, y)[2]).toBeLessThan(90);
  });

  it('keeps the grain of the fur beside the belly', () => {
    const reds = Array.from({ length: 24 }, (_, i) => pixelAt(back, 110 + i, 256 + 60)[0]!);
    expect(Math.max(...reds) - Math.min(...reds)).toBeGreaterThan(8);
  });
});

describe('the back of a figure with sleeves along its trunk', () => {
  const depth = (u: number, v: number) => Math.min(u, 1 - u, v, 1 - v);
  /** A red coat between white sleeves. */
  const front = panelOf((_, x) => (Math.abs(x) > 160 ? [245, 245, 240] : [200, 40, 40]));
  const greenWith = (ends?: HeadBox['ends']) => {
    const box = { left: 0, right: 1, top: 0, bottom: 0.1, partAt: () => 'trunk' as const, ends };
    return pixelAt(backOf(front, depth, box), 256, 300)[1]!;
  };

  it('has the colour between them', () => {
    expect(greenWith('sleeves')).toBeLessThan(90);
    expect(greenWith()).toBeGreaterThan(200);
  });
});

describe('the hair on the back of a slim figure', () => {
  const depth = (u: number, v: number) => Math.min(u, 1 - u, v, 1 - v);
  const partAt = (_u: number, v: number) => (v < 0.3 ? ('head' as const) : ('trunk' as const));
  const front = panelOf((_, _x, y) => (y < 0.3 * 480 - 240 ? [200, 40, 40] : [40, 40, 200]));
  const lowestRed = (aspect: number) => {
    const back = backOf(front, depth, { left: 0, right: 1, top: 0, bottom: 0.3, partAt, aspect });
    let y = 150;
    while (y < 500 && pixelAt(back, 256, y)[0]! > 120) y++;
    return y;
  };

  it('reaches as far down as its breadth says, although a panel shows slim figures broad', () => {
    const [slim, broad] = [lowestRed(0.25), lowestRed(1)];
    expect(broad - slim).toBeGreaterThan(30);
    expect(slim - 0.3 * 480).toBeLessThan(50);
  });
});

describe('the sides of a rendered figure', () => {
  /** How far the ball comes forward, in metres. */
  const surface = (u: number, v: number) => Math.sqrt(Math.max(0, 0.64 - u ** 2 - (v - 0.8) ** 2));

  const sidesIn = (panel: Uint8Array) => sidesOf(seenPanel(panel, depthIn(ball)), ball, surface);

  it('continue the color of what faces the viewer over a shaded outline', () => {
    const shaded = panelOf((from) => (from > 0.84 ? [130, 120, 105] : [220, 200, 180]));
    expect(pixelAt(sidesIn(shaded), 256 + 232, 256)[0]).toBeGreaterThan(200);
  });

  it('keep the hair beside a face', () => {
    const haired = panelOf((from) => (from > 0.84 ? [70, 40, 30] : [240, 200, 170]));
    expect(pixelAt(sidesIn(haired), 256 + 232, 256)[0]).toBeLessThan(90);
  });

  it('go on in the colors of the back, and not in those of an eye', () => {
    const eyed = panelOf((from, _x, y) => (from > 0.6 && Math.abs(y) < 50 ? [20, 20, 20] : [90, 180, 130]));
    const seen = seenPanel(eyed, depthIn(ball));
    const round = roundOf(seen, { left: 0, right: 1, top: 0, bottom: 1, partAt: () => 'head' });
    const sides = sidesOf(seen, ball, surface, round);
    expect(pixelAt(sides, 256 + 236, 256)[1]).toBeGreaterThan(150);
  });

  it('take the narrow edge of a head for a part of it, and not for an ear', () => {
    const partAt = (u: number, v: number) => (Math.hypot(u - 0.5, v - 0.5) < 0.49 ? ('head' as const) : null);
    const seen = seenPanel(
      panelOf((from) => (from > 0.98 ? [20, 20, 20] : [90, 180, 130])),
      depthIn(ball),
    );
    const { alike, areas } = roundOf(seen, { left: 0, right: 1, top: 0, bottom: 1, partAt });
    const edge = 64 * 128 + 123;
    expect(alike[edge]).toBe(0);
    expect(areas[edge * 3 + 1]).toBeCloseTo(180, -1);
  });

  it('begin with what the front shows there, without an edge', () => {
    const yellow = panelOf(() => [230, 200, 60]);
    const seen = seenPanel(yellow, depthIn(ball));
    const sides = sidesOf(seen, ball, surface, { ...roundOf(seen), areas: new Float32Array(128 * 128 * 3) });
    const reds = Array.from({ length: 240 }, (_, x) => pixelAt(sides, 256 + x, 256)[0]!);
    const steps = reds.slice(1).map((red, i) => Math.abs(red - reds[i]!));
    expect(reds[0]! - reds.at(-1)!).toBeGreaterThan(150);
    expect(Math.max(...steps)).toBeLessThan(60);
  });

  it('have no streaks of what is drawn beside the outline', () => {
    const dotted = panelOf((from, _x, y) =>
      from > 0.9 && (y + 256) % 20 < 7 ? [20, 90, 20] : [220, 200, 180],
    );
    const sides = sidesIn(dotted);
    const reds = Array.from({ length: 60 }, (_, i) => pixelAt(sides, 256 + 232, 226 + i)[0]!);
    expect(Math.max(...reds) - Math.min(...reds)).toBeLessThan(20);
  });

  it('have no specks where the lines of a drawing meet at the outline', () => {
    const inked = panelOf((from, x, y) => {
      const isSpoke = Math.abs(y) < 30 * from && x > 0 && Math.abs(y) % 9 < 5;
      return isSpoke && from > 0.6 ? [15, 15, 15] : [240, 190, 60];
    });
    const sides = sidesIn(inked);
    const least = Array.from({ length: 80 }, (_, i) => pixelAt(sides, 256 + 228, 216 + i)[0]!);
    expect(Math.min(...least)).toBeGreaterThan(200);
  });

  it('leave what faces the viewer as it is', () => {
    const dotted = panelOf((_from, x) => (Math.abs(x) % 20 < 10 ? [20, 90, 20] : [220, 200, 180]));
    expect(pixelAt(sidesIn(dotted), 256, 256)).toEqual(pixelAt(dotted, 256, 256));
  });
});

describe('the back of a shaded figure', () => {
  const depth = (u: number, v: number) => Math.max(0, 0.5 - Math.hypot(u - 0.5, v - 0.5));
  const partAt = (_u: number, v: number) => (v < 0.4 ? ('head' as const) : ('trunk' as const));
  const box = { left: 0, right: 1, top: 0, bottom: 0.4, partAt };
  /** Brown hair above a white suit, darker towards the outline. */
  const shaded = panelOf((from, _x, y) => {
    const light = 1 - 0.6 * Math.max(0, from - 0.4);
    return (y < -50 ? [110, 70, 40] : [230, 225, 220]).map((value) => value * light);
  });
  const back = backOf(shaded, depth, box);

  it('has the color that the light shows, not that of the shadow at its outline', () => {
    expect(pixelAt(back, 256, 256 + 60)[0]).toBeGreaterThan(180);
  });

  it('has hair that reaches farther down in the middle', () => {
    const lastRow = (x: number) =>
      Array.from({ length: 300 }, (_, i) => 100 + i).findLast((y) => pixelAt(back, x, y)[0]! < 150)!;
    expect(lastRow(256)).toBeGreaterThan(lastRow(256 - 150) + 12);
  });
});
