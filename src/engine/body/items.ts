/** Things worn on head, neck and back, or held. They know only anchors, so they fit two legs and four. */
import { blend, cut, type Field, grow, intersect, union } from '../field/field.js';
import { ball, ellipsoid, halfSpace, ring, roundBox, roundCone, tube } from '../field/shapes.js';
import { add, cross, lerp, normalize, scale, sub, type Vec3 } from '../math/vec.js';
import { sides } from '../skeleton/skeleton.js';
import { darker, hex, lighter } from '../text/colours.js';
import type { Look } from '../text/grammar.js';
import type { Body } from './coat.js';
import type { Sculpture } from './sculpt.js';
import type { Traits } from './traits.js';

type Item = (sculpture: Sculpture, body: Body, look: Look, traits: Traits) => void;

export function sculptItems(sculpture: Sculpture, body: Body, traits: Traits): void {
  for (const [name, look] of traits.items) items[name]?.(sculpture, body, look, traits);
}

const gold = { roughness: 0.3, metalness: 0.9 };
const steel = { roughness: 0.3, metalness: 0.85 };

/** Points and sizes in head heights, y 1 being the crown. */
function headRoom({ head }: Body, traits: Traits) {
  const r = head.half[1];
  const lift = traits.face === 'muzzle' ? -0.06 : 0;
  return {
    r,
    w: Math.max(head.half[0], head.half[2]),
    at: (x: number, y: number, z: number): Vec3 => add(head.centre, [x * r, (y + lift) * r, z * r]),
  };
}

const items: Record<string, Item> = {
  hat(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? t.colours.clothes ?? hex('7a4d2b');
    const felt = sculpture.material('hat', colour, look.finish ?? { roughness: 0.9 });
    const s = Math.sqrt(look.size);
    const crown = roundCone(
      at(0, 0.72, -0.1),
      at(0, 1.12 + 0.35 * look.size, -0.12),
      w * 0.84 * s,
      w * 0.62 * s,
    );
    const domed = intersect(crown, halfSpace(at(0, 0.6, -0.1), [0, -1, 0.08]));
    const brim = ellipsoid(at(0, 0.62, -0.06), [w * 1.5 * s, r * 0.1, w * 1.5 * s], [-0.1, 0, 0]);
    sculpture.rigid('hat', 'head', blend(r * 0.1, [domed, brim]), felt, 48);
    sculpture.rigid(
      'hat band',
      'head',
      ring(at(0, 0.82, -0.1), w * 0.86 * s, w * 0.86 * s, r * 0.055, 1.8),
      sculpture.material('hat band', darker(colour, 0.5)),
      44,
    );
  },
  'wizard hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const colour = look.colour ?? t.items.get('robe')?.colour ?? t.colours.clothes ?? hex('4b3a9c');
    const felt = sculpture.material('wizard hat', colour, look.finish ?? { roughness: 0.88 });
    const cone = tube(
      [
        at(0, 0.66, -0.1),
        at(0, 1.3, -0.2),
        at(0.05, 1.9 * look.size ** 0.6, -0.36),
        at(0.25, 2.3 * look.size ** 0.6, -0.78),
      ],
      [w * 0.88, w * 0.55, w * 0.3, w * 0.06],
      4,
    );
    const brim = ellipsoid(at(0, 0.6, -0.06), [w * 1.72, r * 0.11, w * 1.66], [-0.12, 0, 0.04]);
    sculpture.rigid(
      'wizard hat',
      'head',
      blend(r * 0.14, [intersect(cone, halfSpace(at(0, 0.55, 0), [0, -1, 0.1])), brim]),
      felt,
      58,
    );
    sculpture.rigid(
      'hat band',
      'head',
      ring(at(0, 0.86, -0.12), w * 0.82, w * 0.82, r * 0.06, 1.7, [-0.1, 0, 0]),
      sculpture.material('hat band', hex('e0b84a'), gold),
      44,
    );
  },
  'chef hat'(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const linen = sculpture.material('chef hat', look.colour ?? hex('f6f4ef'));
    const puffs = Array.from({ length: 7 }, (_, i) =>
      ball(at(0.5 * Math.cos(i * 0.9), 1.6, 0.5 * Math.sin(i * 0.9) - 0.1), r * 0.48),
    );
    sculpture.rigid(
      'chef hat',
      'head',
      blend(r * 0.08, [roundCone(at(0, 0.75, -0.1), at(0, 1.35, -0.1), w * 0.72, w * 0.68), ...puffs]),
      linen,
      44,
    );
  },
  crown(sculpture, body, look, t) {
    const { r, w, at } = headRoom(body, t);
    const metal = sculpture.material('crown', look.colour ?? hex('f0bd3a'), gold);
    const jewel = sculpture.material('jewels', hex('c9273a'), { roughness: 0.12 });
    const [cx, cy] = [w * 0.8, t.face === 'human' ? 0.92 : 0.8];
    const band = ring(at(0, cy, -0.06), cx, cx, r * 0.07, 2);
    const points = Array.from({ length: 8 }, (_, i) => {
      const a = (i / 8) * 2 * Math.PI + Math.PI / 8;
      const foot = add(at(0, cy, -0.06), [Math.cos(a) * cx, 0, Math.sin(a) * cx]);
      const top = add(foot, [Math.cos(a) * r * 0.08, r * 0.45 * look.size, Math.sin(a) * r * 0.08]);
      return union(roundCone(foot, top, r * 0.13, r * 0.035), ball(top, r * 0.07));
    });
    sculpture.rigid('crown', 'head', blend(r * 0.04, [band, ...points]), metal, 56);
    for (const a of [0.3, 0.5, 0.7])
      sculpture.rigid(
        `jewel ${a}`,
        'head',
        ball(
          add(at(0, cy + 0.02, -0.06), [
            Math.cos(a * Math.PI) * cx * 1.06,
            0,
            Math.sin(a * Math.PI) * cx * 1.06,
          ]),
          r * 0.08,
        ),
        jewel,
        12,
      );
  },
  helmet(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [hx, , hz] = body.head.half;
    const armour = t.items.get('armour');
    const suit = t.items.has('backpack') || armour ? t.colours.clothes : null;
    const colour = look.colour ?? armour?.colour ?? suit ?? hex('b9c0c9');
    const metal = sculpture.material(
      armour && !look.colour ? 'armour' : 'helmet',
      colour,
      look.finish ?? (t.items.has('backpack') ? { roughness: 0.4 } : steel),
    );
    const dome = ellipsoid(at(0, 0.1, -0.06), [hx + 0.13 * r, 1.06 * r, hz + 0.14 * r]);
    const shell = intersect(dome, halfSpace(at(0, -0.45, 0), [0, -1, 0]));
    const face = roundBox(at(0, -0.2, 0.9), [hx * 0.66, 0.58 * r, 0.75 * r], 0.2 * r);
    sculpture.rigid('helmet', 'head', cut(shell, face), metal, 60);
    const trim = sculpture.material('armour trim', hex('d9a93f'), gold);
    sculpture.rigid(
      'helmet crest',
      'head',
      tube(
        [at(0, 0.55, hz / r + 0.02), at(0, 1.15, 0.3), at(0, 1.14, -0.4), at(0, 0.5, -hz / r - 0.1)],
        [0.05 * r, 0.09 * r, 0.09 * r, 0.05 * r],
      ),
      trim,
      40,
    );
    if (!t.items.has('horns') && t.items.has('armour'))
      sculpture.rigid(
        'plume',
        'head',
        tube(
          [at(0, 1.15, 0.05), at(0, 1.6, -0.2), at(0, 1.5, -0.75), at(0, 0.95, -1.15)],
          [0.1 * r, 0.2 * r, 0.2 * r, 0.05 * r],
        ),
        sculpture.material('plume', hex('c4342f')),
        34,
      );
  },
  hood(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [hx, , hz] = body.head.half;
    const colour = look.colour ?? t.items.get('robe')?.colour ?? t.colours.clothes ?? hex('35543a');
    const dome = blend(r * 0.3, [
      ellipsoid(at(0, 0.08, -0.1), [hx + 0.16 * r, 1.1 * r, hz + 0.16 * r]),
      roundCone(at(0, 0.6, -0.7), at(0, 0.75, -1.15), 0.4 * r, 0.1 * r),
      roundCone(at(0, -0.6, -0.2), at(0, -1, -0.1), 0.75 * r, 0.8 * r),
    ]);
    sculpture.follow(
      'hood',
      cut(
        intersect(dome, halfSpace(at(0, -1.15, 0), [0, -1, 0])),
        ellipsoid(at(0, -0.08, 0.95), [hx * 0.8, 0.78 * r, 0.85 * r]),
      ),
      sculpture.material('hood', colour, { roughness: 0.9 }),
      60,
    );
  },
  scarf(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    const colour = look.colour ?? hex('c23b35');
    const wool = sculpture.material('scarf', colour, look.finish ?? { roughness: 0.95 });
    const thick = radius * 0.34 * Math.sqrt(look.size);
    const loops = [
      ring(centre, radius * 1.02, radius * 1.02, thick, 1.15, angles),
      ring(add(centre, [0, -thick * 1.0, thick * 0.4]), radius * 1.18, radius * 1.14, thick * 0.92, 1.1, [
        angles[0] + 0.18,
        0,
        0.12,
      ]),
    ];
    const front = add(centre, [
      radius * 0.42,
      -thick * 1.2 - Math.sin(angles[0]) * radius,
      Math.cos(angles[0]) * radius * 1.25 + thick * 0.4,
    ]);
    const long = radius * 1.7 * look.size;
    const end = tube(
      [
        front,
        add(front, [radius * 0.12, -long * 0.5, thick * 0.7]),
        add(front, [radius * 0.2, -long, thick * 0.2]),
      ],
      [thick * 0.75, thick * 0.9, thick * 0.95],
    );
    const stripe = sculpture.material('scarf stripes', lighter(colour, 0.55), { roughness: 0.95 });
    sculpture.follow('scarf', blend(thick * 0.15, loops), wool, 56);
    sculpture.follow('scarf end', blend(thick * 0.3, [end, ball(front, thick * 1.15)]), wool, 34, [
      {
        material: stripe,
        at: (_x, y) => (y < front[1] - long * 0.62 ? Math.cos(((front[1] - y) / long) * 40) * thick : 1),
      },
    ]);
  },
  collar(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    sculpture.follow(
      'collar',
      ring(centre, radius * 1.02, radius * 1.02, radius * 0.12, 1.5, angles),
      sculpture.material('collar', look.colour ?? hex('b8302c')),
      44,
    );
    sculpture.follow(
      'tag',
      ball(
        add(centre, [0, -Math.sin(angles[0]) * radius - radius * 0.25, Math.cos(angles[0]) * radius * 1.1]),
        radius * 0.18,
      ),
      sculpture.material('tag', hex('e0b84a'), gold),
      14,
    );
  },
  bow(sculpture, body, look) {
    const { centre, radius, angles } = body.neck;
    const at = add(centre, [
      0,
      -Math.sin(angles[0]) * radius - radius * 0.3,
      Math.cos(angles[0]) * radius * 1.1 + radius * 0.1,
    ]);
    const wings = sides.map((side) =>
      roundCone(at, add(at, [side.x * radius * 0.62, 0, 0]), radius * 0.08, radius * 0.3 * look.size),
    );
    sculpture.follow(
      'bow',
      blend(radius * 0.05, [ball(at, radius * 0.15), ...wings]),
      sculpture.material('bow', look.colour ?? hex('c23b35')),
      34,
    );
  },
  cape(sculpture, body, look, t) {
    const colour = look.colour ?? (t.colours.clothes ? darker(t.colours.clothes, 0.25) : hex('a8272f'));
    const material = sculpture.material('cape', colour, look.finish ?? { roughness: 0.9 });
    sculpture.follow('cape', capeOf(body, look.size), material, 76);
    const { centre, radius, angles } = body.neck;
    sculpture.follow(
      'cape collar',
      ring(
        add(centre, [0, -radius * 0.28, -radius * 0.05]),
        radius * 1.16,
        radius * 1.12,
        radius * 0.16,
        1.4,
        [angles[0] + 0.12, 0, 0],
      ),
      material,
      44,
    );
    sculpture.follow(
      'clasp',
      ball(
        add(centre, [0, -radius * 0.42 - Math.sin(angles[0]) * radius, Math.cos(angles[0]) * radius * 1.16]),
        radius * 0.2,
      ),
      sculpture.material('clasp', hex('e0b84a'), gold),
      14,
    );
  },
  backpack(sculpture, body, look) {
    const { at, out, width } = body.back;
    const leather = sculpture.material(
      'backpack',
      look.colour ?? hex('8a5a33'),
      look.finish ?? { roughness: 0.7 },
    );
    const strap = sculpture.material('straps', darker(look.colour ?? hex('8a5a33'), 0.45));
    const w = width * 0.72 * Math.sqrt(look.size);
    const centre = add(at, scale(out, w * 0.62));
    const upright = body.kind === 'biped';
    const half: Vec3 = upright ? [w, w * 1.15, w * 0.62] : [w * 0.95, w * 0.62, w * 0.95];
    const pocket = add(centre, add(scale(out, w * 0.55), upright ? [0, -w * 0.45, 0] : [0, 0, -w * 0.3]));
    sculpture.rigid(
      'backpack',
      body.back.joint,
      blend(w * 0.12, [
        roundBox(centre, half, w * 0.35),
        roundBox(pocket, [w * 0.66, w * 0.45, w * 0.35], w * 0.2),
      ]),
      leather,
      40,
    );
    sculpture.rigid(
      'bedroll',
      body.back.joint,
      roundCone(
        add(centre, upright ? [-w * 0.95, w * 1.3, 0] : [-w * 0.95, w * 0.35, w * 1.15]),
        add(centre, upright ? [w * 0.95, w * 1.3, 0] : [w * 0.95, w * 0.35, w * 1.15]),
        w * 0.32,
        w * 0.32,
      ),
      sculpture.material('bedroll', hex('b8402f')),
      32,
    );
    if (upright)
      for (const side of sides)
        sculpture.follow(`${side.name} strap`, strapOf(body, side.x * w * 0.78), strap, 40);
    else
      sculpture.follow(
        'girth strap',
        ring(body.waist.centre, body.waist.half[0] * 1.03, body.waist.half[0] * 1.1, w * 0.1, 1.6, [
          Math.PI / 2,
          0,
          0,
        ]),
        strap,
        52,
      );
  },
  saddle(sculpture, body, look) {
    if (body.kind !== 'quadruped') return;
    const { at, width } = body.back;
    sculpture.follow(
      'saddle',
      blend(width * 0.15, [
        ellipsoid(add(at, [0, width * 0.02, 0]), [width * 0.72, width * 0.16, width * 0.8]),
        roundCone(
          add(at, [0, width * 0.1, -width * 0.75]),
          add(at, [0, width * 0.32, -width * 0.85]),
          width * 0.25,
          width * 0.22,
        ),
        ...sides.map((side) =>
          ellipsoid(add(at, [side.x * width * 0.85, -width * 0.5, 0]), [
            width * 0.16,
            width * 0.55,
            width * 0.5,
          ]),
        ),
      ]),
      sculpture.material('saddle', look.colour ?? hex('7a4526'), { roughness: 0.55 }),
      44,
    );
  },
  glasses(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const [x, y, z] = t.face === 'human' ? [0.34, 0.04, 1.02] : [0.44, 0.22, 0.98];
    const frame = sculpture.material('glasses', look.colour ?? hex('24242a'), { roughness: 0.35 });
    const rings = sides.map((side) =>
      ring(at(x * side.x, y, z), 0.27 * r, 0.27 * r, 0.04 * r, 1, [Math.PI / 2, 0, side.x * -0.12]),
    );
    const arms = sides.map((side) =>
      roundCone(
        at((x + 0.26) * side.x, y + 0.05, z - 0.05),
        at(0.95 * side.x, y + 0.06, 0),
        0.03 * r,
        0.03 * r,
      ),
    );
    sculpture.rigid(
      'glasses',
      'head',
      union(...rings, ...arms, roundCone(at(-0.1, y + 0.04, z), at(0.1, y + 0.04, z), 0.035 * r, 0.035 * r)),
      frame,
      60,
    );
  },
  mask(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const y = t.face === 'human' ? 0.04 : 0.16;
    const band = intersect(
      grow(body.head.field, 0.025 * r),
      roundBox(at(0, y, 0.3), [2 * r, 0.25 * r, 2 * r], 0.1 * r),
    );
    const holes = union(
      ...sides.map((side) =>
        ellipsoid(at((t.face === 'human' ? 0.34 : 0.46) * side.x, y, 0.9), [0.22 * r, 0.2 * r, 0.5 * r]),
      ),
    );
    sculpture.rigid(
      'mask',
      'head',
      cut(band, holes),
      sculpture.material('mask', look.colour ?? t.colours.clothes ?? hex('26262b')),
      50,
    );
  },
  horns(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const x = body.head.half[0] / r;
    const helmet = t.items.has('helmet');
    const material = sculpture.material(
      'horns',
      look.colour ?? hex('ead9b5'),
      look.finish ?? { roughness: 0.45 },
    );
    const s = look.size;
    for (const side of sides) {
      const X = (v: number) => v * side.x;
      const path =
        helmet || t.tail === 'tuft'
          ? [
              at(X(x * 0.8), 0.5, 0),
              at(X(x + 0.45 * s), 0.6, 0.05),
              at(X(x + 0.62 * s), 0.75 + 0.45 * s, 0.12),
            ]
          : [
              at(X(x * 0.5), 0.72, 0),
              at(X(x * 0.72), 0.95 + 0.3 * s, -0.12),
              at(X(x * 0.78), 1 + 0.72 * s, -0.55 * s),
            ];
      sculpture.rigid(
        `${side.name} horn`,
        'head',
        tube(path, [0.2 * r * Math.sqrt(s), 0.14 * r * Math.sqrt(s), 0.03 * r], 5),
        material,
        30,
      );
    }
  },
  'unicorn horn'(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const material = sculpture.material('horns', look.colour ?? hex('f2cf5b'), gold);
    const ridge = sculpture.material('horn ridges', darker(look.colour ?? hex('f2cf5b'), 0.3), gold);
    const foot = at(0, 0.7, 0.45);
    sculpture.rigid('horn', 'head', roundCone(foot, at(0, 1.95, 0.95), 0.15 * r, 0.02 * r), material, 36, [
      { material: ridge, at: (x, y) => Math.sin(((y - foot[1]) / r) * 26 + (x / r) * 9) - 0.75 },
    ]);
  },
  antlers(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const material = sculpture.material('antlers', look.colour ?? hex('b08d62'), { roughness: 0.7 });
    const s = look.size;
    for (const side of sides) {
      const p = (x: number, y: number, z: number) => at(x * side.x, 0.75 + y * s, z);
      const beam = tube(
        [p(0.36, 0, 0), p(0.7, 0.6, -0.2), p(0.95, 1.15, -0.05), p(0.85, 1.7, 0.15)],
        [0.1 * r, 0.085 * r, 0.07 * r, 0.03 * r],
      );
      const tines = [
        roundCone(p(0.6, 0.42, -0.14), p(0.66, 0.8, 0.42), 0.075 * r, 0.03 * r),
        roundCone(p(0.9, 1, -0.1), p(1.42, 1.42, -0.1), 0.07 * r, 0.03 * r),
      ];
      sculpture.rigid(`${side.name} antler`, 'head', blend(0.04 * r, [beam, ...tines]), material, 46);
    }
  },
  antennae(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const robot = t.face === 'robot';
    const stalk = sculpture.material('antennae', look.colour ?? (robot ? hex('5a626c') : t.colours.coat), {
      roughness: 0.4,
      metalness: robot ? 0.7 : 0,
    });
    const tip = sculpture.material(
      'antenna tips',
      look.colour ?? (robot ? hex('ff5a3c') : lighter(t.colours.coat, 0.35)),
      { roughness: 0.35, glow: robot ? 0.8 : 0 },
    );
    for (const side of robot ? [sides[0]!] : sides) {
      const x = robot ? 0 : 0.38 * side.x;
      const end = at(robot ? 0 : x * 1.5, 1.2 + 0.3 * look.size, 0);
      sculpture.rigid(
        `${side.name} antenna`,
        'head',
        roundCone(at(x, 0.72, 0), end, 0.06 * r, 0.04 * r),
        stalk,
        22,
      );
      sculpture.rigid(`${side.name} antenna tip`, 'head', ball(end, 0.13 * r), tip, 16);
    }
  },
  tusks(sculpture, body, look, t) {
    const { r } = headRoom(body, t);
    const ivory = sculpture.material('tusks', look.colour ?? hex('f3ead2'), { roughness: 0.35 });
    const long = (t.items.has('trunk') ? 1.1 : 0.3) * look.size;
    for (const side of sides) {
      const foot = add(body.head.centre, [side.x * 0.3 * r, -0.55 * r, body.head.front * 0.78]);
      const path = t.items.has('trunk')
        ? [
            foot,
            add(foot, [side.x * 0.1 * r, -0.35 * long * r, 0.4 * long * r]),
            add(foot, [side.x * 0.12 * r, -0.2 * long * r, 0.9 * long * r]),
          ]
        : [
            foot,
            add(foot, [side.x * 0.06 * r, long * r * 0.5, 0.1 * r]),
            add(foot, [side.x * 0.08 * r, long * r, 0.06 * r]),
          ];
      sculpture.rigid(`${side.name} tusk`, 'head', tube(path, [0.1 * r, 0.085 * r, 0.025 * r]), ivory, 24);
    }
  },
  trunk(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const z = body.head.front / r;
    sculpture.rigid(
      'trunk',
      'head',
      tube(
        [at(0, -0.2, z * 0.7), at(0, -0.75, z + 0.35), at(0, -1.7, z + 0.35), at(0, -2.2, z + 0.7)],
        [0.36 * r, 0.3 * r, 0.22 * r, 0.17 * r],
      ),
      sculpture.material('coat', t.colours.coat),
      46,
    );
    if (look.colour) sculpture.material('trunk', look.colour);
  },
  spikes(sculpture, body, look, t) {
    const material = sculpture.material(
      'spikes',
      look.colour ?? (t.pattern ? t.colours.pattern : darker(t.colours.coat, 0.4)),
    );
    for (const [i, { p, out, size }] of spineOf(body).entries()) {
      const tip = add(p, scale(out, size * 1.5 * look.size));
      sculpture.follow(`spike ${i}`, roundCone(p, tip, size * 0.62, size * 0.08), material, 14);
    }
  },
  shell(sculpture, body, look) {
    const { at, out, width } = body.back;
    const centre = body.kind === 'quadruped' ? lerp(body.frame.chest, body.frame.hips, 0.5) : at;
    const half: Vec3 =
      body.kind === 'quadruped'
        ? [width * 1.55, width * 1.35, body.frame.long * 0.78]
        : [width * 1.05, width * 1.3, width * 0.6];
    const dome = intersect(
      ellipsoid(centre, half),
      halfSpace(add(centre, scale(out, -width * 0.1)), scale(out, -1)),
    );
    const shell = sculpture.material('shell', look.colour ?? hex('6e5233'), { roughness: 0.5 });
    sculpture.follow('shell', dome, shell, 50, [
      {
        material: sculpture.material('shell plates', lighter(look.colour ?? hex('6e5233'), 0.25), {
          roughness: 0.5,
        }),
        at: (x, y, z) => Math.max(Math.cos((x / width) * 5.2), Math.cos(((z + y) / width) * 5.2)) - 0.72,
      },
    ]);
  },
  comb(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    const red = sculpture.material('comb', look.colour ?? hex('d3302b'), { roughness: 0.5 });
    sculpture.rigid(
      'comb',
      'head',
      blend(
        0.05 * r,
        [-0.35, 0, 0.35].map((z, i) =>
          roundCone(at(0, 0.85, z), at(0, 1.22 - Math.abs(i - 1) * 0.1, z * 1.2), 0.15 * r, 0.14 * r),
        ),
      ),
      red,
      30,
    );
    sculpture.rigid(
      'wattle',
      'head',
      blend(
        0.03 * r,
        sides.map((side) =>
          roundCone(at(0.1 * side.x, -0.4, 0.85), at(0.12 * side.x, -0.68, 0.88), 0.07 * r, 0.12 * r),
        ),
      ),
      red,
      24,
    );
  },
  bones(sculpture, body, _look, t) {
    if (body.kind !== 'biped') return;
    const { hip, T, depth, waist, H, shoulder } = body.frame;
    const bone = sculpture.material('coat', t.colours.coat);
    for (const [i, y] of [0.46, 0.58, 0.7, 0.82].entries()) {
      const wide = (y > 0.6 ? shoulder * 0.86 : shoulder * 0.76) * (y > 0.8 ? 0.86 : 1);
      sculpture.follow(
        `rib ${i}`,
        ring([0, hip + y * T, 0], wide, depth * 1.02, 0.011 * H, 1.25, [0.18, 0, 0]),
        bone,
        34,
      );
    }
    const sternum: Vec3 = [0, hip + 0.84 * T, depth * 1.05];
    sculpture.follow(
      'sternum',
      roundCone(sternum, add(sternum, [0, -0.36 * T, 0.01 * H]), 0.016 * H, 0.011 * H),
      bone,
      20,
    );
    const spine = Array.from({ length: 4 }, (_, i) =>
      ellipsoid([0, hip + (0.18 + i * 0.075) * T, depth * 0.55], [waist * 0.36, 0.03 * T, depth * 0.5]),
    );
    sculpture.follow('spine', union(...spine), bone, 26);
  },
  halo(sculpture, body, look, t) {
    const { r, at } = headRoom(body, t);
    sculpture.rigid(
      'halo',
      'head',
      ring(at(0, 1.5, -0.1), 0.68 * r, 0.68 * r, 0.07 * r, 1, [0.15, 0, 0]),
      sculpture.material('halo', look.colour ?? hex('ffe27a'), { roughness: 0.4, glow: 0.9 }),
      44,
    );
  },
  sword: held((at, up, u, look) => [
    ['blade', blade(at, up, u * 0.05, u * 0.46 * look.size, u * 0.021), look.colour ?? hex('cfd6de'), steel],
    [
      'hilt',
      blend(u * 0.004, [
        crossbar(at, up, u * 0.055, u * 0.06),
        ball(add(at, scale(up, -u * 0.065)), u * 0.017),
      ]),
      hex('d9a93f'),
      gold,
    ],
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.06)), add(at, scale(up, u * 0.05)), u * 0.012, u * 0.012),
      hex('4a3122'),
      {},
    ],
  ]),
  axe: held((at, up, u, look) => [
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.14)), add(at, scale(up, u * 0.34)), u * 0.013, u * 0.013),
      hex('6b4527'),
      {},
    ],
    ['axe head', axeHead(at, up, u, look.size), look.colour ?? hex('c3c9d1'), steel],
  ]),
  hammer: held((at, up, u, look) => [
    [
      'handle',
      roundCone(add(at, scale(up, -u * 0.12)), add(at, scale(up, u * 0.3)), u * 0.013, u * 0.013),
      hex('6b4527'),
      {},
    ],
    ['hammer head', malletHead(at, up, u * 0.09 * look.size, u * 0.32), look.colour ?? hex('8d959f'), steel],
  ]),
  spear: held(
    (at, up, u, look) => [
      [
        'shaft',
        roundCone(add(at, scale(up, -u * 0.3)), add(at, scale(up, u * 0.5)), u * 0.011, u * 0.011),
        hex('7a5330'),
        {},
      ],
      [
        'spear tip',
        roundCone(
          add(at, scale(up, u * 0.5)),
          add(at, scale(up, u * 0.5 + u * 0.12 * look.size)),
          u * 0.028,
          u * 0.003,
        ),
        look.colour ?? hex('cfd6de'),
        steel,
      ],
    ],
    true,
  ),
  staff: held(
    (at, up, u, look) => [
      [
        'staff',
        tube(
          [
            add(at, scale(up, -u * 0.36)),
            at,
            add(at, scale(up, u * 0.34)),
            add(add(at, scale(up, u * 0.44)), [0, 0, u * 0.035]),
          ],
          [u * 0.013, u * 0.014, u * 0.016, u * 0.02],
        ),
        look.colour ?? hex('7a5330'),
        { roughness: 0.8 },
      ],
      ['orb', ball(add(at, scale(up, u * 0.48)), u * 0.042), hex('58d0f0'), { roughness: 0.15, glow: 0.7 }],
    ],
    true,
  ),
  shield(sculpture, body, look) {
    const { at, joint } = body.grip(sides[0]!);
    const u = body.unit * Math.sqrt(look.size);
    const centre = add(at, [u * 0.045, u * 0.02, u * 0.02]);
    const face: Vec3 = [0.62, 0, Math.PI / 2 - 0.5];
    const colour = look.colour ?? hex('2f5fb3');
    const joint2 = body.kind === 'biped' ? 'leftLowerArm' : joint;
    sculpture.rigid(
      'shield',
      joint2,
      ellipsoid(centre, [u * 0.125, u * 0.026, u * 0.125], face),
      sculpture.material('shield', colour, look.finish ?? { roughness: 0.45 }),
      40,
    );
    sculpture.rigid(
      'shield rim',
      joint2,
      ring(centre, u * 0.122, u * 0.122, u * 0.014, 1, face),
      sculpture.material('shield rim', hex('c3c9d1'), steel),
      44,
    );
    sculpture.rigid(
      'shield boss',
      joint2,
      ellipsoid(centre, [u * 0.035, u * 0.045, u * 0.035], face),
      sculpture.material('shield rim', hex('c3c9d1'), steel),
      18,
    );
  },
};

type HeldPart = readonly [
  name: string,
  field: Field,
  colour: Vec3,
  finish: { roughness?: number; metalness?: number; glow?: number },
];

/** A thing in the right hand; `plumb` ones stand upright. */
function held(
  build: (at: Vec3, up: Vec3, unit: number, look: Look) => readonly HeldPart[],
  plumb = false,
): Item {
  return (sculpture, body, look) => {
    const { at, up, joint } = body.grip(sides[1]!);
    const way = normalize(plumb && body.kind === 'biped' ? heldUp : up);
    for (const [name, field, colour, finish] of build(at, way, body.unit, look))
      sculpture.rigid(name, joint, field, sculpture.material(name, colour, finish), 44);
  };
}
/** Upright once the arm hangs. */
const heldUp: Vec3 = [-0.38, 0.92, 0.1];

function blade(at: Vec3, up: Vec3, from: number, long: number, wide: number): Field {
  const [a, b] = [add(at, scale(up, from)), add(at, scale(up, from + long))];
  const side = normalize(cross(up, [1, 0, 0]));
  return blend(
    wide * 0.3,
    [-1, 0, 1].map((x) =>
      roundCone(
        add(a, scale(side, x * wide * 0.6)),
        add(lerp(a, b, x === 0 ? 1 : 0.9), scale(side, x * wide * 0.25)),
        wide * 0.42,
        wide * 0.14,
      ),
    ),
  );
}

function crossbar(at: Vec3, up: Vec3, height: number, half: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, height));
  return roundCone(add(c, scale(side, -half)), add(c, scale(side, half)), half * 0.22, half * 0.22);
}

function axeHead(at: Vec3, up: Vec3, u: number, size: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, u * 0.3));
  const fan = (sign: number) =>
    [-1, -0.5, 0, 0.5, 1].map((k) =>
      roundCone(
        c,
        add(c, add(scale(side, sign * u * 0.11 * size), scale(up, k * u * 0.075 * size))),
        u * 0.018,
        u * 0.008,
      ),
    );
  return blend(u * 0.012, [...fan(1), ...fan(-1)]);
}

function malletHead(at: Vec3, up: Vec3, half: number, height: number): Field {
  const side = normalize(cross(up, [1, 0, 0]));
  const c = add(at, scale(up, height));
  return intersect(
    roundCone(add(c, scale(side, -half)), add(c, scale(side, half)), half * 0.62, half * 0.62),
    intersect(
      halfSpace(add(c, scale(side, half)), side),
      halfSpace(add(c, scale(side, -half)), scale(side, -1)),
    ),
  );
}

/** A sheet from the shoulders down the back, wider below. */
function capeOf(body: Body, size: number): Field {
  const upright = body.kind === 'biped';
  const { width } = body.back;
  const rows = 7;
  const ribs: Field[] = [];
  for (let i = -3; i <= 3; i++) {
    const s = i / 3;
    const wave = Math.cos(i * Math.PI) * width * 0.06;
    const points = Array.from({ length: rows }, (_, j): Vec3 => {
      const d = j / (rows - 1);
      if (upright) {
        const { S, T, depth, hip, H } = body.frame;
        const y = S - 0.02 * T - d * (S - hip * Math.max(0.1, 0.34 / size));
        const z =
          -depth * (0.75 + 0.55 * Math.min(1, d * 4)) -
          d * 0.08 * H +
          (1 - Math.min(1, d * 3)) * Math.abs(s) * depth * 0.55;
        return [s * width * (0.92 + 0.4 * d), y, z - wave * d + Math.abs(s) ** 2 * depth * 0.35];
      }
      const { chest, hips, barrel } = body.frame;
      const along = lerp(add(chest, [0, 0, barrel * 0.5]), add(hips, [0, 0, -barrel * 0.6]), d * size ** 0.3);
      const a = s * (0.95 + 0.3 * d);
      const r = barrel * (1.16 + 0.1 * d) + wave * 0.6;
      return add(along, [Math.sin(a) * r * 1.02, Math.cos(a) * r * 1.08 + barrel * 0.03, 0]);
    });
    ribs.push(tube(points, [width * 0.14, width * 0.17], 1));
  }
  return blend(width * 0.2, ribs);
}

function strapOf(body: Body, x: number): Field {
  if (body.kind !== 'biped') return ball([0, 0, 0], 0.01);
  const { S, T, depth, hip, H, belly } = body.frame;
  const points: Vec3[] = [
    [x, S - 0.3 * T, -depth * 0.95],
    [x, S - 0.015 * T, 0],
    [x, S - 0.25 * T, depth * 1.02],
    [x * 0.95, hip + 0.42 * T, depth * 0.92 + belly * 0.8],
    [x * 1.15, hip + 0.34 * T, 0],
  ];
  return tube(points, [0.014 * H]);
}

/** Places along the back, outwards, shrinking to the tail. */
function spineOf(body: Body): { p: Vec3; out: Vec3; size: number }[] {
  const [from, to] =
    body.kind === 'quadruped'
      ? [
          add(body.frame.chest, [0, body.frame.barrel, body.frame.barrel * 0.3]),
          add(body.frame.hips, [0, body.frame.barrel, -body.frame.barrel * 0.3]),
        ]
      : [
          [0, body.frame.S, -body.frame.depth * 0.9] as Vec3,
          [0, body.frame.hip + 0.1 * body.frame.T, -body.frame.depth * 0.9] as Vec3,
        ];
  const size = body.back.width * (body.kind === 'quadruped' ? 0.3 : 0.22);
  const out: Vec3 = body.kind === 'quadruped' ? [0, 0.92, -0.4] : [0, 0.35, -0.94];
  const back = Array.from({ length: 5 }, (_, i) => ({
    p: lerp(from, to, i / 4),
    out,
    size: size * (1 - i * 0.05),
  }));
  const neck =
    body.kind === 'quadruped'
      ? [0.25, 0.55, 0.85].map((s) => ({
          p: add(lerp(body.frame.neckFrom, body.frame.headAt, s), [
            0,
            body.frame.r * 0.35,
            -body.frame.r * 0.62,
          ]),
          out: normalize([0, 0.6, -0.8]) as Vec3,
          size: size * 0.85,
        }))
      : [];
  const tail = body.skeleton.joints
    .filter(({ name }) => name.startsWith('tail'))
    .slice(0, 3)
    .map(({ position, tail: end }, i) => ({
      p: add(lerp(position, end, 0.5), [0, size * (0.75 - i * 0.22), 0]),
      out: normalize(sub([0, 1, -0.35], [0, 0, 0])),
      size: size * (0.75 - i * 0.17),
    }));
  return [...neck, ...back, ...tail];
}
