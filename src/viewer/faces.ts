import type { Mesh } from 'three';

/** Expressions of a face: morph targets by their name in the file. */
export type Faces = {
  names: string[];
  /** Shows one expression alone; null relaxes the face. */
  show(name: string | null): void;
};

export function createFaces(meshes: readonly Mesh[]): Faces {
  const names = [
    ...new Set(meshes.flatMap(({ morphTargetDictionary = {} }) => Object.keys(morphTargetDictionary))),
  ];
  return {
    names,
    show(name) {
      for (const { morphTargetDictionary = {}, morphTargetInfluences } of meshes)
        for (const [target, index] of Object.entries(morphTargetDictionary))
          if (morphTargetInfluences) morphTargetInfluences[index] = target === name ? 1 : 0;
    },
  };
}
