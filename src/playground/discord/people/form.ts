import { PersonError } from '../failure.js';
import type { Modal } from '../state/model.js';
import type { Json, JsonObject, SubmitInput } from '../types.js';
import { Component } from '../validation/component.js';
import { checkChosen } from './controls.js';
import type { Resolver } from './options.js';

const C = Component;

/** Turns a filled-in modal into the `components` of its submit. Rejects values Discord's form would not send. */
export function toSubmittedComponents(
  modal: Modal,
  input: SubmitInput,
  resolver: Resolver,
  viewerId: string,
): Json[] {
  const known = new Set(modal.view.fields.map((field) => field.customId));
  const unexpected = [...Object.keys(input.values), ...Object.keys(input.files ?? {})].find(
    (id) => !known.has(id),
  );
  if (unexpected !== undefined) {
    throw new PersonError(`The form has no field "${unexpected}"; its fields: ${[...known].join(', ')}.`);
  }
  const fill = (field: JsonObject): JsonObject => {
    const customId = String(field.custom_id);
    const frame = { type: field.type!, id: field.id!, custom_id: customId };
    return {
      ...frame,
      ...answerOf(field, input.values[customId], input.files?.[customId] ?? [], resolver, viewerId),
    };
  };
  return numbered(modal.components as JsonObject[]).map((component): JsonObject => {
    const frame = { type: component.type!, id: component.id! };
    if (component.type === C.Label) return { ...frame, component: fill(component.component as JsonObject) };
    if (component.type === C.ActionRow)
      return { ...frame, components: (component.components as JsonObject[]).map(fill) };
    return frame;
  });
}

/** Numbers components in order from 1, as Discord does. */
function numbered(components: JsonObject[]): JsonObject[] {
  let last = 0;
  const visit = (component: JsonObject): JsonObject => {
    last += 1;
    const id = component.id ?? last;
    if (component.type === C.Label)
      return { ...component, id, component: visit(component.component as JsonObject) };
    if (component.type === C.ActionRow) {
      return { ...component, id, components: (component.components as JsonObject[]).map(visit) };
    }
    return { ...component, id };
  };
  return components.map(visit);
}

function answerOf(
  field: JsonObject,
  given: string | string[] | undefined,
  files: NonNullable<SubmitInput['files']>[string],
  resolver: Resolver,
  viewerId: string,
): JsonObject {
  const name = String(field.custom_id);
  const isRequired = field.required !== false;
  const many = given === undefined ? [] : Array.isArray(given) ? given : [given];
  if (field.type === C.TextInput)
    return { value: checkText(name, field, many[0] ?? String(field.value ?? ''), isRequired) };
  if (field.type === C.Checkbox)
    return { value: many.length > 0 ? many[0] === 'true' : field.default === true };
  if (field.type === C.RadioGroup) {
    if (isRequired || many.length > 0) checkChosen(name, { ...field, min_values: 1, max_values: 1 }, many);
    return { value: many[0] ?? null };
  }
  if (field.type === C.FileUpload) {
    if (isRequired || files.length > 0)
      checkChosen(
        name,
        field,
        files.map((file) => file.name),
      );
    return { values: files.map((file) => resolver.file(file)) };
  }
  if (isRequired || many.length > 0) checkChosen(name, withGroupBounds(field), many);
  for (const id of many) resolveChosen(field, id, resolver, viewerId);
  return { values: many };
}

/** A checkbox group without bounds accepts any number of its options. */
const withGroupBounds = (field: JsonObject): JsonObject =>
  field.type === C.CheckboxGroup && field.max_values === undefined
    ? { ...field, max_values: (field.options as Json[]).length }
    : field;

/** Adds the object with a chosen id to `resolved`; string values need no object. */
export function resolveChosen(select: JsonObject, id: string, resolver: Resolver, viewerId: string): void {
  const type = select.type as number;
  const channelTypes = Array.isArray(select.channel_types) ? (select.channel_types as number[]) : [];
  const isKnown =
    (type === C.UserSelect && resolver.user(id)) ||
    (type === C.RoleSelect && resolver.role(id)) ||
    (type === C.ChannelSelect && resolver.channel(id, viewerId, channelTypes)) ||
    (type === C.MentionableSelect && (resolver.user(id) || resolver.role(id)));
  const needsOne = [C.UserSelect, C.RoleSelect, C.ChannelSelect, C.MentionableSelect].includes(type as never);
  if (needsOne && !isKnown) throw new PersonError(`No choice has the id ${id}.`);
}

function checkText(name: string, field: JsonObject, value: string, isRequired: boolean): string {
  if (value === '' && isRequired) throw new PersonError(`The field "${name}" must be filled in.`);
  const min = typeof field.min_length === 'number' ? field.min_length : 0;
  const max = typeof field.max_length === 'number' ? field.max_length : 4_000;
  if (value !== '' && value.length < min)
    throw new PersonError(`The field "${name}" needs at least ${min} characters.`);
  if (value.length > max) throw new PersonError(`The field "${name}" takes at most ${max} characters.`);
  return value;
}
