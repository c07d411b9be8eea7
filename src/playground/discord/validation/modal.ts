import { Component, checkOptions, checkSelectBody, SELECTS } from './component.js';
import {
  type Body,
  checkInteger,
  checkList,
  checkObject,
  checkOneOf,
  checkText,
  createFaults,
  type Faults,
  type Path,
} from './faults.js';

const C = Component;
const IN_LABEL = [C.TextInput, ...SELECTS, C.FileUpload, C.RadioGroup, C.CheckboxGroup, C.Checkbox];

/** Callback type 9. @see https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal */
export function checkModal(value: unknown): void {
  const faults = createFaults();
  if (checkObject(faults, ['data'], value)) {
    checkText(faults, ['data', 'custom_id'], value.custom_id, { min: 1, max: 100, required: true });
    checkText(faults, ['data', 'title'], value.title, { min: 1, max: 45, required: true });
    const customIds = new Set<string>();
    checkList(faults, ['data', 'components'], value.components, { min: 1, max: 5, required: true }).forEach(
      (item, index) => {
        checkTopLevel(faults, ['data', 'components', index], item, customIds);
      },
    );
  }
  faults.enforce();
}

function checkTopLevel(faults: Faults, path: Path, value: unknown, customIds: Set<string>): void {
  if (!checkObject(faults, path, value)) return;
  if (!checkOneOf(faults, [...path, 'type'], value.type, [C.ActionRow, C.TextDisplay, C.Label])) return;
  if (value.type === C.TextDisplay) {
    checkText(faults, [...path, 'content'], value.content, { min: 1, max: 4_000, required: true });
  } else if (value.type === C.ActionRow) {
    checkList(faults, [...path, 'components'], value.components, { min: 1, max: 1, required: true }).forEach(
      (item, index) => {
        const at = [...path, 'components', index];
        checkField(faults, at, item, [C.TextInput], customIds);
        if (checkObject(faults, at, item))
          checkText(faults, [...at, 'label'], item.label, { min: 1, max: 45, required: true });
      },
    );
  } else {
    checkText(faults, [...path, 'label'], value.label, { min: 1, max: 45, required: true });
    checkText(faults, [...path, 'description'], value.description, { max: 100 });
    checkField(faults, [...path, 'component'], value.component, IN_LABEL, customIds);
  }
}

function checkField(
  faults: Faults,
  path: Path,
  value: unknown,
  allowed: readonly number[],
  customIds: Set<string>,
): void {
  if (!checkObject(faults, path, value) || !checkOneOf(faults, [...path, 'type'], value.type, allowed))
    return;
  if (checkText(faults, [...path, 'custom_id'], value.custom_id, { min: 1, max: 100, required: true })) {
    if (customIds.has(value.custom_id)) {
      faults.add(
        [...path, 'custom_id'],
        'COMPONENT_CUSTOM_ID_DUPLICATED',
        'Component custom id cannot be duplicated',
      );
    }
    customIds.add(value.custom_id);
  }
  checkFieldBody(faults, path, value);
}

function checkFieldBody(faults: Faults, path: Path, field: Body): void {
  if (field.type === C.TextInput) {
    checkOneOf(faults, [...path, 'style'], field.style, [1, 2]);
    checkInteger(faults, [...path, 'min_length'], field.min_length, { min: 0, max: 4_000 });
    checkInteger(faults, [...path, 'max_length'], field.max_length, { min: 1, max: 4_000 });
    checkText(faults, [...path, 'value'], field.value, { max: 4_000 });
    checkText(faults, [...path, 'placeholder'], field.placeholder, { max: 100 });
  } else if (SELECTS.includes(field.type as number)) checkSelectBody(faults, path, field);
  else if (field.type === C.FileUpload) {
    checkInteger(faults, [...path, 'min_values'], field.min_values, { min: 0, max: 10 });
    checkInteger(faults, [...path, 'max_values'], field.max_values, { min: 1, max: 10 });
  } else if (field.type === C.RadioGroup || field.type === C.CheckboxGroup) {
    checkOptions(faults, [...path, 'options'], field.options, 10);
  }
}
