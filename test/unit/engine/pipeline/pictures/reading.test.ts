import { describe, expect, it } from 'vitest';
import { readingOf } from '../../../../../src/engine/pipeline/pictures/reading.js';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { certainly } from '../../../../../src/engine/skeleton/outline/judge.js';
import { cutDoll } from '../../input/image/doll.js';

const { mask } = cutDoll({}, 150);
const { width, height } = mask;
const picture = { width, height, rgba: new Uint8Array(width * height * 4) };
const doll = { picture, mask, outline: silhouetteOf(mask, 1.6, 150), isFacing: false };

describe('a picture taken for an animal with many legs, whose outline shows two', () => {
  it('is the class of its outline, seen from the front', () => {
    const judged = certainly('octopod', null);
    expect(readingOf({ ...doll, judged }, 'auto')).toEqual({ kind: 'biped', creature: null });
  });

  it('is the next likely class', () => {
    const judged = { ...certainly('hexapod', null), alternative: 'quadruped' } as const;
    expect(readingOf({ ...doll, judged }, 'auto').kind).toBe('quadruped');
  });

  it('stands where it looks at the viewer and may be something else', () => {
    const judged = { ...certainly('serpentine', null), isCertain: false } as const;
    expect(readingOf({ ...doll, judged, isFacing: true }, 'auto').kind).toBe('biped');
    expect(readingOf({ ...doll, judged, isFacing: false }, 'auto').kind).not.toBe('biped');
  });

  it('is refused when that class was asked for', () => {
    const judged = certainly('octopod', null);
    expect(() => readingOf({ ...doll, judged }, 'octopod')).toThrow('eight limbs');
  });
});
