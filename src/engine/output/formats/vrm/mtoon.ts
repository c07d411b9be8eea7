/** MToon, VRM's material of drawings: it makes the outline that other files have as a mesh. */
import { Extension, type WriterContext } from '@gltf-transform/core';
import { linearOf } from '../../../colour.js';
import { ink, outlineWidth } from '../../../style/toon.js';
import { isOutline, type RigFile } from '../read.js';

export class MToonExtension extends Extension {
  static override readonly EXTENSION_NAME: string = 'VRMC_materials_mtoon';
  override readonly extensionName: string = MToonExtension.EXTENSION_NAME;
  /** Metres. */
  width = 0;

  override read(): this {
    return this;
  }

  override write({ jsonDoc: { json } }: WriterContext): this {
    for (const material of json.materials ?? []) {
      const { baseColorTexture: texture } = material.pbrMetallicRoughness ?? {};
      const mtoon = {
        specVersion: '1.0',
        // The texture already has both tones.
        shadeColorFactor: [1, 1, 1],
        ...(texture && { shadeMultiplyTexture: texture }),
        shadingToonyFactor: 1,
        giEqualizationFactor: 1,
        outlineWidthMode: 'worldCoordinates',
        outlineWidthFactor: this.width,
        outlineColorFactor: ink.map(linearOf),
        outlineLightingMixFactor: 0,
      };
      material.extensions = { ...material.extensions, [this.extensionName]: mtoon };
    }
    return this;
  }
}

/** Takes the outline out of a drawing, and lets its materials draw one. Other rigs stay as they are. */
export function drawWithMToon(rig: RigFile): RigFile {
  const outline = rig.parts.find(isOutline);
  if (!outline) return rig;
  const parts = rig.parts.filter((part) => part !== outline);
  const { document } = rig;
  for (const node of document.getRoot().listNodes()) {
    const mesh = node.getMesh();
    if (!mesh?.listPrimitives().includes(outline.primitive)) continue;
    mesh.dispose();
    node.dispose();
  }
  outline.primitive.getMaterial()!.dispose();
  for (const extension of document.getRoot().listExtensionsUsed())
    if (extension.extensionName === 'KHR_materials_unlit') extension.dispose();
  outline.primitive.dispose();
  document.createExtension(MToonExtension).width = outlineWidth(parts);
  return { ...rig, parts };
}
