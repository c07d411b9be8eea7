import type { Json, JsonObject, ModalFieldView, ModalView } from '../types.js';
import { Component } from '../validation/component.js';

const KINDS: Record<number, ModalFieldView['kind']> = {
  [Component.StringSelect]: 'select',
  [Component.UserSelect]: 'user-select',
  [Component.RoleSelect]: 'role-select',
  [Component.MentionableSelect]: 'mentionable-select',
  [Component.ChannelSelect]: 'channel-select',
  [Component.FileUpload]: 'file',
  [Component.RadioGroup]: 'radio',
  [Component.CheckboxGroup]: 'checkboxes',
  [Component.Checkbox]: 'checkbox',
};

const text = (value: Json | undefined): string | null =>
  typeof value === 'string' && value !== '' ? value : null;
const count = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);
const list = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : []);

/** A validated modal as a person sees it: its fields in order, each with its label. */
export function toModalView(
  data: JsonObject,
  frame: Pick<ModalView, 'id' | 'channelId' | 'applicationId' | 'openedAt'>,
): ModalView {
  const components = list(data.components);
  return {
    ...frame,
    customId: String(data.custom_id),
    title: String(data.title),
    components,
    fields: components.flatMap((component) => {
      if (component.type === Component.ActionRow)
        return list(component.components).map((field) => toField(field, field));
      return component.type === Component.Label
        ? [toField(component, component.component as JsonObject)]
        : [];
    }),
  };
}

function toField(label: JsonObject, field: JsonObject): ModalFieldView {
  const isText = field.type === Component.TextInput;
  const options = list(field.options);
  const chosen = options.filter((option) => option.default === true).map((option) => String(option.value));
  return {
    customId: String(field.custom_id),
    label: String(label.label ?? ''),
    description: text(label.description),
    kind: isText ? (field.style === 2 ? 'paragraph' : 'short') : KINDS[field.type as number]!,
    required: field.type === Component.Checkbox ? false : field.required !== false,
    value: isText
      ? (text(field.value) ?? '')
      : field.type === Component.Checkbox
        ? String(field.default === true)
        : chosen,
    placeholder: text(field.placeholder),
    min: count(isText ? field.min_length : field.min_values),
    max: count(isText ? field.max_length : field.max_values),
    options: options.map((option) => ({
      label: String(option.label),
      value: String(option.value),
      description: text(option.description),
    })),
  };
}
