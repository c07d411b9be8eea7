/** The parts of a glTF 2.0 document (section 5) that are validated before a reader parses it. */
import { z } from 'zod';

const offset = z.int().nonnegative();
const index = offset;

/** Position of a sparse accessor's rows in a buffer view. */
const part = { bufferView: index, byteOffset: offset.optional() };

/** A byte range of a buffer. */
const view = z.object({
  buffer: index.optional(),
  byteOffset: offset.optional(),
  byteLength: offset.optional(),
});
export type BufferView = z.infer<typeof view>;
/** `count` rows of `byteStride` bytes, compressed. */
const packed = z.object({ ...view.shape, count: offset, byteStride: offset });

/** The validated subset of glTF 2.0; the reader checks the rest. */
export const glbShape = z.object({
  extensionsRequired: z.array(z.string()).default([]),
  buffers: z
    .array(
      z.object({
        uri: z.string().optional(),
        byteLength: offset.optional(),
        extensions: z
          .object({ EXT_meshopt_compression: z.object({ fallback: z.boolean().optional() }).optional() })
          .optional(),
      }),
    )
    .default([]),
  images: z.array(z.object({ uri: z.string().optional() })).default([]),
  bufferViews: z
    .array(
      z.object({
        ...view.shape,
        byteStride: offset.optional(),
        extensions: z.object({ EXT_meshopt_compression: packed.optional() }).optional(),
      }),
    )
    .default([]),
  meshes: z
    .array(
      z.object({
        primitives: z
          .array(
            z.object({
              indices: index.optional(),
              attributes: z.object({ POSITION: index.optional() }).optional(),
            }),
          )
          .default([]),
      }),
    )
    .default([]),
  nodes: z
    .array(
      z.object({
        mesh: index.optional(),
        children: z.array(index).default([]),
        rotation: z.array(z.number()).length(4).optional(),
      }),
    )
    .default([]),
  accessors: z
    .array(
      z.object({
        bufferView: index.optional(),
        byteOffset: offset.optional(),
        componentType: z.int(),
        type: z.string(),
        count: offset,
        sparse: z
          .object({
            count: offset,
            indices: z.object({ ...part, componentType: z.int() }),
            values: z.object(part),
          })
          .optional(),
      }),
    )
    .default([]),
});
export type GlbJson = z.infer<typeof glbShape>;
