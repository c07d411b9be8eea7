/** Joint names that retargeting tools expect: ours are VRM 1.0 humanoid bone names; Mixamo's are mapped. */
const mixamoOf: Record<string, string> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
  upperChest: 'Spine2',
  neck: 'Neck',
  head: 'Head',
  Shoulder: 'Shoulder',
  UpperArm: 'Arm',
  LowerArm: 'ForeArm',
  Hand: 'Hand',
  UpperLeg: 'UpLeg',
  LowerLeg: 'Leg',
  Foot: 'Foot',
  Toes: 'ToeBase',
  Eye: 'Eye',
};

/** A finger's bones from the palm; the thumb has a metacarpal bone instead of an intermediate one. */
const fingerBone = /^(Thumb|Index|Middle|Ring|Little)(Metacarpal|Proximal|Intermediate|Distal)$/;

function mixamoFinger(part: string): string | undefined {
  const [, finger, bone] = fingerBone.exec(part) ?? [];
  if (!finger) return undefined;
  const order =
    finger === 'Thumb' ? ['Metacarpal', 'Proximal', 'Distal'] : ['Proximal', 'Intermediate', 'Distal'];
  return `Hand${finger === 'Little' ? 'Pinky' : finger}${order.indexOf(bone!) + 1}`;
}

/** Bones of VRM without a counterpart of Mixamo's. */
const onlyVrm = ['jaw'];

/**
 * For joints with a human counterpart: `vrm` maps VRM 1.0 bones to our joints, `mixamo` maps our joints to Mixamo's.
 */
export type HumanoidMaps = Record<'vrm' | 'mixamo', Record<string, string>>;

export function humanoidMaps(names: readonly string[]): HumanoidMaps {
  const mixamo = mixamoMap(names);
  const known = [...Object.keys(mixamo), ...onlyVrm.filter((name) => names.includes(name))];
  return { vrm: Object.fromEntries(known.map((name) => [name, name])), mixamo };
}

/** VRM name -> Mixamo name. */
function mixamoMap(names: readonly string[]): Record<string, string> {
  const entries = names.flatMap((name): [string, string][] => {
    const [, side = '', part = name] = /^(left|right)([A-Z]\w*)$/.exec(name) ?? [];
    const mixamo = mixamoOf[part] ?? mixamoFinger(part);
    return mixamo ? [[name, `mixamorig:${side && side[0]!.toUpperCase() + side.slice(1)}${mixamo}`]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Whether joint names of any convention describe a person: an upper and a lower limb, or hand and foot, on both
 * sides.
 */
export function isHumanoid(names: readonly string[]): boolean {
  const has = (side: RegExp, part: RegExp) => names.some((name) => side.test(name) && part.test(name));
  return [/left|(^|[^a-z])l([^a-z]|$)/i, /right|(^|[^a-z])r([^a-z]|$)/i].every(
    (side) => has(side, /hand|wrist|arm/i) && has(side, /foot|ankle|leg|shin|calf/i),
  );
}
