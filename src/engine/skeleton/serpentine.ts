/** Joints from the neck to the tip of the tail; the fourth is the root. */
export const spineNames: readonly string[] = [
  'neck',
  'spine3',
  'spine2',
  'spine1',
  ...Array.from({ length: 9 }, (_, i) => `tail${i + 1}`),
];
export const spineRoot = 3;
