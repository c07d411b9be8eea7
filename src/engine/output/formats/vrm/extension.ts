import { type Document, Extension, type WriterContext } from '@gltf-transform/core';

/** Writes the JSON of a root extension of VRM, in which nodes are indices known only while writing. */
function rootExtension(name: string) {
  return class extends Extension {
    static override readonly EXTENSION_NAME = name;
    override readonly extensionName = name;
    content: (context: WriterContext) => object = () => ({});

    override read(): this {
      return this;
    }

    override write(context: WriterContext): this {
      const { json } = context.jsonDoc;
      json.extensions = { ...json.extensions, [name]: this.content(context) };
      return this;
    }
  };
}

export const VrmExtension = rootExtension('VRMC_vrm');
export const SpringBoneExtension = rootExtension('VRMC_springBone');

export function addExtension(
  document: Document,
  kind: typeof VrmExtension,
  content: (context: WriterContext) => object,
): void {
  document.createExtension(kind).content = content;
}
