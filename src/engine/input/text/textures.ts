/** What a skin is covered with: hairy, scaly. Some bodies have it anyway, some can have it, and others say that they can't. */
import type { Draft } from './draft.js';
import { leaveWordOut } from './pending.js';
import type { Species } from './vocabulary/shapes.js';
import { type Texture, textures } from './vocabulary.js';

export const textureOf = (word: string): Texture | undefined =>
  Object.hasOwn(textures, word) ? textures[word] : undefined;

const isScaled = ({ kind, feet, ears, face }: Species): boolean =>
  kind === 'aquatic' ||
  kind === 'serpentine' ||
  (feet === 'claw' && ears === 'none' && (face === 'muzzle' || face === 'frog'));

/** Bodies that have the texture without being asked. */
const natural: Readonly<Record<Texture, (body: Species) => boolean>> = {
  hair: () => false,
  fur: (body) =>
    (body.face === 'muzzle' && body.kind === 'quadruped' && !isScaled(body)) ||
    (body.form?.kind === 'hexapod' && body.form.fuzzy),
  scales: isScaled,
  feathers: ({ kind, face }) => kind === 'avian' || face === 'beak',
};

/** Gives the body hair or fur, and leaves out the words for what it cannot have. */
export function applyTextures(draft: Draft, body: Species): void {
  for (const [texture, word] of draft.textures) {
    if (natural[texture](body)) continue;
    const canGrow = body.kind === 'biped' || body.kind === 'quadruped';
    if ((texture === 'hair' || texture === 'fur') && canGrow)
      draft.items.set('body hair', { size: 1, ...draft.items.get('body hair') });
    else leaveWordOut(draft, word);
  }
}
