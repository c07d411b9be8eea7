/** Reads the parts of a person from the names that artists and tools give to joints. */
import type { Vec3 } from '../../geometry/vec.js';

export type NamedJoint = { name: string; at: Vec3 };

/** Names of artists' skeletons by ours: without their prefixes, sides and separators. */
const sided: readonly (readonly [ours: string, theirs: RegExp])[] = [
  ['UpperArm', /^(upperarm|armupper|arm|uparm|bicep)$/],
  ['LowerArm', /^(lowerarm|armlower|forearm|elbow)$/],
  ['Hand', /^(hand|wrist|palm)$/],
  ['UpperLeg', /^(upperleg|legupper|upleg|thigh)$/],
  ['LowerLeg', /^(lowerleg|leglower|leg|shin|calf|knee)$/],
  ['Foot', /^(foot|ankle)$/],
];
const central: readonly (readonly [ours: string, theirs: RegExp])[] = [
  ['hips', /^(hips?|pelvis)$/],
  ['neck', /^neck$/],
  ['head', /^head$/],
];

type Part = { side: 'left' | 'right' | null; part: string };

/** "mixamorig:LeftForeArm", "UpperArm.L", "J_Bip_R_Hand", "thigh_l". */
export function partOfName(name: string): Part {
  const bare = name
    .replace(/^.*:/, '')
    .replace(/^(mixamorig\d*|J_Bip(_C)?|Bip0?1|DEF|Character\d*)[_. -]*/i, '');
  const [, word] = /^(left|right)/i.exec(bare) ?? /(left|right)$/i.exec(bare) ?? [];
  const [, letter] = /^([lr])[_. -]/i.exec(bare) ?? /[_. -]([lr])(?:[_.]?\d+)?$/i.exec(bare) ?? [];
  const found = (word ?? letter)?.toLowerCase();
  const rest = found
    ? bare.replace(word ? /^(left|right)|(left|right)$/i : /^[lr][_. -]|[_. -][lr](?:[_.]?\d+)?$/i, '')
    : bare;
  const part = rest.replace(/[^a-z]/gi, '').toLowerCase();
  return { side: found ? (found.startsWith('l') ? 'left' : 'right') : null, part };
}

/** Our name of a joint that artists name like this; null where it is none of a person's main joints. */
function ourName(name: string): string | null {
  const { side, part } = partOfName(name);
  const [ours] = (side ? sided : central).find(([, theirs]) => theirs.test(part)) ?? [];
  return ours === undefined ? null : (side ?? '') + ours;
}

/** Where a file has both, the hand and the foot start here. */
const start = /^(wrist|ankle)$/;

/**
 * The main joints of people by our names.
 * @returns null where two joints have one name, as in a file with two people
 */
export function mainJoints(joints: readonly NamedJoint[]): Map<string, Vec3> | null {
  const found = new Map<string, Vec3>();
  const parts = new Map<string, string>();
  for (const { name, at } of joints) {
    const ours = ourName(name);
    if (ours === null) continue;
    const { part } = partOfName(name);
    const other = parts.get(ours);
    if (other !== undefined && start.test(other) === start.test(part)) return null;
    if (other !== undefined && start.test(other)) continue;
    found.set(ours, at);
    parts.set(ours, part);
  }
  return found;
}

/** Parts that people lack: a skeleton with one of these and without arms is an animal's. */
export const isBeastly = (joints: readonly NamedJoint[]): boolean =>
  joints.some(({ name }) => /wing|tail|front|rear|hind|paw|hoof|beak|tentacle/i.test(name));
