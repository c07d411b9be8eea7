/** EXT_mesh_gpu_instancing: a node shows its mesh once for each row of its attributes. */
import type { Document, Node } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { limits, tooManyTriangles } from './model.js';

/**
 * Replaces each instanced mesh with a node for each instance.
 * @throws AppError `too_large`
 */
export function placeInstances(document: Document): void {
  let shown = 0;
  for (const node of document.getRoot().listNodes()) {
    const rows = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
    const mesh = node.getMesh();
    if (!rows || !mesh) continue;
    const count = rows.listAttributes()[0]?.getCount() ?? 0;
    const corners = mesh
      .listPrimitives()
      .reduce((sum, one) => sum + ((one.getIndices() ?? one.getAttribute('POSITION'))?.getCount() ?? 0), 0);
    shown += count * corners;
    if (shown / 3 > limits.triangles || count > limits.nodes) throw tooManyTriangles();
    for (let i = 0; i < count; i++) node.addChild(instanceOf(document, rows, i).setMesh(mesh));
    node.setMesh(null).setExtension('EXT_mesh_gpu_instancing', null);
  }
}

function instanceOf(document: Document, rows: InstancedMesh, i: number): Node {
  const node = document.createNode();
  const [move, turn, size] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => rows.getAttribute(name));
  if (move) node.setTranslation(move.getElement(i, [0, 0, 0]));
  if (turn) node.setRotation(turn.getElement(i, [0, 0, 0, 1]));
  if (size) node.setScale(size.getElement(i, [1, 1, 1]));
  return node;
}
