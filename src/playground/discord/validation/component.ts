import { isUnicodeEmoji } from './emoji.js';
import { addUnknownType, type BodyFaults, checkUrl, isJsonBody, type JsonBody, type Path } from './faults.js';

/** @see https://discord.com/developers/docs/components/reference#component-object-component-types */
export const Component = {
  ActionRow: 1,
  Button: 2,
  StringSelect: 3,
  TextInput: 4,
  UserSelect: 5,
  RoleSelect: 6,
  MentionableSelect: 7,
  ChannelSelect: 8,
  Section: 9,
  TextDisplay: 10,
  Thumbnail: 11,
  MediaGallery: 12,
  File: 13,
  Separator: 14,
  Container: 17,
  Label: 18,
  FileUpload: 19,
  RadioGroup: 21,
  CheckboxGroup: 22,
  Checkbox: 23,
} as const;

export const SELECTS: readonly number[] = [3, 5, 6, 7, 8];
const C = Component;
const ROWS = 5;
/** In buttons; a select fills a row. */
const ROW_WIDTH = 5;
const V2_COMPONENTS = 40;
const V2_CHARACTERS = 4_000;

/** State of one walk through a component tree. */
type Walk = {
  faults: BodyFaults;
  customIds: Set<string>;
  ids: Set<unknown>;
  count: number;
  characters: number;
};

/**
 * Checks the rules for a message's components, classic (rows of controls) or V2, that the document does not cover.
 */
export function checkComponents(
  faults: BodyFaults,
  path: Path,
  components: readonly JsonBody[],
  v2: boolean,
): void {
  const walk: Walk = { faults, customIds: new Set(), ids: new Set(), count: 0, characters: 0 };
  components.forEach((component, index) => {
    const at = [...path, index];
    if (v2 || component.type === C.ActionRow) visit(walk, at, component);
    else addUnknownType(faults, at, [C.ActionRow]);
  });
  if (!v2 && components.length > ROWS) {
    faults.add(path, 'BASE_TYPE_MAX_LENGTH', `Must be ${ROWS} or fewer in length.`);
  }
  if (v2 && walk.count > V2_COMPONENTS) {
    const message = `Total number of components cannot exceed ${V2_COMPONENTS}`;
    faults.add(path, 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message);
  }
  if (v2 && walk.characters > V2_CHARACTERS) {
    const message = `Components displayable text size exceeds maximum size of ${V2_CHARACTERS}`;
    faults.add(path, 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message);
  }
}

function visit(walk: Walk, path: Path, component: JsonBody): void {
  walk.count += 1;
  checkId(walk, path, component.id);
  RULES[component.type as number]?.(walk, path, component);
  const children = (component.components ?? []) as JsonBody[];
  children.forEach((child, index) => {
    visit(walk, [...path, 'components', index], child);
  });
  if (component.accessory) visit(walk, [...path, 'accessory'], component.accessory as JsonBody);
}

/** Ids are unique; 0 asks Discord to assign one. */
function checkId({ faults, ids }: Walk, path: Path, id: unknown): void {
  if (!id) return;
  if (ids.has(id)) {
    faults.add([...path, 'id'], 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated');
  }
  ids.add(id);
}

type Rule = (walk: Walk, path: Path, component: JsonBody) => void;

const RULES: Record<number, Rule> = {
  [C.ActionRow]({ faults }, path, { components }) {
    let width = 0;
    for (const [index, { type }] of (components as JsonBody[]).entries()) {
      width += SELECTS.includes(type as number) ? ROW_WIDTH : 1;
      if (width <= ROW_WIDTH) continue;
      const message = 'The specified component exceeds the maximum width';
      faults.add([...path, 'components', index], 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message);
    }
  },
  [C.Button]: checkButton,
  [C.TextDisplay](walk, _path, { content }) {
    walk.characters += [...(content as string)].length;
  },
  [C.File]({ faults }, path, { file }) {
    if (String((file as JsonBody).url).startsWith('attachment://')) return;
    const message = 'The file must be an attachment://<filename> reference.';
    faults.add([...path, 'file', 'url'], 'UNFURLED_MEDIA_ITEM_ATTACHMENT', message);
  },
  ...Object.fromEntries(
    SELECTS.map((type): [number, Rule] => [
      type,
      ({ faults, customIds }, path, select) => {
        checkCustomId(faults, path, select.custom_id, customIds);
        checkValues(faults, path, select);
      },
    ]),
  ),
};

/** A link button has only a url, a premium button only a SKU, any other only a custom id. */
function checkButton({ faults, customIds }: Walk, path: Path, button: JsonBody): void {
  const { style, label, emoji, url, sku_id, custom_id } = button;
  checkEmoji(faults, path, emoji);
  if (style === 5) {
    checkUrl(faults, [...path, 'url'], url, { max: 512, schemes: ['http', 'https', 'discord'] });
    if (custom_id) {
      const message = 'A custom id and url cannot both be specified';
      faults.add([...path, 'custom_id'], 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message);
    }
  } else if (style === 6) {
    if (!sku_id) faults.add([...path, 'sku_id'], 'BASE_TYPE_REQUIRED', 'This field is required');
    return;
  } else {
    checkCustomId(faults, path, custom_id, customIds);
    if (url) {
      const message = 'A custom id and url cannot both be specified';
      faults.add([...path, 'url'], 'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE', message);
    }
  }
  if (!label && !emoji) {
    faults.add(path, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A button must have a label or an emoji');
  }
}

/** A custom emoji has an id; any other must be a Unicode emoji. */
function checkEmoji(faults: BodyFaults, path: Path, emoji: unknown): void {
  if (!isJsonBody(emoji) || emoji.id || isUnicodeEmoji(String(emoji.name))) return;
  faults.add([...path, 'emoji', 'name'], 'BUTTON_COMPONENT_INVALID_EMOJI', 'Invalid emoji');
}

/** Custom ids are unique in a message or modal. */
export function checkCustomId(faults: BodyFaults, path: Path, value: unknown, seen: Set<string>): void {
  const at = [...path, 'custom_id'];
  if (typeof value !== 'string') faults.add(at, 'BASE_TYPE_REQUIRED', 'This field is required');
  else if (seen.has(value)) {
    faults.add(at, 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
  } else seen.add(value);
}

/** Checks that the minimum is at most the maximum, that there are enough options, and that values are unique. */
export function checkValues(faults: BodyFaults, path: Path, control: JsonBody): void {
  const { min_values, max_values, options, default_values } = control;
  const min = typeof min_values === 'number' ? min_values : 0;
  const max = typeof max_values === 'number' ? max_values : undefined;
  if (max !== undefined && min > max) {
    const message = `int value should be less than or equal to ${max}.`;
    faults.add([...path, 'min_values'], 'NUMBER_TYPE_MAX', message);
  }
  const chosen = Array.isArray(default_values) ? default_values.length : 0;
  if (chosen > 0 && (chosen < min || chosen > (max ?? 1))) {
    const message = `Must be between ${min} and ${max ?? 1} in length.`;
    faults.add([...path, 'default_values'], 'BASE_TYPE_BAD_LENGTH', message);
  }
  if (!Array.isArray(options)) return;
  const needed = Math.max(min, max ?? 1);
  if (options.length < needed) {
    const message = `Must be between ${needed} and 25 in length.`;
    faults.add([...path, 'options'], 'BASE_TYPE_BAD_LENGTH', message);
  }
  checkOptions(faults, [...path, 'options'], options as JsonBody[]);
}

function checkOptions(faults: BodyFaults, path: Path, options: readonly JsonBody[]): void {
  const values = new Set<unknown>();
  options.forEach(({ value, emoji }, index) => {
    checkEmoji(faults, [...path, index], emoji);
    if (values.has(value)) {
      const message = 'The specified option value is already used';
      faults.add([...path, index, 'value'], 'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED', message);
    }
    values.add(value);
  });
}
