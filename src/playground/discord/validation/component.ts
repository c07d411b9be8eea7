import { isSnowflake } from '../snowflake.js';
import {
  type Body,
  checkInteger,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  checkUrl,
  type Faults,
  isObject,
  type Path,
} from './faults.js';

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
const TOP_V2 = [C.ActionRow, C.Section, C.TextDisplay, C.MediaGallery, C.File, C.Separator, C.Container];
const IN_CONTAINER = TOP_V2.filter((type) => type !== C.Container);
const V2_COMPONENTS = 40;
const V2_CHARACTERS = 4_000;

/** What one walk through a message's components gathers. */
type Walk = { faults: Faults; customIds: Set<string>; count: number; characters: number };

/** The component tree of a message, classic (rows of controls) or V2. */
export function checkComponents(faults: Faults, path: Path, value: unknown, v2: boolean): void {
  const walk: Walk = { faults, customIds: new Set(), count: 0, characters: 0 };
  const items = checkList(faults, path, value, { max: v2 ? V2_COMPONENTS : 5 });
  items.forEach((item, index) => {
    checkChild(walk, [...path, index], item, v2 ? TOP_V2 : [C.ActionRow]);
  });
  if (v2 && walk.count > V2_COMPONENTS) {
    faults.add(
      path,
      'MESSAGE_COMPONENT_MAX_TOTAL',
      `The total number of components cannot exceed ${V2_COMPONENTS}`,
    );
  }
  if (v2 && walk.characters > V2_CHARACTERS) {
    faults.add(path, 'COMPONENT_MAX_TOTAL_TEXT', `Total displayable text size exceeds ${V2_CHARACTERS}`);
  }
}

function checkChild(walk: Walk, path: Path, value: unknown, allowed: readonly number[]): void {
  if (!checkObject(walk.faults, path, value)) return;
  walk.count += 1;
  if (!checkOneOf(walk.faults, [...path, 'type'], value.type, allowed)) return;
  CHECKS[value.type as number]?.(walk, path, value);
}

type Check = (walk: Walk, path: Path, value: Body) => void;

const CHECKS: Record<number, Check> = {
  [C.ActionRow]: (walk, path, row) => {
    const items = checkList(walk.faults, [...path, 'components'], row.components, {
      min: 1,
      max: 5,
      required: true,
    });
    const selects = items.filter((item) => isObject(item) && SELECTS.includes(item.type as number));
    if (selects.length > 0 && items.length > 1) {
      walk.faults.add(
        [...path, 'components'],
        'COMPONENT_LAYOUT_WIDTH_EXCEEDED',
        'Component layout exceeds maximum width',
      );
    }
    items.forEach((item, index) => {
      checkChild(walk, [...path, 'components', index], item, [C.Button, ...SELECTS]);
    });
  },
  [C.Button]: (walk, path, button) => checkButton(walk, path, button),
  ...Object.fromEntries(
    SELECTS.map((type) => [type, (walk: Walk, path: Path, select: Body) => checkSelect(walk, path, select)]),
  ),
  [C.Section]: (walk, path, section) => {
    checkList(walk.faults, [...path, 'components'], section.components, {
      min: 1,
      max: 3,
      required: true,
    }).forEach((item, index) => {
      checkChild(walk, [...path, 'components', index], item, [C.TextDisplay]);
    });
    checkChild(walk, [...path, 'accessory'], section.accessory, [C.Button, C.Thumbnail]);
  },
  [C.TextDisplay]: (walk, path, display) => {
    if (
      checkText(walk.faults, [...path, 'content'], display.content, {
        min: 1,
        max: V2_CHARACTERS,
        required: true,
      })
    ) {
      walk.characters += [...display.content].length;
    }
  },
  [C.Thumbnail]: (walk, path, thumbnail) => checkMedia(walk, [...path, 'media'], thumbnail.media),
  [C.MediaGallery]: (walk, path, gallery) => {
    checkList(walk.faults, [...path, 'items'], gallery.items, { min: 1, max: 10, required: true }).forEach(
      (item, index) => {
        if (checkObject(walk.faults, [...path, 'items', index], item)) {
          checkMedia(walk, [...path, 'items', index, 'media'], item.media);
          checkText(walk.faults, [...path, 'items', index, 'description'], item.description, { max: 1_024 });
        }
      },
    );
  },
  [C.File]: (walk, path, file) => {
    checkMedia(walk, [...path, 'file'], file.file);
    if (
      isObject(file.file) &&
      typeof file.file.url === 'string' &&
      !file.file.url.startsWith('attachment://')
    ) {
      walk.faults.add(
        [...path, 'file', 'url'],
        'UNFURLED_MEDIA_ITEM_ATTACHMENT',
        'The file must be an attachment://<filename> reference.',
      );
    }
  },
  [C.Separator]: (walk, path, separator) => {
    if (separator.spacing !== undefined)
      checkOneOf(walk.faults, [...path, 'spacing'], separator.spacing, [1, 2]);
  },
  [C.Container]: (walk, path, container) => {
    checkInteger(walk.faults, [...path, 'accent_color'], container.accent_color, { min: 0, max: 0xffffff });
    checkList(walk.faults, [...path, 'components'], container.components, {
      min: 1,
      max: V2_COMPONENTS,
      required: true,
    }).forEach((item, index) => {
      checkChild(walk, [...path, 'components', index], item, IN_CONTAINER);
    });
  },
};

function checkMedia(walk: Walk, path: Path, media: unknown): void {
  if (checkObject(walk.faults, path, media)) {
    checkUrl(walk.faults, [...path, 'url'], media.url, { max: 2_048, attachment: true });
  }
}

function checkButton(walk: Walk, path: Path, button: Body): void {
  const { faults } = walk;
  if (!checkOneOf(faults, [...path, 'style'], button.style, [1, 2, 3, 4, 5, 6])) return;
  checkText(faults, [...path, 'label'], button.label, { max: 80 });
  if (button.style === 5) {
    checkUrl(faults, [...path, 'url'], button.url, { max: 512 });
    if (button.custom_id !== undefined) {
      faults.add(
        [...path, 'custom_id'],
        'BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE',
        'A custom id and url cannot both be specified',
      );
    }
  } else if (button.style === 6) {
    if (!isSnowflake(button.sku_id))
      faults.add([...path, 'sku_id'], 'BASE_TYPE_REQUIRED', 'This field is required');
  } else checkCustomId(walk, path, button.custom_id);
  if (button.style !== 6 && !button.label && !button.emoji) {
    faults.add(path, 'BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED', 'A button must have a label or an emoji');
  }
}

function checkCustomId(walk: Walk, path: Path, value: unknown): void {
  const at = [...path, 'custom_id'];
  if (!checkText(walk.faults, at, value, { min: 1, max: 100, required: true })) return;
  if (walk.customIds.has(value)) {
    walk.faults.add(at, 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated');
  }
  walk.customIds.add(value);
}

export function checkSelectBody(faults: Faults, path: Path, select: Body): void {
  checkText(faults, [...path, 'placeholder'], select.placeholder, { max: 150 });
  checkInteger(faults, [...path, 'min_values'], select.min_values, { min: 0, max: 25 });
  checkInteger(faults, [...path, 'max_values'], select.max_values, { min: 1, max: 25 });
  if (select.type === C.StringSelect) checkOptions(faults, [...path, 'options'], select.options, 25);
}

/** Options of a string select, radio group or checkbox group. */
export function checkOptions(faults: Faults, path: Path, value: unknown, max: number): void {
  const values = new Set<unknown>();
  checkList(faults, path, value, { min: 1, max, required: true }).forEach((option, index) => {
    if (!checkObject(faults, [...path, index], option)) return;
    checkText(faults, [...path, index, 'label'], option.label, { min: 1, max: 100, required: true });
    checkText(faults, [...path, index, 'value'], option.value, { min: 1, max: 100, required: true });
    checkText(faults, [...path, index, 'description'], option.description, { max: 100 });
    if (values.has(option.value)) {
      faults.add(
        [...path, index, 'value'],
        'SELECT_COMPONENT_OPTION_VALUE_DUPLICATED',
        'The specified option value is already used',
      );
    }
    values.add(option.value);
  });
}

function checkSelect(walk: Walk, path: Path, select: Body): void {
  checkCustomId(walk, path, select.custom_id);
  checkSelectBody(walk.faults, path, select);
}
