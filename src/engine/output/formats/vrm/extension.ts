import { type Document, Extension, type WriterContext } from '@gltf-transform/core';

/** Writes the JSON of a root extension, in which nodes are indices known only while writing. */
abstract class RootExtension extends Extension {
  content: (context: WriterContext) => object = () => ({});

  override read(): this {
    return this;
  }

  override write(context: WriterContext): this {
    const { json } = context.jsonDoc;
    json.extensions = { ...json.extensions, [this.extensionName]: this.content(context) };
    return this;
  }
}

export class VrmExtension extends RootExtension {
  static override readonly EXTENSION_NAME: string = 'VRMC_vrm';
  override readonly extensionName: string = VrmExtension.EXTENSION_NAME;
}

export class SpringBoneExtension extends RootExtension {
  static override readonly EXTENSION_NAME: string = 'VRMC_springBone';
  override readonly extensionName: string = SpringBoneExtension.EXTENSION_NAME;
}

export function addExtension(
  document: Document,
  kind: typeof VrmExtension | typeof SpringBoneExtension,
  content: (context: WriterContext) => object,
): void {
  document.createExtension(kind).content = content;
}
