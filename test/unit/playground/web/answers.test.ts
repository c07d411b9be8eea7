import { describe, expect, it } from 'vitest';
import { type CommandOption, readEntry } from '../../../../src/playground/web/app/composer/option-value.js';
import { inEnglish } from '../../../../src/playground/web/app/copy/texts.js';
import { faultOf, type ModalField } from '../../../../src/playground/web/app/form/fault.js';
import { formatAmount, scaled, toDecimalText } from '../../../../src/playground/web/app/panel/amount.js';

const option = (about: Partial<CommandOption>): CommandOption => ({
  name: 'it',
  display_name: 'it',
  description: '',
  kind: 'string',
  required: false,
  autocomplete: false,
  choices: [],
  channel_types: [],
  min: null,
  max: null,
  min_length: null,
  max_length: null,
  ...about,
});

describe('an option of a command', () => {
  it('is sent with the JSON type of its kind', () => {
    expect(readEntry(option({}), { text: ' a fox ' }, inEnglish)).toEqual({ value: 'a fox' });
    expect(readEntry(option({ kind: 'integer' }), { text: '7' }, inEnglish)).toEqual({ value: 7 });
    expect(readEntry(option({ kind: 'number' }), { text: '1,5' }, inEnglish)).toEqual({ value: 1.5 });
    expect(readEntry(option({ kind: 'boolean' }), { text: 'False', value: 'false' }, inEnglish)).toEqual({
      value: false,
    });
    expect(readEntry(option({ kind: 'user' }), { text: 'Max', value: '1' }, inEnglish)).toEqual({
      value: '1',
    });
  });

  it('is left out when empty, unless it is required', () => {
    expect(readEntry(option({}), { text: '  ' }, inEnglish)).toEqual({ value: undefined });
    expect(readEntry(option({ required: true }), undefined, inEnglish)).toHaveProperty('fault');
    expect(readEntry(option({ kind: 'attachment', required: true }), undefined, inEnglish)).toHaveProperty(
      'fault',
    );
  });

  it.each([
    [{ kind: 'integer' }, '1.5'],
    [{ kind: 'integer', min: 3 }, '2'],
    [{ kind: 'number', max: 3 }, '3.1'],
    [{ kind: 'number' }, 'many'],
    [{ min_length: 3 }, 'ab'],
    [{ max_length: 3 }, 'abcd'],
    [{ kind: 'user' }, 'somebody'],
    [{ choices: [{ name: 'Red', value: 'r' }] }, 'red'],
  ] satisfies [Partial<CommandOption>, string][])('is refused with a sentence: %j of "%s"', (about, text) => {
    expect(readEntry(option(about), { text }, inEnglish)).toHaveProperty('fault');
  });
});

const field = (about: Partial<ModalField>): ModalField => ({
  custom_id: 'f',
  label: 'F',
  description: null,
  kind: 'short',
  required: true,
  value: '',
  placeholder: null,
  min: null,
  max: null,
  options: [],
  ...about,
});
const file = { name: 'a.png', bytes: new Uint8Array() };

describe('a field of a form', () => {
  it('may be sent when it is valid for the form', () => {
    expect(faultOf(field({ min: 2 }), 'ab', [], inEnglish)).toBeUndefined();
    expect(faultOf(field({ required: false, min: 5 }), '', [], inEnglish)).toBeUndefined();
    expect(faultOf(field({ kind: 'select', min: 1, max: 2 }), ['a', 'b'], [], inEnglish)).toBeUndefined();
    expect(faultOf(field({ kind: 'file', max: 1 }), undefined, [file], inEnglish)).toBeUndefined();
    expect(faultOf(field({ kind: 'checkbox' }), 'true', [], inEnglish)).toBeUndefined();
  });

  it.each([
    [{}, '', [], 'This field is required.'],
    [{ min: 3 }, 'ab', [], 'Must be at least 3 characters.'],
    [{ max: 3 }, 'abcd', [], 'Must be at most 3 characters (now 4).'],
    [{ kind: 'select' }, [], [], 'This field is required.'],
    [{ kind: 'checkboxes', min: 2 }, ['a'], [], 'Choose at least 2.'],
    [{ kind: 'file', max: 1 }, undefined, [file, file], 'Choose at most 1.'],
    [{ kind: 'checkbox' }, 'false', [], 'This field is required.'],
  ] satisfies [Partial<ModalField>, string | string[] | undefined, (typeof file)[], string][])(
    'says what is wrong: %j',
    (about, value, files, sentence) => {
      expect(faultOf(field(about), value, files, inEnglish)).toBe(sentence);
    },
  );
});

describe('an amount in the wallet', () => {
  it('is scaled in whole base units and shown without rounding', () => {
    expect(scaled('0.020032854', 'SOL', [2n, 1n])).toBe(40_065_708n);
    expect(scaled('3', 'USDC', [1n, 2n])).toBe(1_500_000n);
    expect(toDecimalText(40_065_708n, 'SOL')).toBe('0.040065708');
    expect(formatAmount('0.020032854')).toBe('0.020032854');
    expect(formatAmount('1000')).toBe('1,000');
  });
});
