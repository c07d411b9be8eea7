/** What replaces a limb: a slim one of metal, a hook, a peg or a running blade. Things on the missing part go. */
import type { Solid } from '../../character.js';
import { darker, hex } from '../../colour.js';
import { extentOf } from '../../geometry/field/field.js';
import { ball, roundCone, tube } from '../../geometry/field/shapes.js';
import { add, distance, lerp, type Vec3 } from '../../geometry/vec.js';
import { type Side, sides } from '../../skeleton/skeleton.js';
import type { BipedBody } from '../biped.js';
import { hookAt } from '../items/gadgets.js';
import type { Sculpture } from '../sculpt.js';
import type { Traits } from '../traits.js';
import type { Cut } from './cuts.js';
import { handOf } from './hand.js';
import { footOf } from './limbs.js';

const metal = { roughness: 0.3, metalness: 0.85 };
const steel = hex('aab2bd');
const wood = hex('8a5a34');

type Replaced = { side: Side; cut: Cut; points: readonly [Vec3, Vec3, Vec3]; thick: number };

export function replaceLimbs(sculpture: Sculpture, body: BipedBody, t: Traits): void {
  const { frame: f } = body;
  for (const side of sides) {
    const [arm, leg] = [body.arms[side.name], body.legs[side.name]];
    const top: Vec3 = [f.stand * side.x, f.hip + 0.02 * f.T, 0];
    const limbs: Replaced[] = [];
    if (arm.cut)
      limbs.push({ side, cut: arm.cut, points: [arm.shoulder, arm.elbow, arm.wrist], thick: f.armThick });
    if (leg.cut) limbs.push({ side, cut: leg.cut, points: [top, leg.knee, leg.ankle], thick: f.legThick });
    for (const limb of limbs) {
      const isArm = limb.points[0] === arm.shoulder;
      takeOff(sculpture, limb, isArm ? f.hand * 1.2 : f.footLength * 0.9, isArm);
      if (limb.cut.state === 'hook') hookOn(sculpture, body, limb);
      else if (limb.cut.state !== 'missing') (isArm ? metalArm : madeLeg)(sculpture, body, t, limb);
    }
  }
}

/** Removes things from the missing part. Shoes stay on an artificial foot. */
function takeOff(
  sculpture: Sculpture,
  { side, cut, points, thick }: Replaced,
  end: number,
  isArm: boolean,
): void {
  const [root, middle, tip] = points;
  const from = cut.at < 1 ? lerp(root, middle, cut.at) : lerp(middle, tip, cut.at - 1);
  const bones =
    cut.at < 1
      ? [
          [from, middle],
          [middle, tip],
        ]
      : [[from, tip]];
  const isBeyond = ({ field }: Solid): boolean => {
    const centre = lerp(field.box.min, field.box.max, 0.5);
    const isSmall = extentOf(field) < distance(root, tip);
    const isNear =
      bones.some(([a, b]) => awayFrom(centre, a!, b!) < thick * 1.6) || distance(centre, tip) < end;
    return isSmall && isNear && Math.sign(centre[0]) === side.x;
  };
  const isShod = !isArm && cut.state === 'prosthetic';
  const kept = sculpture.solids.flatMap((solid) => {
    if (solid.isHeld || !isBeyond(solid)) return [solid];
    if (!isShod || !/boot$|sole$|laces$/.test(solid.name)) return [];
    return [{ ...solid, binding: { kind: 'rigid' as const, joint: `${side.name}Foot` } }];
  });
  sculpture.solids.splice(0, sculpture.solids.length, ...kept);
}

function awayFrom(p: Vec3, a: Vec3, b: Vec3): number {
  const long = distance(a, b) ** 2 || 1;
  const along = [0, 1, 2].reduce((sum, i) => sum + (p[i]! - a[i]!) * (b[i]! - a[i]!), 0) / long;
  return distance(p, lerp(a, b, Math.min(1, Math.max(0, along))));
}

/** The colour of the replacement, and a darker one for its joints. */
function materials(sculpture: Sculpture, { side, cut: { look } }: Replaced, usual: Vec3 = steel) {
  const colour = look.colour ?? usual;
  const finish = look.finish ?? (usual === wood ? { roughness: 0.8 } : metal);
  return {
    main: sculpture.material(`${side.name} prosthesis`, colour, finish),
    dark: sculpture.material(
      `${side.name} prosthesis joints`,
      darker(look.colour ? steel : colour, 0.55),
      metal,
    ),
  };
}

function metalArm(sculpture: Sculpture, body: BipedBody, t: Traits, limb: Replaced): void {
  const { side, cut, points, thick: a } = limb;
  const [shoulder, elbow, wrist] = points;
  const { main, dark } = materials(sculpture, limb);
  const name = (part: string) => `${side.name} ${part}`;
  const joint = (part: string) => side.name + part;
  if (cut.at < 1) {
    const on = (part: number) => lerp(shoulder, elbow, part);
    sculpture.rigid(name('socket'), joint('UpperArm'), roundCone(on(0.4), on(0.62), a * 1.26, a), main, 24);
    sculpture.rigid(
      name('upper rod'),
      joint('UpperArm'),
      roundCone(on(0.55), elbow, a * 0.6, a * 0.5),
      dark,
      22,
    );
    sculpture.rigid(name('elbow'), joint('LowerArm'), ball(elbow, a * 0.82), dark, 18);
    sculpture.rigid(
      name('forearm'),
      joint('LowerArm'),
      roundCone(lerp(elbow, wrist, 0.16), wrist, a * 0.84, a * 0.56),
      main,
      30,
    );
  }
  sculpture.rigid(name('wrist'), joint('Hand'), ball(wrist, a * 0.66), dark, 16);
  const fingers = body.skeleton.joints.flatMap((one) =>
    new RegExp(`^${side.name}(Thumb|Index|Middle|Ring|Little)`).test(one.name) ? [one.name] : [],
  );
  sculpture.boned(
    name('metal hand'),
    [joint('Hand'), ...fingers],
    handOf(body.frame, t, side, wrist),
    main,
    44,
  );
}

function hookOn(
  sculpture: Sculpture,
  body: BipedBody,
  { side, cut, points: [, elbow, wrist] }: Replaced,
): void {
  const { colour, finish } = cut.look;
  hookAt(
    sculpture,
    { at: wrist, elbow, thick: body.frame.armThick, unit: body.unit, joint: `${side.name}Hand`, side },
    { ...(colour && { colour }), ...(finish && { finish }) },
  );
}

function madeLeg(sculpture: Sculpture, body: BipedBody, t: Traits, limb: Replaced): void {
  const { side, cut, points, thick: l } = limb;
  const [, knee, ankle] = points;
  const { H, footLength } = body.frame;
  const on = (part: number) => lerp(knee, ankle, part);
  const lower = `${side.name}LowerLeg`;
  const start = cut.at - 1;
  const { main, dark } = materials(sculpture, limb, cut.state === 'peg' ? wood : steel);
  const ground = (ahead: number, up = 0.012): Vec3 => [ankle[0], up * H, ankle[2] + ahead * H];
  sculpture.rigid(
    `${side.name} socket`,
    lower,
    roundCone(on(start - 0.12), on(start + 0.14), l * 1.1, l * 0.8),
    cut.state === 'peg' ? sculpture.material(`${side.name} socket`, hex('4a3122')) : main,
    26,
  );
  if (cut.state === 'peg') {
    sculpture.rigid(
      `${side.name} peg`,
      lower,
      roundCone(on(start + 0.08), ground(0, 0.018), l * 0.62, l * 0.34),
      main,
      34,
    );
    return;
  }
  if (cut.state === 'blade') {
    const bow = [
      on(start + 0.08),
      add(on(0.62), [0, 0, -0.03 * H]),
      ground(-0.05, 0.07),
      ground(-0.012, 0.016),
      ground(0.07, 0.014),
    ];
    sculpture.rigid(
      `${side.name} blade`,
      lower,
      tube(bow, [l * 0.34, l * 0.3, l * 0.32, l * 0.3, l * 0.26], 6),
      main,
      60,
    );
    return;
  }
  sculpture.rigid(`${side.name} pylon`, lower, roundCone(on(start), ankle, l * 0.36, l * 0.32), dark, 30);
  const toe = body.legs[side.name].toe;
  sculpture.rigid(
    `${side.name} metal foot`,
    `${side.name}Foot`,
    footOf(body.frame, t, side, ankle, toe),
    main,
    34,
  );
  sculpture.rigid(
    `${side.name} metal ankle`,
    `${side.name}Foot`,
    ball(add(ankle, [0, 0, footLength * 0.02]), l * 0.5),
    dark,
    16,
  );
}
