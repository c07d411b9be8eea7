import type { Material, Texture } from '@gltf-transform/core';
import sharp from 'sharp';
import type { ArchivedFile } from './archive.js';
import { number, prim, tuple } from './text.js';

/** The materials of a model as USD Preview Surfaces, and the files of their textures. */
export type Materials = {
  text: string;
  files: ArchivedFile[];
  pathOf: (material: Material | null) => string;
};

const scope = '/Root/Materials';

export async function writeMaterials(materials: readonly (Material | null)[]): Promise<Materials> {
  const files = new Map<Texture, ArchivedFile>();
  const paths = new Map<Material | null, string>();
  const prims: string[] = [];
  for (const material of new Set(materials)) {
    const name = `Material_${paths.size}`;
    paths.set(material, `${scope}/${name}`);
    for (const texture of texturesOf(material)) {
      const file = files.get(texture) ?? (await fileOf(texture, files.size));
      if (file) files.set(texture, file);
    }
    prims.push(writeMaterial(name, material, files));
  }
  return {
    text: prim('def Scope "Materials"', [], prims),
    files: [...files.values()],
    pathOf: (material) => paths.get(material) ?? '',
  };
}

const texturesOf = (material: Material | null): Texture[] =>
  material
    ? [
        material.getBaseColorTexture(),
        material.getNormalTexture(),
        material.getMetallicRoughnessTexture(),
        material.getOcclusionTexture(),
        material.getEmissiveTexture(),
      ].filter((texture) => texture !== null)
    : [];

const mostPixels = 64_000_000;

/** USDZ holds only PNG and JPEG. Null for a picture that cannot be read: an upload may have one, for example KTX2. */
async function fileOf(texture: Texture, index: number): Promise<ArchivedFile | null> {
  const image = texture.getImage();
  const type = texture.getMimeType();
  if (!image) return null;
  if (type === 'image/jpeg') return { name: `textures/${index}.jpg`, bytes: image };
  const name = `textures/${index}.png`;
  if (type === 'image/png') return { name, bytes: image };
  try {
    const bytes = await sharp(image, { limitInputPixels: mostPixels }).png().toBuffer();
    return { name, bytes: new Uint8Array(bytes) };
  } catch {
    return null;
  }
}

type Sampler = { name: string; texture: Texture | null; outputs: Record<string, string>; more?: string[] };

function writeMaterial(name: string, material: Material | null, files: Map<Texture, ArchivedFile>): string {
  const path = `${scope}/${name}`;
  const samplers = samplersOf(material).filter(({ texture }) => texture && files.has(texture));
  const connected = new Map(
    samplers.flatMap(({ name: sampler, outputs }) =>
      Object.entries(outputs).map(
        ([input, output]) => [input, `<${path}/${sampler}.outputs:${output}>`] as const,
      ),
    ),
  );
  const surface = surfaceInputs(material).map(([type, input, value]) => {
    const source = connected.get(input);
    return source ? `${type} inputs:${input}.connect = ${source}` : `${type} inputs:${input} = ${value}`;
  });
  return prim(
    `def Material "${name}"`,
    [],
    [
      `token outputs:surface.connect = <${path}/Surface.outputs:surface>`,
      prim(
        'def Shader "Surface"',
        [],
        ['uniform token info:id = "UsdPreviewSurface"', ...surface, 'token outputs:surface'],
      ),
      ...(samplers.length > 0 ? [uvReader] : []),
      ...samplers.map((sampler) => writeSampler(path, sampler, files.get(sampler.texture!)!)),
    ],
  );
}

const uvReader = prim(
  'def Shader "Uv"',
  [],
  [
    'uniform token info:id = "UsdPrimvarReader_float2"',
    'string inputs:varname = "st"',
    'float2 outputs:result',
  ],
);

function samplersOf(material: Material | null): Sampler[] {
  const isOpaque = material?.getAlphaMode() === 'OPAQUE';
  const factor = material?.getBaseColorFactor() ?? [1, 1, 1, 1];
  return [
    {
      name: 'Color',
      texture: material?.getBaseColorTexture() ?? null,
      outputs: { diffuseColor: 'rgb', ...(!isOpaque && { opacity: 'a' }) },
      more: ['token inputs:sourceColorSpace = "sRGB"', `float4 inputs:scale = ${tuple(factor)}`],
    },
    {
      name: 'Normal',
      texture: material?.getNormalTexture() ?? null,
      outputs: { normal: 'rgb' },
      more: [raw, 'float4 inputs:scale = (2, 2, 2, 1)', 'float4 inputs:bias = (-1, -1, -1, 0)'],
    },
    {
      name: 'Metal',
      texture: material?.getMetallicRoughnessTexture() ?? null,
      outputs: { roughness: 'g', metallic: 'b' },
      more: [
        raw,
        `float4 inputs:scale = ${tuple([1, material?.getRoughnessFactor() ?? 1, material?.getMetallicFactor() ?? 1, 1])}`,
      ],
    },
    {
      name: 'Occlusion',
      texture: material?.getOcclusionTexture() ?? null,
      outputs: { occlusion: 'r' },
      more: [raw],
    },
    {
      name: 'Emission',
      texture: material?.getEmissiveTexture() ?? null,
      outputs: { emissiveColor: 'rgb' },
      more: [
        'token inputs:sourceColorSpace = "sRGB"',
        `float4 inputs:scale = ${tuple([...(material?.getEmissiveFactor() ?? [1, 1, 1]), 1])}`,
      ],
    },
  ];
}

const raw = 'token inputs:sourceColorSpace = "raw"';

function writeSampler(path: string, { name, outputs, more = [] }: Sampler, file: ArchivedFile): string {
  const types: Record<string, string> = { rgb: 'float3', r: 'float', g: 'float', b: 'float', a: 'float' };
  return prim(
    `def Shader "${name}"`,
    [],
    [
      'uniform token info:id = "UsdUVTexture"',
      `asset inputs:file = @${file.name}@`,
      `float2 inputs:st.connect = <${path}/Uv.outputs:result>`,
      'token inputs:wrapS = "repeat"',
      'token inputs:wrapT = "repeat"',
      ...more,
      ...Object.values(outputs).map((output) => `${types[output]} outputs:${output}`),
    ],
  );
}

/** Type, name and value of each input of the surface. */
function surfaceInputs(material: Material | null): [string, string, string][] {
  const [r, g, b, a] = material?.getBaseColorFactor() ?? [0.8, 0.8, 0.8, 1];
  const cutoff = material?.getAlphaMode() === 'MASK' ? material.getAlphaCutoff() : 0;
  const isOpaque = (material?.getAlphaMode() ?? 'OPAQUE') === 'OPAQUE';
  return [
    ['color3f', 'diffuseColor', tuple([r, g, b])],
    ['float', 'roughness', number(material?.getRoughnessFactor() ?? 0.8)],
    ['float', 'metallic', number(material?.getMetallicFactor() ?? 0)],
    ['float', 'opacity', number(isOpaque ? 1 : a)],
    ...(cutoff > 0 ? [['float', 'opacityThreshold', number(cutoff)] as [string, string, string]] : []),
    ['color3f', 'emissiveColor', tuple(material?.getEmissiveFactor() ?? [0, 0, 0])],
    ['normal3f', 'normal', '(0, 0, 1)'],
    ['float', 'occlusion', '1'],
  ];
}
