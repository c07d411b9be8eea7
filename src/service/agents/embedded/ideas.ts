/** Parts of character ideas, combined so that asking again gives different ones. */
const figures = [
  'a red fox',
  'a heroic knight',
  'a small green dragon',
  'a chubby panda',
  'a grey wolf',
  'a young wizard',
  'a tall robot',
  'an orange cat',
  'a brown bear',
  'a pirate',
];
const traits = [
  'a blue scarf',
  'a purple hat',
  'golden armour',
  'a long red cape',
  'a green vest',
  'a wooden staff',
  'a silver crown',
];

/** @param turn how many times ideas were given before */
export function ideasFor(turn: number, count = 3): string[] {
  return Array.from({ length: count }, (_, at) => {
    const step = turn * count + at;
    // Steps coprime to the lengths visit every figure and trait before any repeats.
    return `${figures[(step * 3) % figures.length]} with ${traits[(step * 2) % traits.length]}`;
  });
}
