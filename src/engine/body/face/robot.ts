import { hex } from '../../colour.js';
import { intersect } from '../../geometry/field/field.js';
import { ellipsoid, halfSpace, roundBox, tube } from '../../geometry/field/shapes.js';
import { add } from '../../geometry/vec.js';
import type { SideName } from '../../kinds.js';
import { sides } from '../../skeleton/skeleton.js';
import type { Head } from '../anatomy.js';
import type { Sculpture } from '../sculpt.js';
import { eyeColour, sidedName, sideOf } from '../sides.js';
import { isBare, type Traits } from '../traits.js';
import { expressionOf } from './mood.js';

/** A dark glass screen with glowing eyes and mouth. */
export function sculptRobotFace(sculpture: Sculpture, head: Head, r: number, traits: Traits): void {
  const z = head.half[2];
  const screen = sculpture.material('screen', hex('14181f'), { roughness: 0.12 });
  const lightOf = (side: SideName) => {
    const colour = eyeColour(traits, side);
    const name = sidedName('eyes', side, colour !== traits.colours.eyes);
    return sculpture.material(name, colour, { roughness: 0.4, glow: 1 });
  };
  const at = (x: number, y: number, out: number) => add(head.centre, [x * r, y * r, z + out * r]);
  sculpture.rigid(
    'screen',
    'head',
    roundBox(at(0, 0.02, -0.04), [0.74 * r, 0.54 * r, 0.08 * r], 0.07 * r),
    screen,
    30,
  );
  if (isBare(traits, 'face')) return;
  const { lid, slant, eye, mouth } = expressionOf(traits.mood);
  const size = 0.15 * r * traits.eyes * eye;
  for (const side of isBare(traits, 'eyes') ? [] : sides) {
    const centre = at(0.34 * side.x, 0.12, 0.03);
    const lamp = ellipsoid(centre, [size, size * 1.25, 0.045 * r]);
    const edge = halfSpace(add(centre, [0, size * 1.25 * lid, 0]), [-side.x * slant, 1, 0]);
    const { state } = sideOf(traits, 'eyes', side.name);
    if (state === 'missing') continue;
    const line = [size, size * 0.14, 0.045 * r] as const;
    const shown =
      state === 'closed' ? ellipsoid(centre, line) : traits.mood && lid < 0.7 ? intersect(lamp, edge) : lamp;
    sculpture.rigid(`${side.name} eye`, 'head', shown, lightOf(side.name), 22);
  }
  if (isBare(traits, 'mouth')) return;
  const bend = {
    smile: 0.07,
    laugh: 0.11,
    smirk: 0.05,
    frown: -0.08,
    line: 0,
    small: 0.03,
    open: 0,
    shout: 0,
  }[mouth];
  const isOpen = mouth === 'open' || mouth === 'shout';
  const wide = mouth === 'small' || isOpen ? 0.09 : 0.2;
  const line = tube(
    [
      at(-wide, -0.25 + (mouth === 'smirk' ? -bend : bend) / 2, 0.035),
      at(0, -0.25 - bend / 2, 0.035),
      at(wide, -0.25 + bend / 2, 0.035),
    ],
    [(mouth === 'shout' ? 0.13 : isOpen ? 0.08 : 0.035) * r],
  );
  const voice = sculpture.material('mouth', traits.colours.eyes, { roughness: 0.4, glow: 1 });
  sculpture.rigid('mouth', 'head', line, voice, 24);
}
