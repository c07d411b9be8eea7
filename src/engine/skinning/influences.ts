/**
 * Four influences per vertex, heaviest first; weights sum to 1 in single precision, unused ones are joint 0 weight 0.
 */
export type Skin = { joints: Uint8Array; weights: Float32Array };

/** The four greatest values of `row`, scaled to sum to 1; shares below 0.01 are dropped. */
export function writeTopFour(skin: Skin, vertex: number, row: Float32Array): void {
  const top = heaviest(row).filter(({ weight }, rank) => rank === 0 || weight > 0.01);
  const sum = top.reduce((total, { weight }) => total + weight, 0);
  let rest = 1;
  for (let i = top.length - 1; i > 0; i--) {
    const weight = Math.fround(top[i]!.weight / sum);
    skin.joints[vertex * 4 + i] = top[i]!.joint;
    skin.weights[vertex * 4 + i] = weight;
    rest = Math.fround(rest - weight);
  }
  skin.joints[vertex * 4] = top[0]!.joint;
  skin.weights[vertex * 4] = rest;
}

function heaviest(row: Float32Array): { joint: number; weight: number }[] {
  const top: { joint: number; weight: number }[] = [];
  for (let joint = 0; joint < row.length; joint++) {
    const weight = row[joint]!;
    if (weight <= 0 || (top.length === 4 && weight <= top[3]!.weight)) continue;
    if (top.length === 4) top.pop();
    const at = top.findIndex((entry) => entry.weight < weight);
    top.splice(at < 0 ? top.length : at, 0, { joint, weight });
  }
  return top;
}
