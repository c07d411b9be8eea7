import type { Generation } from '../rig.js';
import { type Fields, fieldsOf } from './fields.js';
import { createNotes, type Notes } from './reading.js';
import { isDictionary, plainWord, toText } from './values.js';

const formats = ['glb', 'gltf', 'fbx', 'obj', 'usdz', 'stl', 'vrm', 'bvh', 'zip'];
const outputNames = [
  'output',
  'outputs',
  'result',
  'results',
  'files',
  'assets',
  'artifacts',
  'model_urls',
  'urls',
  'models',
  'downloads',
  'output_files',
  'links',
];
const linkNames = [
  'model_url',
  'glb_url',
  'rig_url',
  'result_url',
  'output_url',
  'download_url',
  'download',
  'file_url',
  'url',
  'model',
  'rigged_model_url',
  'uri',
  'href',
];
const previewNames = [
  'preview_url',
  'thumbnail_url',
  'thumbnail',
  'preview',
  'image_url',
  'preview_image',
  'poster',
  'render_url',
];

/** Links of HAL and JSON:API that do not point to files. */
const otherLinks = new Set(['self', 'next', 'prev', 'first', 'last', 'related', 'collection']);

type Output = NonNullable<Generation['output']>;
type File = Output['files'][number];

const isLink = (value: unknown): value is string =>
  typeof value === 'string' && /^(https?:\/\/|\/)[^\s<>"]+$/.test(value);

const formatOf = (url: string, said?: unknown): string => {
  const word = plainWord(said);
  const known = formats.find((one) => word === one || word.endsWith(one));
  if (known) return known;
  const [, ending = ''] = /\.([a-z0-9]{2,5})(?:[?#]|$)/i.exec(url) ?? [];
  return formats.includes(ending.toLowerCase()) ? ending.toLowerCase() : '';
};

const isPicture = (url: string): boolean => /\.(png|jpe?g|webp|gif)([?#]|$)/i.test(url);

function addFile(files: File[], url: unknown, said?: unknown, item?: Fields): void {
  if (!isLink(url) || isPicture(url) || files.some((one) => one.url === url)) return;
  const format = formatOf(url, said) || (files.length === 0 ? 'glb' : '');
  if (format === '') return;
  files.push({
    format,
    url,
    bytes: item?.number(['bytes', 'size', 'file_size', 'size_bytes', 'content_length']) ?? 0,
    sha256: item?.text(['sha256', 'checksum', 'hash']) ?? '',
  });
}

/** Collects files from a list, an object by format or a single link, at any depth. */
function collect(value: unknown, files: File[], notes: Notes, said?: string, depth = 0): void {
  if (isLink(value)) addFile(files, value, said);
  if (depth > 4) return;
  if (Array.isArray(value)) for (const one of value) collect(one, files, notes, undefined, depth + 1);
  if (!isDictionary(value)) return;
  const item = fieldsOf([value], 'output', notes);
  const own = linkNames.map((name) => item.any([name])).find(isLink);
  if (own)
    addFile(
      files,
      own,
      item.any(['format', 'type', 'extension', 'name', 'filename', 'content_type']) ?? said,
      item,
    );
  for (const [name, inner] of Object.entries(value)) {
    const key = plainWord(name);
    if (/thumb|preview|poster|image|turntable|video/.test(key) || otherLinks.has(key)) continue;
    const isFile =
      formats.some((one) => key === one || key.startsWith(one)) ||
      linkNames.some((one) => plainWord(one) === key);
    if (isLink(inner) ? isFile : typeof inner === 'object')
      collect(
        inner,
        files,
        notes,
        formats.find((one) => key.startsWith(one)),
        depth + 1,
      );
  }
}

/** The output of a finished generation: its files and their details. */
export function outputOf(fields: Fields, notes: Notes): Output | null {
  const files: File[] = [];
  const given = fields.any(outputNames);
  collect(given, files, notes);
  for (const name of [...linkNames, ...formats, ...outputNames])
    collect(fields.any([name]), files, notes, formats.includes(name) ? name : undefined);
  const inner = isDictionary(given) ? fieldsOf([given], 'output', notes) : undefined;
  const link = (names: readonly string[]) => {
    const found = [inner?.any(names), fields.any(names)]
      .map((one) => (isDictionary(one) ? one.url : one))
      .find(isLink);
    return found ?? null;
  };
  files.sort((a, b) => Number(b.format === 'glb') - Number(a.format === 'glb'));
  const rig =
    inner?.object(['rig', 'skeleton', 'armature']) ?? fields.object(['rig', 'skeleton', 'armature']);
  const joints = (rig ?? inner ?? fields).number([
    'joints',
    'bones',
    'joint_count',
    'bone_count',
    'num_bones',
    'num_joints',
  ]);
  const mesh = inner?.object(['mesh', 'geometry', 'stats']) ?? fields.object(['mesh', 'geometry', 'stats']);
  const triangles = (mesh ?? inner ?? fields).number([
    'triangles',
    'faces',
    'triangle_count',
    'face_count',
    'polycount',
    'tris',
  ]);
  const clips = inner?.list(['animations', 'clips']) ?? fields.list(['animations', 'clips']) ?? [];
  return {
    files,
    preview_url: link(previewNames),
    turntable_url: link(['turntable_url', 'turntable']),
    rig:
      joints === undefined
        ? null
        : {
            skeleton: rig?.text(['skeleton', 'type', 'name']) ?? '',
            joints,
            max_influences: rig?.number(['max_influences']) ?? 0,
          },
    mesh:
      triangles === undefined
        ? null
        : { vertices: mesh?.number(['vertices', 'vertex_count']) ?? 0, triangles },
    animations: clips.flatMap((one) =>
      typeof one === 'string' ? [one] : (isDictionary(one) && toText(one.name)) || [],
    ),
    validation: null,
    seed: inner?.number(['seed']) ?? fields.number(['seed']) ?? null,
    unknown_words: [],
    notes: [],
  };
}

/** Whether a generation lists a GLB among its results, as only a finished one does. */
export function hasModel(fields: Fields): boolean {
  const files: File[] = [];
  for (const name of outputNames) collect(fields.any([name]), files, createNotes());
  return files.some(({ url }) => /\.glb([?#]|$)/i.test(url));
}
