import { describe, expect, it } from 'vitest';
import { silhouetteOf } from '../../../../../src/engine/segmentation/image/silhouette.js';
import { type KindChances, pictureKinds } from '../../../../../src/engine/segmentation/subject/kinds.js';
import { judgeKind } from '../../../../../src/engine/skeleton/outline/judge.js';
import { cutDoll } from '../../input/image/doll.js';

const { mask } = cutDoll({ leftArm: [60, 50], rightArm: [60, 50], armHalf: 0.05, legHalf: 0.06 }, 150);
const person = silhouetteOf(mask, 1.6, 150);

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
      isCertain: true,
    });
  });

  it('has no other reading of a class that needs limbs which an outline may lack', () => {
    expect(judged(seen({ biped: 0.35, octopod: 0.6 }))).toMatchObject({ kind: 'biped', alternative: null });
  });

  it('is a person for an animal that stands upright and faces the viewer', () => {
    expect(judged(seen({ quadruped: 0.95 })).kind).toBe('biped');
  });

  it('is a person for a portrait, with the chance that it is one', () => {
    expect(judged(seen({ bust: 0.9 }))).toMatchObject({ kind: 'biped', bust: 0.9 });
  });

  it('is not certain when the network saw nothing in particular', () => {
    expect(judged(seen({})).isCertain).toBe(false);
  });
});
