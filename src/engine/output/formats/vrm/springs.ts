import type { Node } from '@gltf-transform/core';
import { sub } from '../../../geometry/vec.js';
import type { Skeleton } from '../../../skeleton/skeleton.js';
import type { RigFile } from '../read.js';

/** A chain of joints that swings when the body moves. */
export type Spring = { name: string; chain: Node[] };

/** VRM's values for a soft tail. */
export const swing = {
  hitRadius: 0.02,
  stiffness: 0.9,
  gravityPower: 0.05,
  gravityDir: [0, -1, 0],
  dragForce: 0.4,
} as const;

/** Names of joints in chains that no humanoid bone moves. */
const swinging = /^(tail|(left|right)Ear|hair|cape|scarf)/;

/** One spring for each chain; a node at the end of each gives its last joint a direction. */
export function addSprings({ document, nodes }: RigFile, skeleton: Skeleton): Spring[] {
  const isLoose = (name: string | null) => name !== null && swinging.test(name);
  const firsts = skeleton.joints.filter(({ name, parent }) => isLoose(name) && !isLoose(parent));
  return firsts.map((first) => {
    const chain = [first];
    for (let next = childOf(skeleton, first.name); next; next = childOf(skeleton, next.name))
      chain.push(next);
    const last = chain.at(-1)!;
    const end = document.createNode(`${last.name}End`).setTranslation([...sub(last.tail, last.position)]);
    nodes.get(last.name)!.addChild(end);
    return {
      name: first.name.replace(/\d+$/, ''),
      chain: [...chain.map(({ name }) => nodes.get(name)!), end],
    };
  });
}

const childOf = ({ joints }: Skeleton, name: string) => joints.find(({ parent }) => parent === name);
