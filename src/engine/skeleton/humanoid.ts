/** Joint names that retargeting tools expect: ours are VRM 1.0 humanoid bone names; Mixamo's are mapped. */
const mixamoOf: Record<string, string> = {
  hips: 'Hips',
  spine: 'Spine',
  chest: 'Spine1',
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
};

/**
 * For joints with a human counterpart: `vrm` maps VRM 1.0 bones to our joints, `mixamo` maps our joints to Mixamo's.
 */
export type HumanoidMaps = Record<'vrm' | 'mixamo', Record<string, string>>;

export function humanoidMaps(names: readonly string[]): HumanoidMaps {
  const mixamo = mixamoMap(names);
  return { vrm: Object.fromEntries(Object.keys(mixamo).map((name) => [name, name])), mixamo };
}

/** VRM name -> Mixamo name. */
function mixamoMap(names: readonly string[]): Record<string, string> {
  const entries = names.flatMap((name): [string, string][] => {
    const [, side = '', part = name] = /^(left|right)([A-Z]\w*)$/.exec(name) ?? [];
    const mixamo = mixamoOf[part];
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
