import { type Mesh, MeshBasicMaterial } from 'three';
import { meshMaterials } from './model.js';

/** The edges of all triangles over the shaded surface; created when first shown. */
export function createWires(meshes: readonly Mesh[]) {
  const material = new MeshBasicMaterial({
    color: '#8d9bff',
    wireframe: true,
    transparent: true,
    opacity: 0.6,
    depthWrite: false,
    toneMapped: false,
  });
  const wires = new Map<Mesh, Mesh>();
  const wireOf = (mesh: Mesh): Mesh => {
    const known = wires.get(mesh);
    if (known) return known;
    const wire = mesh.clone(false);
    wire.material = material;
    wire.castShadow = false;
    // Shared, so that the edges follow the face.
    if (mesh.morphTargetInfluences) wire.morphTargetInfluences = mesh.morphTargetInfluences;
    wires.set(mesh, wire);
    return wire;
  };
  return {
    show(on: boolean) {
      for (const mesh of meshes) {
        // Offsets the surface slightly backwards to avoid z-fighting with its edges.
        for (const surface of meshMaterials(mesh))
          Object.assign(surface, { polygonOffset: on, polygonOffsetFactor: 1, polygonOffsetUnits: 1 });
        if (on) mesh.parent?.add(wireOf(mesh));
        else wires.get(mesh)?.removeFromParent();
      }
    },
    dispose: () => material.dispose(),
  };
}
