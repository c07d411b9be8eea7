import { describe, expect, it } from 'vitest';
import { translate } from '../../../../../src/engine/input/text/languages/translate.js';
import { describePrompt, readPrompt } from '../../../../../src/engine/input/text/prompt.js';

/** The same descriptions as members in Taiwan and in China write them. */
const twins = [
  ['一隻紅色的狐狸，戴著藍色圍巾', '一只红色的狐狸，戴着蓝色围巾'],
  ['幫我做一個穿藍色牛仔褲的男生，戴著耳機', '帮我做一个穿蓝色牛仔裤的男生，戴着耳机'],
  ['黑色的龍，有翅膀和長尾巴，眼睛是紅色的', '黑色的龙，有翅膀和长尾巴，眼睛是红色的'],
  ['騎士沒有戴頭盔，金色短髮，藍眼睛，披紅色披風', '骑士没有戴头盔，金色短发，蓝眼睛，披红色披风'],
  ['老爺爺拄著拐杖，駝背，白眉毛', '老爷爷拄着拐杖，驼背，白眉毛'],
  ['肩膀上站著一隻貓頭鷹的老巫師', '肩膀上站着一只猫头鹰的老巫师'],
  ['身高2米的肌肉猛男，光頭，大鬍子，穿背心', '身高2米的肌肉猛男，光头，大胡子，穿背心'],
  ['貓', '猫'],
] as const;

describe('a description in traditional Chinese characters', () => {
  it.each(twins)('is read as in simplified ones: %s', (traditional, simplified) => {
    const read = (prompt: string) => {
      const { words: _words, saidFor: _saidFor, ...description } = describePrompt(prompt);
      return { description, spec: readPrompt(prompt).spec, english: translate(prompt)?.text };
    };
    expect(read(simplified).english).toEqual(expect.any(String));
    expect(read(traditional)).toEqual(read(simplified));
  });

  it('is reported in the characters that the member wrote', () => {
    const { unknown } = describePrompt('一隻戴著電鰻彊的龍').words;
    expect(translate('戴著帽子的貓')?.saidFor.get('cat')).toBe('貓');
    expect(unknown.join()).not.toMatch(/[电鳗]/);
  });

  it('keeps words that only Taiwan or Hong Kong have', () => {
    for (const prompt of ['無尾熊', '无尾熊']) expect(describePrompt(prompt).name).toBe('koala');
  });

  it('leaves the characters of Japanese alone', () => {
    expect(translate('赤い龍')?.language).toBe('ja');
    expect(translate('兎の着物を着た猫')?.language).toBe('ja');
  });
});
