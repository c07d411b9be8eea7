/** Rows of legs from the front, by class. */
export const legRows = {
  hexapod: ['Front', 'Middle', 'Back'],
  octopod: ['Front', 'MidFront', 'MidBack', 'Back'],
} as const;
