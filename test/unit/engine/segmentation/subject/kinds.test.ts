import { describe, expect, it } from 'vitest';
import {
  type KindModel,
  kindChances,
  type PictureKind,
  pictureKinds,
} from '../../../../../src/engine/segmentation/subject/kinds.js';

const each = <T>(of: (kind: PictureKind) => T) =>
  Object.fromEntries(pictureKinds.map((kind) => [kind, of(kind)])) as Record<PictureKind, T>;
/** More than three legs speak for animals; the network's first feature for fish, its second for birds. */
const model: KindModel = {
  features: ['legs'],
  trees: each((kind) => (kind === 'quadruped' ? [[0, 3, -2, 2]] : [])),
  network: {
    offsets: each(() => 0),
    step: 0.5,
    weights: each((kind) => [kind === 'aquatic' ? 4 : 0, kind === 'avian' ? 4 : 0]),
  },
};

describe('the chances of classes in a picture', () => {
  it('follow the features of the outline where there is no network', () => {
    const [four, none] = [4, 0].map((legs) => kindChances({ legs }, null, model));
    expect(four!.quadruped).toBeGreaterThan(0.4);
    expect(none!.quadruped).toBeLessThan(none!.biped);
  });

  it('follow what the network saw too, and add up to one', () => {
    const chances = kindChances({ legs: 0 }, Float32Array.of(3, 1), model);
    expect(chances.aquatic).toBeGreaterThan(chances.avian);
    expect(chances.avian).toBeGreaterThan(chances.biped);
    expect(Object.values(chances).reduce((sum, one) => sum + one, 0)).toBeCloseTo(1);
  });

  it('come from the learnt model, which knows every class', () => {
    const chances = kindChances({}, new Float32Array(576).fill(0.1));
    expect(Object.keys(chances)).toEqual([...pictureKinds]);
    expect(Object.values(chances).every((chance) => chance >= 0 && chance <= 1)).toBe(true);
  });
});
