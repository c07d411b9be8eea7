import { Component, checkCustomId, checkValues } from './component.js';
import { type BodyFaults, createFaults, type JsonBody, type Path } from './faults.js';

const C = Component;
const PARTS = 5;

/**
 * Checks the rules for a modal (callback type 9) that the document does not cover: five parts, one input per row,
 * unique custom ids, and minimum not above maximum.
 * @see https://discord.com/developers/docs/interactions/receiving-and-responding#interaction-response-object-modal
 */
export function checkModal(value: unknown): void {
  const faults = createFaults();
  const customIds = new Set<string>();
  const parts = (value as JsonBody).components as JsonBody[];
  if (parts.length > PARTS) {
    faults.add(['data', 'components'], 'BASE_TYPE_BAD_LENGTH', `Must be between 1 and ${PARTS} in length.`);
  }
  parts.forEach((part, index) => {
    const at = ['data', 'components', index];
    if (part.type === C.Label)
      checkField(faults, [...at, 'component'], part.component as JsonBody, customIds);
    else if (part.type === C.ActionRow) checkRow(faults, at, part.components as JsonBody[], customIds);
  });
  faults.enforce();
}

function checkRow(faults: BodyFaults, path: Path, fields: readonly JsonBody[], customIds: Set<string>): void {
  if (fields.length > 1) {
    const message = 'Component layout exceeds maximum width';
    faults.add([...path, 'components'], 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message);
  }
  fields.forEach((field, index) => {
    const at = [...path, 'components', index];
    if (!field.label) faults.add([...at, 'label'], 'BASE_TYPE_REQUIRED', 'This field is required');
    checkField(faults, at, field, customIds);
  });
}

function checkField(faults: BodyFaults, path: Path, field: JsonBody, customIds: Set<string>): void {
  checkCustomId(faults, path, field.custom_id, customIds);
  checkValues(faults, path, field);
  checkPrefilled(faults, path, field);
  const { min_length, max_length } = field;
  if (typeof min_length === 'number' && typeof max_length === 'number' && min_length > max_length) {
    const message = `int value should be less than or equal to ${max_length}.`;
    faults.add([...path, 'min_length'], 'NUMBER_TYPE_MAX', message);
  }
}

const LONGEST_TEXT = 4_000;

/** A prefilled value must fit the field's own limits. */
function checkPrefilled(
  faults: BodyFaults,
  path: Path,
  { type, value, min_length, max_length }: JsonBody,
): void {
  if (type !== C.TextInput || typeof value !== 'string' || value === '') return;
  const min = typeof min_length === 'number' ? min_length : 0;
  const max = typeof max_length === 'number' ? max_length : LONGEST_TEXT;
  const length = [...value].length;
  if (length >= min && length <= max) return;
  const message = `Must be between ${min} and ${max} in length.`;
  faults.add([...path, 'value'], 'BASE_TYPE_BAD_LENGTH', message);
}
