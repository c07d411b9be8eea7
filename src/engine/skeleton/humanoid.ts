/** The joint names retargeting tools expect: VRM 1.0 humanoid bone names are ours, Mixamo's are mapped. */
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

/** VRM name -> Mixamo name for the joints that have one. */
export function humanoidMap(names: readonly string[]): Record<string, string> {
  const entries = names.flatMap((name): [string, string][] => {
    const [, side = '', part = name] = /^(left|right)([A-Z]\w*)$/.exec(name) ?? [];
    const mixamo = mixamoOf[part];
    return mixamo ? [[name, `mixamorig:${side && side[0]!.toUpperCase() + side.slice(1)}${mixamo}`]] : [];
  });
  return Object.fromEntries(entries);
}

/** Whether joints of any naming are a person's: an upper and a lower limb, or hand and foot, on both sides. */
export function isHumanoid(names: readonly string[]): boolean {
  const has = (side: RegExp, part: RegExp) => names.some((name) => side.test(name) && part.test(name));
  return [/left|(^|[^a-z])l([^a-z]|$)/i, /right|(^|[^a-z])r([^a-z]|$)/i].every(
    (side) => has(side, /hand|wrist|arm/i) && has(side, /foot|ankle|leg|shin|calf/i),
  );
}
