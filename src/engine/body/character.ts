import type { Character, Solid } from '../character.js';
import type { Paint } from '../geometry/mesh/paint.js';
import type { Description } from '../input/text/description.js';
import type { RigParameters, SkeletonKind } from '../types.js';
import { buildAquatic } from './aquatic.js';
import { buildAvian } from './avian.js';
import { replaceLimbs } from './biped/replaced.js';
import { buildBiped } from './biped.js';
import type { Body } from './body.js';
import { weather } from './coat/weathering.js';
import { coatPaints } from './coat.js';
import { sculptCompanions } from './companions.js';
import { repeatParts } from './copies.js';
import { sculptFace } from './face.js';
import { dressAnimal } from './garments/animal.js';
import { dressBird } from './garments/bird.js';
import { wearOut } from './garments/worn.js';
import { dress } from './garments.js';
import { sculptHair } from './hair.js';
import { buildHexapod } from './hexapod.js';
import { sculptItems } from './items.js';
import { sculptMarks } from './marks/marks.js';
import { buildOctopod } from './octopod.js';
import { ownerOf } from './owner.js';
import { replaceLegs } from './quadruped/legs.js';
import { buildQuadruped } from './quadruped.js';
import { sculptMachine } from './robot.js';
import { createSculpture, type Sculpture } from './sculpt.js';
import { buildSerpentine } from './serpentine.js';
import { sculptDetails } from './shell/details.js';
import { buildShell } from './shell.js';
import { tailParts, tailTrim } from './tail.js';
import { sculptThing } from './thing.js';
import { type Traits, traitsOf } from './traits.js';
import { sculptWings } from './wings.js';

const qualities = { low: 0.72, medium: 1, high: 1.35 } as const;
const cellsAcrossBody = 118;

/** Turns a description into a skeleton and solids with materials, standing on y = 0. */
export function sculptCharacter(
  description: Description,
  seed: number,
  parameters: RigParameters,
): Character {
  const traits = traitsOf(description, seed, parameters);
  const quality = qualities[parameters.detail ?? 'medium'];
  const sculpture = createSculpture(quality);
  const body = withTail(bodyOf(traits), traits);
  const coat = sculpture.material('coat', traits.colours.coat, traits.finish ?? { roughness: 0.72 });
  const paints = [...coatPaints(sculpture, body, traits), ...trimOf(sculpture, body, traits)];
  const { min, max } = body.body.box;
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const solid: Solid = {
    name: 'body',
    field: body.body,
    cell: extent / (cellsAcrossBody * quality * ('fineness' in body ? body.fineness : 1)),
    material: coat,
    paints,
    binding: { kind: 'heat', owner: ownerOf(body.parts) },
  };
  if ('adorn' in body) body.adorn(sculpture);
  else
    sculptFace(
      sculpture,
      body.head,
      traits.face === 'human' ? body.head.half[1] : body.head.half[1] / skullHeight[traits.face],
      traits,
    );
  if (traits.shape) sculptDetails(sculpture, body, traits, traits.shape);
  if (body.kind === 'biped') dress(sculpture, body, traits);
  if (body.kind === 'avian') dressBird(sculpture, body, traits);
  if (body.kind === 'quadruped') dressAnimal(sculpture, body, traits);
  if (body.kind === 'biped') wearOut(sculpture, body, traits);
  sculptHair(sculpture, body, traits);
  sculptItems(sculpture, body, traits);
  sculptMachine(sculpture, body, traits);
  if (body.kind === 'biped') replaceLimbs(sculpture, body, traits);
  if (body.kind === 'quadruped') replaceLegs(sculpture, body.frame, traits);
  sculptCompanions(sculpture, body, description, (one) => {
    const small = { ...parameters, detail: 'low' } as const;
    const { shape } = one.species;
    return shape ? sculptThing(one, shape, seed, small) : sculptCharacter(one, seed, small);
  });
  sculptMarks(sculpture, solid, body, traits, description);
  if (body.skeleton.joints.some(({ name }) => name === 'leftWing'))
    sculptWings(sculpture, traits, body.skeleton);
  const { skeleton, solids } = repeatParts(body, traits, {
    skeleton: { ...body.skeleton, joints: [...body.skeleton.joints, ...sculpture.joints] },
    solids: [solid, ...sculpture.solids],
  });
  return {
    skeleton,
    solids: weather(sculpture, solids, traits, body.unit),
    materials: sculpture.materials,
  };
}

const skullHeight: Record<Traits['face'], number> = {
  human: 1,
  muzzle: 0.86,
  beak: 0.9,
  frog: 0.72,
  robot: 0.82,
  screen: 0.82,
};

/** A body of no known class gets four legs until a solid shows otherwise. */
const plans: Record<SkeletonKind, (traits: Traits) => Body> = {
  biped: (traits) => (traits.shape ? buildShell(traits, traits.shape) : buildBiped(traits)),
  quadruped: buildQuadruped,
  hexapod: buildHexapod,
  octopod: buildOctopod,
  avian: buildAvian,
  serpentine: buildSerpentine,
  aquatic: buildAquatic,
  other: buildQuadruped,
};

function bodyOf(traits: Traits): Body {
  return plans[traits.kind](traits);
}

function trimOf(sculpture: Sculpture, body: Body, traits: Traits): Paint[] {
  if (body.kind === 'biped') return tailTrim(sculpture, traits, body.skeleton, body.unit * 0.034);
  return body.kind === 'quadruped'
    ? tailTrim(sculpture, traits, body.skeleton, body.frame.barrel * 0.34)
    : [];
}

/** The other plans already include a tail. */
function withTail(body: Body, traits: Traits): Body {
  if (body.kind !== 'biped') return body;
  const tail = tailParts(traits, body.skeleton, body.unit * 0.034);
  if (tail.length === 0) return body;
  const parts = [...body.parts, ...tail];
  return { ...body, body: body.join(parts), parts };
}
