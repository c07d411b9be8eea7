import { PersonError } from '../failure.js';
import { say } from '../sayings.js';
import type { Message } from '../state/model.js';
import type { ClickInput, Json, JsonObject } from '../types.js';
import { Component, SELECTS } from '../validation/component.js';

/** Every button and select of a message, in reading order. */
function controlsOf(message: Message): JsonObject[] {
  const found: JsonObject[] = [];
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) for (const item of node) visit(item);
    else if (node && typeof node === 'object') {
      if (node.type === Component.Button || SELECTS.includes(node.type as number)) found.push(node);
      visit(node.components);
      visit(node.accessory);
    }
  };
  visit(message.components);
  return found;
}

const nameOf = (control: JsonObject): string => {
  const emoji = (control.emoji as JsonObject | undefined)?.name;
  return String(control.label ?? emoji ?? control.placeholder ?? control.custom_id);
};

/** Finds the button a person clicks. @throws PersonError when it cannot be clicked */
export function findButton(message: Message, { customId, label }: ClickInput): JsonObject {
  const buttons = controlsOf(message).filter((control) => control.type === Component.Button);
  const button = buttons.find((control) =>
    customId === undefined ? nameOf(control) === label : control.custom_id === customId,
  );
  if (!button) {
    const there = buttons.map((control) => `"${nameOf(control)}"`).join(', ') || 'none';
    throw new PersonError(`The message has no button "${label ?? customId}"; its buttons: ${there}.`);
  }
  if (button.disabled === true) throw new PersonError(say('button_disabled', { name: nameOf(button) }));
  if (button.custom_id === undefined)
    throw new PersonError(`The button "${nameOf(button)}" opens ${button.url}.`);
  return button;
}

/** Finds a select by custom id and checks the number of values and, for fixed options, the values. */
export function findSelect(message: Message, customId: string, values: readonly string[]): JsonObject {
  const select = controlsOf(message).find(
    (control) => control.custom_id === customId && control.type !== Component.Button,
  );
  if (!select) throw new PersonError(`The message has no select "${customId}".`);
  if (select.disabled === true) throw new PersonError(`The select "${nameOf(select)}" is disabled.`);
  checkChosen(nameOf(select), select, values);
  return select;
}

/** Shared by selects in messages and in modals. */
export function checkChosen(name: string, select: JsonObject, values: readonly string[]): void {
  const min = typeof select.min_values === 'number' ? select.min_values : 1;
  const max = typeof select.max_values === 'number' ? select.max_values : 1;
  if (values.length < min || values.length > max) {
    throw new PersonError(
      `"${name}" takes ${min === max ? min : `${min} to ${max}`} values, not ${values.length}.`,
    );
  }
  if (!Array.isArray(select.options)) return;
  const known = (select.options as JsonObject[]).map((option) => option.value);
  const unexpected = values.find((value) => !known.includes(value));
  if (unexpected !== undefined) throw new PersonError(`"${name}" has no option "${unexpected}".`);
}
