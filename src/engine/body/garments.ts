/** Clothes for two-legged bodies: the body's own parts, grown outwards and cut at hems. */
import { blend, cut, type Field, grow, intersect } from '../field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone } from '../field/shapes.js';
import { add, lerp, scale, sub, type Vec3 } from '../math/vec.js';
import { sides } from '../skeleton/skeleton.js';
import { darker, hex, lighter } from '../text/colours.js';
import type { Look } from '../text/grammar.js';
import type { BipedBody } from './biped.js';
import { ownerOf } from './owner.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

const cloth = ['3f6fb5', '3c8f74', 'b5503c', '7a56a8', 'd0932f', '48617a'] as const;
const legwear = ['3a4661', '5b4a3a', '43474f', '4d5a43'] as const;

export function dress(sculpture: Sculpture, body: BipedBody, t: Traits): void {
  const wears = (item: string) => t.items.get(item);
  const pick = (from: readonly string[]) => hex(from[Math.floor(t.random() * from.length)]!);
  const [shirtColour, legColour] = [pick(cloth), pick(legwear)];
  const main = (look: Look | undefined, other: Vec3): Vec3 => look?.colour ?? t.colours.clothes ?? other;
  const covered = wears('robe') ?? wears('dress');
  const plain = t.dressed && !covered;
  const H = body.unit;
  if (covered) {
    const name = wears('robe') ? 'robe' : 'dress';
    const material = sculpture.material(
      name,
      main(covered, shirtColour),
      covered.finish ?? { roughness: 0.85 },
    );
    const hem = wears('robe') ? 0.045 : 0.2;
    const trim = sculpture.material(
      'trim',
      wears('robe') ? hex('e0b84a') : lighter(main(covered, shirtColour), 0.45),
      {
        roughness: 0.6,
      },
    );
    sculpture.heated(name, ownerOf(body.parts), gownOf(body, hem, covered.size), material, 84, [
      { material: trim, at: (_x, y) => y - (hem + 0.035) * H },
    ]);
  }
  if (wears('shirt') || (plain && !(wears('trousers') && wears('belt') && !wears('shirt')))) {
    const look = wears('shirt');
    sculpture.follow(
      'shirt',
      shirtOf(body, wears('armour') ? 0.006 : 0.011),
      sculpture.material(
        'shirt',
        wears('armour') ? (look?.colour ?? hex('4a4e58')) : main(look, shirtColour),
        look?.finish ?? { roughness: 0.88 },
      ),
      80,
    );
  }
  if (wears('trousers') || plain) {
    const look = wears('trousers');
    sculpture.follow(
      'trousers',
      trousersOf(body, 0.009),
      sculpture.material('trousers', look?.colour ?? legColour, look?.finish ?? { roughness: 0.9 }),
      64,
    );
  }
  if (wears('boots') || (t.dressed && t.feet === 'shoe')) bootsOf(sculpture, body, wears('boots'), t);
  const gloves =
    wears('gloves') ?? (wears('armour') ? { ...wears('armour')!, colour: hex('4d4038') } : undefined);
  if (gloves) {
    const material = sculpture.material('gloves', gloves.colour ?? hex('6a4a32'), { roughness: 0.7 });
    for (const side of sides)
      sculpture.follow(`${side.name} glove`, grow(body.arms[side.name].hand, 0.005 * H), material, 34);
  }
  if (wears('armour')) armourOf(sculpture, body, wears('armour')!, t);
  if (plain || covered || wears('belt')) beltOf(sculpture, body, wears('belt'), !!covered);
  if (wears('tie') && t.dressed) {
    const top: Vec3 = [0, body.frame.S - 0.08 * body.frame.T, body.frame.depth + 0.012 * H];
    sculpture.follow(
      'tie',
      blend(0.004 * H, [
        ball(top, 0.018 * H),
        roundCone(
          add(top, [0, -0.02 * H, 0]),
          add(top, [0, -0.55 * body.frame.T, body.frame.belly * 0.9]),
          0.012 * H,
          0.022 * H,
        ),
      ]),
      sculpture.material('tie', wears('tie')!.colour ?? hex('b8302c')),
      26,
    );
  }
}

/** Torso and arms to the wrists, open at neck, wrists and hip. */
function shirtOf(body: BipedBody, thick: number): Field {
  const { frame: f } = body;
  const cuffs = sides.map((side) => {
    const { wrist, elbow } = body.arms[side.name];
    return halfSpace(lerp(elbow, wrist, 0.84), sub(wrist, elbow));
  });
  const ends = [halfSpace([0, f.hip + 0.02 * f.T, 0], [0, -1, 0]), ...cuffs];
  const throat = body.throat + (thick + 0.012) * f.H;
  const collar = roundCone([0, f.S + 0.012 * f.H + throat * 0.55, 0], [0, f.H, 0], throat, throat * 1.1);
  return cut(ends.reduce(intersect, grow(body.trunk, thick * f.H)), collar);
}

function trousersOf(body: BipedBody, thick: number): Field {
  const { frame: f } = body;
  const legs = sides.flatMap((side) => {
    const { upper, lower } = body.legs[side.name];
    return [grow(upper, thick * f.H), grow(lower, thick * 1.35 * f.H)];
  });
  const hips = intersect(
    grow(body.torso, thick * 0.6 * f.H),
    halfSpace([0, f.hip + 0.24 * f.T, 0], [0, 1, 0]),
  );
  return intersect(blend(0.02 * f.H, [hips, ...legs]), halfSpace([0, f.ankle * 0.95, 0], [0, -1, 0]));
}

/** A bodice with sleeves over a flared skirt; `low` is the hem's height as a part of the body's. */
function gownOf(body: BipedBody, low: number, size: number): Field {
  const { frame: f } = body;
  const hem = low * f.H;
  const flare = (0.078 * f.H + f.waist * 0.62 + f.stand * 0.3) * Math.sqrt(size);
  const skirt = roundCone(
    [0, f.hip + 0.3 * f.T, f.belly * 0.3],
    [0, hem - flare * 0.2, 0],
    f.waist * 1.04,
    flare * 1.12,
  );
  const trimmed = intersect(skirt, halfSpace([0, hem, 0], [0, -1, 0]));
  const sleeves = sides.map((side) => {
    const { elbow, wrist } = body.arms[side.name];
    return intersect(
      roundCone(elbow, lerp(elbow, wrist, 1.0), f.armThick * 1.35, f.armThick * 1.9),
      halfSpace(lerp(elbow, wrist, 0.9), sub(wrist, elbow)),
    );
  });
  return blend(0.022 * f.H, [shirtOf(body, 0.014), trimmed, ...sleeves]);
}

function bootsOf(sculpture: Sculpture, body: BipedBody, look: Look | undefined, t: Traits): void {
  const { frame: f } = body;
  const material = sculpture.material(
    'boots',
    look?.colour ?? (t.items.has('armour') ? hex('5b4636') : hex('54392a')),
    look?.finish ?? { roughness: 0.6 },
  );
  const tall = look ? 0.36 : 0.16;
  for (const side of sides) {
    const { lower, foot } = body.legs[side.name];
    const shaft = intersect(
      grow(lower, 0.014 * f.H),
      halfSpace([0, f.ankle + (f.hip - f.ankle) * tall, 0], [0, 1, 0]),
    );
    const boot = blend(0.012 * f.H, [grow(foot, 0.008 * f.H), shaft]);
    sculpture.follow(`${side.name} boot`, intersect(boot, halfSpace([0, 0.0, 0], [0, -1, 0])), material, 38, [
      {
        material: sculpture.material('soles', darker(look?.colour ?? hex('54392a'), 0.5)),
        at: (_x, y) => y - 0.011 * f.H,
      },
    ]);
  }
}

function armourOf(sculpture: Sculpture, body: BipedBody, look: Look, t: Traits): void {
  const { frame: f } = body;
  const H = f.H;
  const colour = look.colour ?? t.colours.clothes ?? hex('b9c0c9');
  const metal = sculpture.material('armour', colour, look.finish ?? { roughness: 0.32, metalness: 0.85 });
  const trim = sculpture.material('armour trim', hex('d9a93f'), { roughness: 0.35, metalness: 0.9 });
  const plate = intersect(
    grow(body.torso, 0.02 * H),
    roundBox([0, f.hip + 0.62 * f.T, 0], [f.H, f.T * 0.36, f.H], 0.01),
  );
  sculpture.follow('breastplate', plate, metal, 60, [
    {
      material: trim,
      at: (x, y, z) => (z > 0 ? Math.max(Math.abs(x) - 0.008 * H, -(y - f.hip - 0.3 * f.T)) : 1),
    },
  ]);
  sculpture.follow(
    'tassets',
    intersect(
      roundCone(
        [0, f.hip + 0.3 * f.T, 0],
        [0, f.hip - 0.02 * f.T, 0],
        f.waist * 1.12 + f.belly * 0.4,
        f.waist * 1.34 + f.belly * 0.4,
      ),
      roundBox([0, f.hip + 0.08 * f.T, 0], [H, f.T * 0.17, H], 0.01),
    ),
    metal,
    46,
  );
  for (const side of sides) {
    const { shoulder, elbow, wrist } = body.arms[side.name];
    const r = f.armThick * 1.85;
    const cup = intersect(
      ellipsoid(add(shoulder, [side.x * r * 0.15, r * 0.18, 0]), [r * 1.08, r * 0.92, r * 1.12]),
      halfSpace(add(shoulder, [0, -r * 0.25, 0]), [-side.x * 0.25, -1, 0]),
    );
    sculpture.rigid(`${side.name} pauldron`, `${side.name}Shoulder`, cup, metal, 30);
    sculpture.rigid(
      `${side.name} pauldron rim`,
      `${side.name}Shoulder`,
      ring(add(shoulder, [side.x * r * 0.12, -r * 0.2, 0]), r * 0.98, r * 1.04, r * 0.1, 1, [
        0,
        0,
        side.x * -0.24,
      ]),
      trim,
      34,
    );
    sculpture.follow(
      `${side.name} bracer`,
      intersect(
        grow(body.arms[side.name].lower, 0.012 * H),
        blend(0, [
          intersect(
            halfSpace(lerp(elbow, wrist, 0.92), sub(wrist, elbow)),
            halfSpace(lerp(elbow, wrist, 0.25), scale(sub(wrist, elbow), -1)),
          ),
        ]),
      ),
      metal,
      28,
    );
    const { upper, lower } = body.legs[side.name];
    sculpture.follow(
      `${side.name} greave`,
      intersect(
        blend(0.02 * H, [grow(upper, 0.013 * H), grow(lower, 0.017 * H)]),
        roundBox([0, f.ankle + f.hip * 0.34, 0], [H, f.hip * 0.21, H], 0.005),
      ),
      metal,
      34,
    );
  }
}

function beltOf(sculpture: Sculpture, body: BipedBody, look: Look | undefined, loose: boolean): void {
  const { frame: f } = body;
  const y = f.hip + 0.25 * f.T;
  const thick = (loose ? 0.026 : 0.02) * f.H;
  const band = intersect(
    grow(body.trunk, thick),
    roundBox([0, y, 0], [f.waist * 1.6 + f.belly, 0.017 * f.H, f.H], 0.004),
  );
  sculpture.follow(
    'belt',
    band,
    sculpture.material('belt', look?.colour ?? hex('4a3122'), look?.finish ?? { roughness: 0.6 }),
    44,
  );
  const z = f.depth * 0.95 + f.belly * 1.35 + thick;
  sculpture.rigid(
    'buckle',
    'hips',
    roundBox([0, y, z], [0.02 * f.H, 0.018 * f.H, 0.008 * f.H], 0.004 * f.H),
    sculpture.material('buckle', hex('d9a93f'), { roughness: 0.35, metalness: 0.9 }),
    14,
  );
}
