import { describe, expect, test } from 'vitest';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { turn } from './says.js';

/** The character under discussion after some messages, and what the last one asks for. */
function planned(locale: string, ...lines: string[]) {
  const { wishes, talk } = follow(
    lines.map((line) => turn(line)),
    locale,
  );
  return { draft: talk.draft, wish: wishes[0] };
}

describe('a change said in another language', () => {
  test.each([
    ['de', 'ein Drache mit Hut', 'nimm den Hut weg und mach ihn blau', 'blue dragon'],
    ['de', 'ein Drache', 'und er soll ne Krone aufhaben', 'dragon with crown'],
    ['de', 'ein Zwerg mit Axt', 'statt der Axt lieber einen Hammer', 'dwarf with a hammer'],
    ['fr', 'un renard avec une écharpe bleue', "l'écharpe plutôt en rouge", 'fox with red scarf'],
    ['es-ES', 'un gato', 'el sombrero que sea rojo', 'cat with a red hat'],
    ['pt-BR', 'um dragão verde', 'coloca uma coroa dourada nele', 'green dragon with golden crown'],
    ['ru', 'енот с шарфом', 'пусть шарф будет зелёным', 'raccoon with green scarf'],
    ['ru', 'рыцарь с топором', 'топор замени на молот', 'knight with a hammer'],
    ['ja', '帽子をかぶった狐', '帽子をとって', 'fox'],
    ['ja', 'ドワーフ、ハンマー', 'ハンマーじゃなくて斧にして', 'dwarf with an axe'],
    ['ko', '파란 토끼', '모자도 씌워줘', 'blue rabbit with hat'],
    ['zh-CN', '一只戴帽子的熊', '把帽子去掉', 'bear'],
    ['zh-CN', '一只戴帽子的熊', '帽子换成红色的', 'bear with red hat'],
  ])('changes what it names in %s: %s, %s', (locale, first, second, expected) => {
    expect(planned(locale, first, second).draft?.replace(/^a /, '')).toBe(expected);
  });

  test.each([
    ['de', 'ein roter Drache mit Hut', 'nimm den Hut weg', 'setz ihm den Hut wieder auf', /red .*hat/],
    ['ru', 'рыцарь с красным плащом', 'убери плащ', 'верни плащ', /red cape/],
    ['pt-BR', 'um dragão com asas roxas', 'tira as asas', 'volta as asas', /purple wings/],
  ])('brings a thing back as it was in %s', (locale, first, second, third, expected) => {
    expect(planned(locale, first, second, third).draft).toMatch(expected);
  });

  test.each([['de', 'ein Drache mit Brille', 'mach die Brille schnörkeliger', 'schnorkeliger']])(
    'leaves a word that it does not know in %s out of the plan, and names it: %s, %s',
    (locale, first, line, word) => {
      const { draft, wish } = planned(locale, first, line);
      expect(draft).toMatch(/dragon with (?:an? )?glasses$/);
      expect(wish).toMatchObject({ strange: [word] });
    },
  );

  test.each([['de', 'ein Drache', 'ich bin gleich wieder da, muss essen']])(
    'is no statement in %s: %s, %s',
    (locale, first, line) => {
      expect(planned(locale, first, line).draft).toBe(planned(locale, first).draft);
    },
  );
});

test.each([
  [
    'ja',
    '銀髪のエルフの弓使い、緑のマント、革のブーツ',
    'elf archer with silver hair with green cape, leather boots',
  ],
  ['ja', '帽子のない熊', 'bear without hat'],
  ['ko', '로우폴리 마법사, 보라색 로브, 흰 수염', 'low poly wizard with purple robe, white beard'],
  ['zh-CN', '帮我做一只戴草帽的熊猫', 'panda with straw hat'],
])('the creature stands before its things in a description in %s: %s', (locale, line, expected) => {
  expect(planned(locale, line).draft?.replace(/^an? /, '')).toBe(expected);
});

test.each([
  ['fr', 'un chat bleu', 'il est de quelle couleur ?'],
  ['de', 'eine blaue Katze', 'welche Farbe hat sie?'],
  ['ko', '파란 고양이', '무슨 색이야?'],
])('a question about the character is one in %s', (locale, first, line) => {
  expect(planned(locale, first, line).wish).toMatchObject({ kind: 'body', ask: { about: 'colour' } });
});

test.each([
  [
    'ja',
    '忍者の猫を作ってください。黒い毛、赤いマフラー、背中に手裏剣',
    /ninja cat with .*black fur.*red scarf/,
  ],
  [
    'de',
    'Mach mir einen Drachen. Er hat eine rote Mütze und grüne Flügel.',
    /dragon with red cap.* green wings$/,
  ],
  ['es', 'Hazme un zorro. Con capa azul y botas.', /fox,? with blue cape.* boots$/],
])('a description in several sentences is one character in %s', (locale, line, expected) => {
  expect(planned(locale, line).draft).toMatch(expected);
});

test.each([
  [
    'ko',
    '가수 캐릭터 만들어줘! 초록 단발머리에 검은 재킷, 기타 들고있는 남자애',
    /^a (?:boy|singer) .*jacket.*guitar/,
    [],
  ],
  [
    'ru',
    'хочу старую ведьму с бородавкой на носу, в красной шляпе',
    /^an old witch with red hat$/,
    ['бородавкой на носу'],
  ],
  [
    'fr',
    "je tiens une petite boulangerie à Lyon et j'aimerais une vache toute frisée avec un tablier rouge",
    /^a curly cow with red apron$/,
    ['petite boulangerie à Lyon'],
  ],
  ['zh-CN', '做个女侠吧 白衣服 斗笠 背一把剑', /heroine with white costume, conical hat, sword$/, []],
  [
    'ja',
    'フクロウを作りたい。蝶ネクタイ、シェイカー持ち、ベストは青',
    /owl with bow tie, blue vest$/,
    ['シェイカー持ち'],
  ],
])(
  'a plan in %s has the being as its kind, and no words of that language: %s',
  (locale, line, expected, left) => {
    const { draft, wish } = planned(locale, line);
    expect(draft).toMatch(expected);
    expect(wish).toMatchObject({ kind: 'make', left });
  },
);
