import type { Json, JsonObject } from '../discord/types.js';

/** Discord's component types that contain others (`components`, `accessory`) or are interactive. */
const BUTTON = 2;
const SELECTS = new Set<Json>([3, 5, 6, 7, 8]);

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every component of a tree, parents before children. */
export function flatten(components: readonly JsonObject[]): JsonObject[] {
  return components.flatMap((component) => {
    const inner = Array.isArray(component.components) ? component.components.filter(isObject) : [];
    const accessory = isObject(component.accessory) ? [component.accessory] : [];
    return [component, ...flatten([...inner, ...accessory])];
  });
}

export const isButton = (component: JsonObject): boolean => component.type === BUTTON;
export const isSelect = (component: JsonObject): boolean => SELECTS.has(component.type ?? null);

/** The first enabled button or select whose custom id begins so. */
export const findControl = (
  message: { components: readonly JsonObject[] },
  beginning: string,
): JsonObject | undefined =>
  flatten(message.components).find(
    (part) =>
      (isButton(part) || isSelect(part)) &&
      part.disabled !== true &&
      String(part.custom_id ?? '').startsWith(beginning),
  );

const CHOSEN_KINDS: Readonly<Record<number, string>> = {
  5: 'user',
  6: 'role',
  7: 'mentionable',
  8: 'channel',
};

/** The entities a select without own options offers: people, roles, channels. */
export const chosenKind = ({ type }: JsonObject): string | undefined => CHOSEN_KINDS[Number(type)];

/** Turns labels of a select's options into values; values stay unchanged. */
export function selectValues(select: JsonObject, wanted: readonly string[]): string[] {
  const options = (Array.isArray(select.options) ? select.options : []).filter(isObject);
  return wanted.map((want) => {
    const option =
      options.find(({ value }) => value === want) ??
      options.find(({ label }) => String(label).toLowerCase() === want.toLowerCase());
    return typeof option?.value === 'string' ? option.value : want;
  });
}

/** A picture or file that a component shows, with its address and alternative text. */
export type ShownMedia = { kind: 'picture' | 'file'; name: string; url: string; description: string };

const THUMBNAIL = 11;
const GALLERY = 12;
const FILE = 13;

const fileName = (url: string): string => decodeURIComponent(url.split(/[?#]/)[0]?.split('/').pop() ?? '');

/** The media of one component: the items of a gallery, the picture of a thumbnail, a file. */
export function mediaOf(component: JsonObject): ShownMedia[] {
  const shown = (kind: ShownMedia['kind'], media: Json | undefined, description: Json | undefined) => {
    const url = isObject(media) && typeof media.url === 'string' ? media.url : null;
    const told = typeof description === 'string' ? description : '';
    return url === null ? [] : [{ kind, name: fileName(url), url, description: told }];
  };
  if (component.type === THUMBNAIL) return shown('picture', component.media, component.description);
  if (component.type === FILE) return shown('file', component.file, '');
  if (component.type !== GALLERY || !Array.isArray(component.items)) return [];
  return component.items.filter(isObject).flatMap((item) => shown('picture', item.media, item.description));
}

const texts = (value: JsonObject, keys: readonly string[]): string[] =>
  keys.flatMap((key) => (typeof value[key] === 'string' ? [value[key]] : []));

function embedText(embed: JsonObject): string[] {
  const { author, footer, fields } = embed;
  return [
    ...(isObject(author) ? texts(author, ['name']) : []),
    ...texts(embed, ['title', 'description']),
    ...(Array.isArray(fields) ? fields.filter(isObject).flatMap((f) => texts(f, ['name', 'value'])) : []),
    ...(isObject(footer) ? texts(footer, ['text']) : []),
  ];
}

/** The text parts of a message; both a view of the local Discord and its JSON form fit. */
export type Readable = {
  content: string;
  embeds: readonly JsonObject[];
  components: readonly JsonObject[];
  attachments: readonly { name: string }[];
};

/** All text a person can read in a message, one part per line: content, embeds, components, file names. */
export function readableText(message: Readable): string {
  return [
    message.content,
    ...message.embeds.flatMap(embedText),
    ...flatten(message.components).flatMap((part) => [
      ...texts(part, ['content', 'label', 'placeholder']),
      ...mediaOf(part).flatMap(({ kind, name }) => (kind === 'file' ? [name] : [])),
    ]),
    ...message.attachments.map(({ name }) => name),
  ]
    .filter((part) => part !== '')
    .join('\n');
}
