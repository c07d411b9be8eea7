import type { Generation } from '../../../contract/rig.js';
import type { Translate } from '../../../copy/translate.js';
import { bodyName } from '../bodies.js';
import { notesOf } from './notes.js';

/** The lines about a finished rig on its card. */

export type Output = NonNullable<Generation['output']>;

/** Empty for a pipeline without randomness, where a seed would mislead. */
export const seedLines = ({ seeded }: Generation, { seed }: Output, t: Translate): string[] =>
  seeded === false || seed === null ? [] : [t('rig.card.ready.seed', { seed: String(seed) })];

/** Null when the service reports neither. */
export const bodyLine = ({ rig, mesh }: Output, t: Translate): string | null =>
  [
    rig && t('rig.card.ready.joints', { joints: rig.joints, skeleton: bodyName(rig.skeleton, t) }),
    mesh && t('rig.card.ready.triangles', { triangles: mesh.triangles }),
  ]
    .filter(Boolean)
    .join(' · ') || null;

export const clipsLine = ({ animations }: Output, t: Translate): string | null =>
  animations.length === 0
    ? null
    : t('rig.card.ready.clips', { clips: animations.length, names: animations.join(', ') });

function verdictOf({ validation }: Output, t: Translate): string | null {
  if (!validation) return null;
  const { errors, warnings } = validation;
  if (errors + warnings === 0) return t('rig.card.ready.valid');
  return t('rig.card.ready.checked', { errors, warnings });
}

export const finePrintOf = (facts: (string | null)[]): string | null =>
  facts.some(Boolean) ? `-# ${facts.filter(Boolean).join(' · ')}` : null;

export function outputLines(
  output: Output,
  { credits, paid_by }: Generation,
  t: Translate,
): (string | null)[] {
  const cost = credits.consumed > 0 ? t('credits.count', { credits: credits.consumed }) : null;
  const price = cost && paid_by === 'server' ? t('rig.card.ready.pool', { price: cost }) : cost;
  return [
    bodyLine(output, t),
    clipsLine(output, t),
    ...notesOf(output, t).map((one) => `-# ${one}`),
    finePrintOf([verdictOf(output, t), price]),
  ];
}
