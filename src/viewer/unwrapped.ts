import { type Mesh, MeshStandardMaterial } from 'three';
import { meshMaterials } from './model.js';

/** Draws the texture with the triangles of the model over it. @returns false for a model without a texture */
export function drawUnwrapped(canvas: HTMLCanvasElement, meshes: readonly Mesh[]): boolean {
  const context = canvas.getContext('2d');
  const textured = meshes.flatMap((mesh) =>
    meshMaterials(mesh).flatMap((material) =>
      material instanceof MeshStandardMaterial && material.map ? [{ mesh, image: material.map.image }] : [],
    ),
  );
  const [first] = textured;
  if (!context || !first) return false;
  const { width, height } = canvas;
  context.drawImage(first.image as CanvasImageSource, 0, 0, width, height);
  context.strokeStyle = 'rgb(255 255 255 / 55%)';
  context.lineWidth = 0.5;
  context.beginPath();
  for (const { mesh, image } of textured) {
    const { uv } = mesh.geometry.attributes;
    const index = mesh.geometry.getIndex();
    if (!uv || !index || image !== first.image) continue;
    for (let i = 0; i < index.count; i += 3) {
      const corners = [0, 1, 2].map((corner) => index.getX(i + corner));
      for (const [at, v] of [...corners, corners[0]!].entries()) {
        const [x, y] = [uv.getX(v) * width, uv.getY(v) * height];
        if (at === 0) context.moveTo(x, y);
        else context.lineTo(x, y);
      }
    }
  }
  context.stroke();
  return true;
}
