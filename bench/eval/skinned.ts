/** A game character with its artist's skeleton and weights, as a body for comparing weights. */
import { NodeIO, type Primitive, type Skin } from '@gltf-transform/core';
import { boundJoints } from '../../src/engine/skinning/weigh.js';
import type { Body, Point, Truth } from './body.js';
import { mean } from './table.js';

/** Vertices at one position share the weights of the first of them; attached items without weights are left out. */
export async function readSkinned(name: string, glb: Uint8Array): Promise<Body | null> {
  const root = (await new NodeIO().readBinary(glb)).getRoot();
  const [skin] = root.listSkins();
  if (!skin) return null;
  const primitives = root
    .listNodes()
    .filter((node) => node.getSkin() === skin)
    .flatMap((node) => node.getMesh()?.listPrimitives() ?? []);
  const { positions, faces, weights } = weld(primitives, namesOf(skin));
  const rows = positions.map((p) => `v ${p.join(' ')}`);
  return {
    name,
    obj: [...rows, ...faces.map((face) => `f ${face.map((v) => v + 1).join(' ')}`)].join('\n'),
    positions: Float64Array.from(positions.flat()),
    truth: {
      bones: bonesOf(skin, new Set(Object.keys(weights).filter((bone) => weights[bone]!.length > 0))),
      weights,
    },
  };
}

const namesOf = (skin: Skin): string[] => boundJoints(skin).map(({ name }) => name);

function weld(primitives: readonly Primitive[], names: readonly string[]) {
  const known = new Map<string, number>();
  const positions: Point[] = [];
  const faces: number[][] = [];
  const weights: Truth['weights'] = {};
  for (const primitive of primitives) {
    const place = primitive.getAttribute('POSITION')!;
    const joints = primitive.getAttribute('JOINTS_0')!;
    const shares = primitive.getAttribute('WEIGHTS_0')!;
    const own = Array.from({ length: place.getCount() }, (_, v) => {
      const p = place.getElement(v, [0, 0, 0]) as Point;
      const key = p.map((value) => value.toFixed(5)).join(' ');
      const found = known.get(key);
      if (found !== undefined) return found;
      const made = positions.push(p) - 1;
      known.set(key, made);
      const [by, held] = [joints.getElement(v, []), shares.getElement(v, [])];
      held.forEach((share, i) => {
        const bone = names[by[i]!]!;
        weights[bone] ??= [];
        if (share > 0) weights[bone].push([made, share]);
      });
      return made;
    });
    const indices = primitive.getIndices()?.getArray();
    const list = indices ? Array.from(indices as Uint32Array, (v) => own[v]!) : own;
    for (let t = 0; t + 2 < list.length; t += 3) {
      const face = list.slice(t, t + 3);
      if (new Set(face).size === 3) faces.push(face);
    }
  }
  return { positions, faces, weights };
}

/**
 * The joints that hold vertices, and those above them. A bone ends where its children are on average, since a chest
 * that ended at the left shoulder would take weight from the left arm alone; without children it goes straight on.
 */
function bonesOf(skin: Skin, holding: ReadonlySet<string>): Truth['bones'] {
  const joints = boundJoints(skin);
  const byName = new Map(joints.map((joint) => [joint.name, joint]));
  const kept = new Set<string>();
  for (const name of holding)
    for (let at: string | null = name; at !== null; at = byName.get(at)?.parent ?? null) kept.add(at);
  return Object.fromEntries(
    joints
      .filter(({ name }) => kept.has(name))
      .map(({ name, parent, position: head }) => {
        const children = joints.filter((one) => one.parent === name && kept.has(one.name));
        const above = parent === null ? null : byName.get(parent)!.position;
        const tail =
          children.length > 0
            ? head.map((_, a) => mean(children.map(({ position }) => position[a]!)))
            : head.map((value, a) => value + (above ? value - above[a]! : a === 1 ? 0.1 : 0));
        const straight = tail.every((value, a) => Math.abs(value - head[a]!) < 1e-4);
        return [
          name,
          { head, tail: (straight ? [head[0], head[1] + 0.05, head[2]] : tail) as Point, parent },
        ];
      }),
  );
}
