import { describe, expect, it } from 'vitest';
import { languageOf, translate } from '../../../../../src/engine/input/text/languages/translate.js';
import { describePrompt } from '../../../../../src/engine/input/text/prompt.js';

const english = (prompt: string): string | undefined => translate(prompt)?.text;

describe('a clause before the noun that it describes', () => {
  it.each([
    ['拿着胡萝卜的兔子', 'rabbit holding carrot'],
    ['戴着帽子拿着剑的狐狸', 'fox with hat holding sword'],
    ['にんじんを持ったうさぎ', 'rabbit holding carrot'],
    ['赤い帽子をかぶった白い猫', 'white cat with red hat'],
    ['帽子をかぶって剣を持ったカエル', 'frog with hat holding sword'],
    ['戴高礼帽和单片眼镜的企鹅', 'penguin with top hat and monocle'],
    ['戴着尖帽子的红发女巫', 'red hair witch with pointed hat'],
    ['叼着烟斗的老水手', 'old sailor with pipe'],
    ['당근을 든 토끼', 'rabbit holding carrot'],
    ['빨간 모자를 쓴 하얀 고양이', 'white cat with red hat'],
  ])('comes after it in English: %s', (prompt, text) => {
    expect(english(prompt)).toBe(text);
  });

  it.each(['拿着胡萝卜的兔子', 'うさぎがにんじんを持っている', '토끼가 당근을 들고 있어요'])(
    'does not make its object the character: %s',
    (prompt) => {
      const { name, refusal } = describePrompt(prompt);
      expect([name, refusal]).toEqual(['rabbit', null]);
    },
  );

  it('keeps its subject in front when no noun follows the verb', () => {
    expect(english('うさぎがにんじんを持っている')).toBe('rabbit holding carrot');
    expect(english('할머니 물안경 쓰고')).toBe('grandmother with goggles');
  });
});

describe('a thing before the one who has it', () => {
  it.each([
    ['赤いマフラーの柴犬', 'shiba with red scarf'],
    ['青い目の白い猫', 'white cat with blue eyes'],
    ['파란 눈의 하얀 고양이', 'white cat with blue eyes'],
    ['猫の耳', 'cat ears'],
  ])('is no owner: %s', (prompt, text) => {
    expect(english(prompt)).toBe(text);
  });

  it.each([
    ['눈이 파란 고양이', 'cat with blue eyes'],
    ['左眼蓝色右眼绿色的女孩', 'girl with blue left eyes with green right eyes'],
    ['右目が青、左目が緑の女の子', 'right eyes blue , girl with green left eyes'],
  ])('takes the colour that is said about it: %s', (prompt, text) => {
    expect(english(prompt)).toBe(text);
  });

  it('keeps a colour that ends its clause away from the next thing', () => {
    expect(english('초록색이고 왕관 쓴 공룡')).toBe('green , dinosaur with crown');
  });
});

describe('one of two parts', () => {
  const odd = 'cat with one blue eye and one green eye';
  it.each([
    ['eine Katze mit einem blauen und einem grünen Auge', odd],
    ['eine Katze mit einem blauen Auge und einem grünen', odd],
    ['un chat avec un œil bleu et un œil vert', odd],
    ["un chat avec un œil bleu et l'autre vert", odd],
    ['un gato con un ojo azul y otro verde', odd],
    ['um gato com um olho azul e outro verde', odd],
    ['кот с одним синим и одним зелёным глазом', odd],
    ['um pirata com uma perna só', 'pirate with one leg'],
  ])('is counted by its article: %s', (prompt, text) => {
    expect(english(prompt)).toBe(text);
  });

  it('is not counted where an article stands before the one thing of its kind', () => {
    expect(english('un chat avec une écharpe')).toBe('cat with scarf');
  });
});

it.each([
  'Ritter, Schwert in der linken Hand, Schild in der rechten',
  'chevalier, épée dans la main gauche, bouclier dans la droite',
  'рыцарь, меч в левой руке, щит в правой',
])('a side is a hand where another hand was said: %s', (prompt) => {
  expect(english(prompt)).toBe('knight , sword in left hand , shield in right hand');
});

it.each([
  ['Fuchs mit Schal in Rot und Mütze in Blau', 'fox with red scarf and blue cap'],
  ['robot, dessen Augen grün leuchten, Stab', 'robot , whose green glowing eyes , staff'],
  ['леший, глаза светятся зелёным, посох', 'leshy , green glowing eyes , staff'],
])('a colour that follows a thing is not of the next one: %s', (prompt, text) => {
  expect(english(prompt)).toBe(text);
});

it.each([
  ['靴は履いていません。妖精', 'without shoes . fairy'],
  ['신발도 안 신은 닌자', 'ninja without shoes'],
])('what is not worn is missing, in polite words too: %s', (prompt, text) => {
  expect(english(prompt)).toBe(text);
});

describe('a misspelt word', () => {
  it.each([
    ['ein Frosch mit Gumistiefel und Regenschrim', 'frog with boots and umbrella'],
    ['сталкер в протвогазе', 'survivor in gas mask'],
    ['робот с антеной', 'robot with antennae'],
  ])('is read as the one word that it is like: %s', (prompt, text) => {
    expect(english(prompt)).toBe(text);
  });

  it('is not found in a short word that the dictionary lacks', () => {
    expect(english('второй дракон')).toBe('второй dragon'); // "the second", and no thief
  });

  it('stays as it is where it is short, or like no word', () => {
    expect(english('ein Fuchs mit Quatschding')).toBe('fox with quatschding');
    expect(english('ein Fuchs mit Zorb')).toBe('fox with zorb');
  });
});

it.each([
  ["princesse elfe, oreilles pointues, diadème en argent, robe blanche brodée d'or", 'fr'],
  ['princesa elfa, orejas puntiagudas, diadema de plata, vestido blanco con bordados dorados', 'es'],
] as const)('a list without articles has a language: %s', (prompt, language) => {
  expect(languageOf(prompt)).toBe(language);
});
