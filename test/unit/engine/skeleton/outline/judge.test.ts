import { describe, expect, it } from 'vitest';
import type { Mask } from '../../../../../src/engine/segmentation/image/grid.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { type KindChances, pictureKinds } from '../../../../../src/engine/segmentation/subject/kinds.js';
import { classOf, evenness } from '../../../../../src/engine/skeleton/outline/class-of.js';
import { judgeKind, mayShow } from '../../../../../src/engine/skeleton/outline/judge.js';
import { sideOdds } from '../../../../../src/engine/skeleton/outline/view.js';
import { cutDoll } from '../../input/image/doll.js';

const { mask } = cutDoll({ leftArm: [60, 50], rightArm: [60, 50], armHalf: 0.05, legHalf: 0.06 }, 150);
const person = silhouetteOf(mask, 1.6, 150);

/** Turned a little aside, on thin legs. */
const [width, height] = [200, 360];
const childWithLargeHead: Mask = {
  width,
  height,
  inside: Uint8Array.from({ length: width * height }, (_, n) => {
    const [x, y] = [n % width, Math.floor(n / width)];
    const head = ((x - 110) / 78) ** 2 + ((y - 90) / 80) ** 2 < 1 || Math.hypot(x - 178, y - 110) < 20;
    const trunk = Math.abs(x - 95) < 32 && y >= 150 && y < 270;
    const legs = [80, 110].some((middle) => Math.abs(x - middle) < 3 && y >= 260 && y < 355);
    return head || trunk || legs ? 1 : 0;
  }),
};

/** The rest of the chances is spread evenly over the other classes. */
function seen(known: Partial<KindChances>): KindChances {
  const left = 1 - Object.values(known).reduce((sum, one) => sum + one, 0);
  const others = pictureKinds.length - Object.keys(known).length;
  const all = pictureKinds.map((kind) => [kind, known[kind] ?? left / others]);
  return Object.fromEntries(all) as KindChances;
}
const judged = (chances: KindChances) => judgeKind(person, chances);

describe('the class of a picture with the outline of a person', () => {
  it('is what the network saw when it is sure', () => {
    expect(judged(seen({ octopod: 0.95 }))).toMatchObject({ kind: 'octopod', alternative: null });
  });

  it('is a person when the network is torn, and the other reading is offered', () => {
    expect(judged(seen({ biped: 0.35, aquatic: 0.6 }))).toMatchObject({
      kind: 'biped',
      alternative: 'aquatic',
      isCertain: false,
      isGuess: false,
    });
  });

  it('has no other reading of a class that needs limbs which an outline may lack', () => {
    expect(judged(seen({ biped: 0.35, octopod: 0.6 }))).toMatchObject({ kind: 'biped', alternative: null });
  });

  it('is a person for an animal that stands upright and faces the viewer', () => {
    expect(judged(seen({ quadruped: 0.95 })).kind).toBe('biped');
  });

  it('is a person for a bird whose outline is uneven but none of a bird', () => {
    const waving = cutDoll({ leftArm: [60, 50], rightArm: [50, 70], armHalf: 0.05, legHalf: 0.06 }, 150);
    const outline = silhouetteOf(waving.mask, 1.6, 150);
    expect(evenness(outline)).toBeLessThan(0.86);
    expect(judgeKind(outline, seen({ avian: 0.95 })).kind).toBe('biped');
  });

  it('is a person for a bird that is too tall for one', () => {
    const outline = silhouetteOf(childWithLargeHead, 1.6, 150);
    expect(classOf(outline)).toBe('avian');
    expect(judgeKind(outline, seen({ avian: 0.9 })).kind).toBe('biped');
  });

  it('is a person for a portrait, with the chance that it is one', () => {
    expect(judged(seen({ bust: 0.9 }))).toMatchObject({ kind: 'biped', bust: 0.9 });
  });

  it('is a guess when the network saw nothing in particular', () => {
    expect(judged(seen({}))).toMatchObject({ isCertain: false, isGuess: true });
  });

  it('is offered with the other reading, though that is much less likely, unless it is certain', () => {
    expect(judged(seen({ biped: 0.4, aquatic: 0.3 }))).toMatchObject({
      kind: 'biped',
      alternative: 'aquatic',
    });
    expect(judged(seen({ biped: 0.8, aquatic: 0.15 }))).toMatchObject({ isCertain: true, alternative: null });
  });
});

describe('the class that the file of a picture is named after', () => {
  it.each([
    ['shown as well as another class', { aquatic: 0.3, avian: 0.6 }, false, true],
    ['unlikely', { aquatic: 0.05, avian: 0.9 }, false, true],
    ['ruled out by what the network saw', { aquatic: 0.01, avian: 0.9 }, false, false],
    ['less likely than the person whom the network recognises', { aquatic: 0.2, biped: 0.6 }, true, false],
    ['likelier than that person', { aquatic: 0.6, biped: 0.2 }, true, true],
  ])('that is %s: %o', (_, chances, seesPerson, expected) => {
    expect(mayShow('aquatic', seen(chances), seesPerson)).toBe(expected);
  });

  it('is a person in a portrait too', () => {
    expect(mayShow('biped', seen({ bust: 0.9, biped: 0.01 }), false)).toBe(true);
  });
});

/** Standing on legs at both ends, with its head up in front. */
const beast = silhouetteOf(
  {
    width: 300,
    height: 220,
    inside: Uint8Array.from({ length: 300 * 220 }, (_, n) => {
      const [x, y] = [n % 300, Math.floor(n / 300)];
      const head = Math.hypot(x - 255, y - 50) < 42;
      const trunk = x >= 30 && x < 250 && y >= 70 && y < 150;
      const legs = [45, 85, 195, 235].some((middle) => Math.abs(x - middle) < 10 && y >= 150 && y < 215);
      return head || trunk || legs ? 1 : 0;
    }),
  },
  1.6,
  150,
);
const faceAt = (aside: number) => ({ isSeen: true, aside });

/** An ogre that strides to the right with a club, a little taller than broad. @param legs where its legs are */
const ogre = (legs: readonly number[]) =>
  silhouetteOf(
    {
      width: 230,
      height: 240,
      inside: Uint8Array.from({ length: 230 * 240 }, (_, n) => {
        const [x, y] = [n % 230, Math.floor(n / 230)];
        const head = Math.hypot(x - 140, y - 35) < 32;
        const trunk = ((x - 100) / 75) ** 2 + ((y - 105) / 62) ** 2 < 1;
        const club = Math.abs(x - 205) < 16 && y > 15 && y < 90;
        const arm = Math.abs(y - 92) < 12 && x > 120 && x < 215;
        const leg = legs.some((middle) => Math.abs(x - middle) < 14 && y >= 130 && y < 238);
        return head || trunk || club || arm || leg ? 1 : 0;
      }),
    },
    1.6,
    150,
  );

describe('an uneven figure that is taller than broad', () => {
  const animal = seen({ quadruped: 0.93 });

  it('stands on its legs where there are two of them, though it looks like an animal from its side', () => {
    const two = ogre([50, 150]);
    expect(sideOdds(two, 'quadruped', animal)).toBeGreaterThan(0);
    expect(judgeKind(two, animal)).toMatchObject({ kind: 'biped', alternative: 'quadruped' });
  });

  it('is an animal from its side where there are more', () => {
    expect(judgeKind(ogre([40, 85, 120, 160]), animal).kind).toBe('quadruped');
  });
});

describe('the class of a picture that looks at the viewer', () => {
  it.each(['quadruped', 'avian', 'aquatic', 'other'] as const)('is not made from the side: %s', (kind) => {
    expect(judgeKind(person, seen({ [kind]: 0.95 }), faceAt(0)).kind).toBe('biped');
  });

  it('stays one with many legs, which is seen from above', () => {
    expect(judgeKind(person, seen({ octopod: 0.95 }), faceAt(0)).kind).toBe('octopod');
  });

  it('is that of an animal from its side which turns its head, or has spots like eyes on its trunk', () => {
    expect(judgeKind(beast, seen({ quadruped: 0.9 }), faceAt(0.33)).kind).toBe('quadruped');
    expect(judgeKind(beast, seen({ quadruped: 0.9 }), faceAt(0.05)).kind).toBe('quadruped');
  });

  it('is that of an animal whose outline is long and uneven, though the network is torn', () => {
    expect(judgeKind(beast, seen({ quadruped: 0.4, biped: 0.45 })).kind).toBe('quadruped');
    expect(judgeKind(beast, seen({ quadruped: 0.05, biped: 0.9 })).kind).toBe('biped');
  });

  it('is offered together with the other view, where the view is doubtful', () => {
    const animal = seen({ quadruped: 0.9, biped: 0.05 });
    const other = (aside: number) => judgeKind(beast, animal, faceAt(aside));
    expect(other(0.33)).toMatchObject({ kind: 'quadruped', alternative: null });
    expect(other(0)).toMatchObject({ kind: 'quadruped', alternative: 'biped' });
  });
});
