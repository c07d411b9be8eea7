/** EXT_mesh_gpu_instancing: a node shows its mesh once for each row of its attributes. */
import type { Document, Mesh, Node } from '@gltf-transform/core';
import type { InstancedMesh } from '@gltf-transform/extensions';
import { limits, tooManyTriangles } from './model.js';

type Instanced = { node: Node; mesh: Mesh; rows: InstancedMesh; count: number };

/**
 * Replaces each instanced mesh with a node for each instance.
 * @throws AppError `too_large`
 */
export function placeInstances(document: Document): void {
  const instanced = document.getRoot().listNodes().flatMap(instancedAt);
  const sum = (of: (one: Instanced) => number) => instanced.reduce((total, one) => total + of(one), 0);
  // Nodes may share attributes, so that a small file has many instances.
  if (sum(({ count }) => count) > limits.nodes) throw tooManyTriangles();
  if (sum(({ mesh, count }) => count * cornersOf(mesh)) / 3 > limits.triangles) throw tooManyTriangles();
  for (const { node, mesh, rows, count } of instanced) {
    for (let i = 0; i < count; i++) node.addChild(instanceOf(document, rows, i).setMesh(mesh));
    node.setMesh(null).setExtension('EXT_mesh_gpu_instancing', null);
  }
}

function instancedAt(node: Node): Instanced[] {
  const rows = node.getExtension<InstancedMesh>('EXT_mesh_gpu_instancing');
  const mesh = node.getMesh();
  return rows && mesh ? [{ node, mesh, rows, count: rows.listAttributes()[0]?.getCount() ?? 0 }] : [];
}

const cornersOf = (mesh: Mesh): number =>
  mesh
    .listPrimitives()
    .reduce((sum, one) => sum + ((one.getIndices() ?? one.getAttribute('POSITION'))?.getCount() ?? 0), 0);

function instanceOf(document: Document, rows: InstancedMesh, i: number): Node {
  const node = document.createNode();
  const [move, turn, size] = ['TRANSLATION', 'ROTATION', 'SCALE'].map((name) => rows.getAttribute(name));
  if (move) node.setTranslation(move.getElement(i, [0, 0, 0]));
  if (turn) node.setRotation(turn.getElement(i, [0, 0, 0, 1]));
  if (size) node.setScale(size.getElement(i, [1, 1, 1]));
  return node;
}
