import { expect, it } from 'vitest';
import { buildBiped } from '../../../../src/engine/body/biped.js';
import { sculptCharacter } from '../../../../src/engine/body/character.js';
import { traitsOf } from '../../../../src/engine/body/traits.js';
import { describePrompt } from '../../../../src/engine/input/text/prompt.js';

it.each([
  ['a chibi mage in a robe', 'robe'],
  ['a chibi woman in a long dress', 'dress'],
  ['a fat muscular man in a robe', 'robe'],
  ['a woman in a robe', 'robe'],
])('the gown of %s covers the thighs of six seeds', (prompt, name) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const description = describePrompt(prompt);
    const { legs, frame } = buildBiped(traitsOf(description, seed, {}));
    const { solids } = sculptCharacter(description, seed, {});
    const gown = solids.find((solid) => solid.name === name)!.field;
    const { upper } = legs.left;
    const { min, max } = upper.box;
    const steps = Array.from({ length: 24 }, (_, i) => i / 23);
    const bare = steps.flatMap((a) =>
      steps.flatMap((b) =>
        steps.filter((c) => {
          const [x, y, z] = [a, b, c].map((t, axis) => min[axis]! + t * (max[axis]! - min[axis]!)) as [
            number,
            number,
            number,
          ];
          return y > frame.hip * 0.75 && upper.at(x, y, z) < 0 && gown.at(x, y, z) > 0;
        }),
      ),
    );
    expect(bare, `seed ${seed}`).toEqual([]);
  }
});

it.each([
  ['a woman in a short skirt', 'skirt'],
  ['a chibi girl in a short dress', 'dress'],
  ['a tall woman with long legs in a small tutu', 'tutu'],
  ['a woman in a tiny miniskirt', 'miniskirt'],
])('the garment of %s covers the hips of six seeds', (prompt, name) => {
  for (const seed of [1, 2, 3, 4, 5, 6]) {
    const description = describePrompt(prompt);
    const { frame } = buildBiped(traitsOf(description, seed, {}));
    const gown = sculptCharacter(description, seed, {}).solids.find((solid) => solid.name === name)!.field;
    expect(gown.at(0, frame.hip, 0), `seed ${seed}`).toBeLessThan(0);
  }
});
