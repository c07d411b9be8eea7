import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startConversation } from '../../../../bench/conversations/member.js';
import { createDocSearch } from '../../../../src/service/agents/docs.js';
import { translatedPage } from '../../../../src/service/agents/embedded/guide-translations.js';
import { languageIn } from '../../../../src/service/agents/embedded/languages/detection.js';
import { allLanguages } from '../../../../src/service/agents/embedded/languages/languages.js';
import { follow } from '../../../../src/service/agents/embedded/talk.js';
import { classifierFor } from '../../../../src/service/agents/embedded/topics/topic-model.js';
import { copy } from '../../../support/copy.js';
import { turn } from './says.js';

/** What a member says in each language, in the order of `expected`. */
const stories = {
  de: [
    'Hallo!',
    'ein roter Drache mit Brille',
    'mach ihn bitte blau',
    'was kostet das?',
    'zurück',
    'Wie viele Credits habe ich noch?',
    'Wie kann ich Credits kaufen?',
    'das zweite',
    'Wie verbinde ich meine Wallet?',
    'zeig mir meine Rigs',
    'Wie wird das Wetter?',
    'Vielen Dank!',
    'blubbel frotz',
  ],
  'es-ES': [
    '¡Hola!',
    'un dragón rojo con gafas',
    'hazlo azul',
    '¿cuánto cuesta?',
    'vuelve atrás',
    '¿Cuántos créditos me quedan?',
    '¿Cómo puedo comprar créditos?',
    'el segundo',
    '¿Cómo conecto mi cartera?',
    'muéstrame mis rigs',
    '¿Qué tiempo hace hoy?',
    '¡Muchas gracias!',
    'blubbel frotz',
  ],
  fr: [
    'Bonjour !',
    'un dragon rouge avec des lunettes',
    'en bleu',
    'combien ça coûte ?',
    'reviens en arrière',
    'Combien de crédits me reste-t-il ?',
    'Comment acheter des crédits ?',
    'le deuxième',
    'Comment connecter mon portefeuille ?',
    'montre-moi mes rigs',
    'Quel temps fait-il ?',
    'Merci beaucoup !',
    'blubbel frotz',
  ],
  'pt-BR': [
    'Olá!',
    'um dragão vermelho com óculos',
    'deixe azul',
    'quanto custa?',
    'volte atrás',
    'Quantos créditos eu tenho?',
    'Como compro créditos?',
    'o segundo',
    'Como conecto minha carteira?',
    'mostre meus rigs',
    'Como está o tempo hoje?',
    'Muito obrigado!',
    'blubbel frotz',
  ],
  ru: [
    'Привет!',
    'красный дракон с очками',
    'сделай синим',
    'сколько это стоит?',
    'верни назад',
    'Сколько у меня осталось кредитов?',
    'Как купить кредиты?',
    'второй',
    'Как подключить кошелёк?',
    'покажи мои риги',
    'Какая сегодня погода?',
    'Большое спасибо!',
    'блубель фротц',
  ],
  ja: [
    'こんにちは！',
    '眼鏡をかけた赤いドラゴン',
    '青くして',
    'いくらですか？',
    '元に戻して',
    'クレジットはあといくつ残っていますか？',
    'クレジットの買い方を教えて',
    '2番目',
    'ウォレットを接続するには？',
    '私のリグを見せて',
    '今日の天気はどう？',
    'ありがとうございます！',
    'ぶるべるふろつ',
  ],
  ko: [
    '안녕하세요!',
    '안경 쓴 빨간 용',
    '파란색으로 해줘',
    '얼마예요?',
    '되돌려줘',
    '크레딧이 얼마나 남았어요?',
    '크레딧은 어떻게 사요?',
    '두 번째',
    '지갑은 어떻게 연결해요?',
    '내 리그 보여줘',
    '오늘 날씨 어때?',
    '정말 고마워요!',
    '블루벨 프로츠',
  ],
  'zh-CN': [
    '你好！',
    '戴眼镜的红色龙',
    '变成蓝色',
    '多少钱？',
    '返回上一步',
    '我还有多少积分？',
    '怎么购买积分？',
    '第二个',
    '怎么连接钱包？',
    '给我看我的角色',
    '今天天气怎么样？',
    '非常感谢！',
    '布鲁贝尔弗罗茨',
  ],
};

const guide = createDocSearch([readFileSync('data/catalog/guide.md', 'utf8')]);
const pageIn = (locale: string, title: string): string =>
  translatedPage(guide(title, 3).find((page) => page.title === title)!, locale)!.text;

test.each(Object.entries(stories))(
  'a member talks to the agent in the language of %s',
  async (locale, story) => {
    const t = copy.for(locale);
    const off = [0, 1, 2, 3].map((at) => t(`agent.elsewhere.${at as 0 | 1 | 2 | 3}`));
    off.push(pageIn(locale, 'Can you search the internet or tell the time, news or weather?'));
    const expected: readonly (readonly string[])[] = [
      [t('agent.fixed.greeting')],
      [t('agent.card.change')],
      [t('agent.card.press')],
      [t('agent.sum.enough', { available: 45, left: 35 })],
      [t('agent.card.press')],
      [t('agent.balance.available', { credits: 45 })],
      [t('agent.packs.lead')],
      [t('agent.pack.offer', { name: 'Maker', credits: 300 })],
      [t('agent.fixed.link')],
      [t('agent.rigs.lead')],
      off,
      [t('agent.fixed.thanks'), t('agent.fixed.thanks.1')],
      [t('agent.lost.draft', { words: '|', prompt: '|' }).split('|').at(-1)!, t('agent.nearest.lead')],
    ];
    const say = startConversation(); // an English server: the language is that of the messages
    for (const [at, line] of story.entries()) {
      const { text, prompts } = await say({ say: line });
      expect.soft(expected[at]!.some((one) => text.includes(one)) ? line : { line, text }).toBe(line);
      if (at === 1 || at === 4) expect.soft(prompts[0]).toMatch(/red .*dragon with .*glasses/);
      if (at === 2) expect.soft(prompts[0]).toMatch(/blue .*dragon with .*glasses/);
    }
  },
);

const changeIn = (locale: string) => copy.for(locale)('agent.card.change');

test.each([
  ['de', 'ninja'],
  ['de', 'Ninja Hoodie'],
  ['pt-BR', 'robot samurai'],
  ['fr', 'dragon low poly'],
  ['ja', 'ninja'],
])('a %s member who uses words of many languages is answered in their own: %s', async (locale, line) => {
  expect((await startConversation({ locale })({ say: line })).text).toContain(changeIn(locale));
});

test.each([
  ['pt-BR', 'barbarian, blonde braids, fur cloak, round shield'],
  ['ja', 'frog baker!!! green!!! tiny apron!!! 🍳'],
  ['fr', 'A robot butler: six arms, tall, bronze skin, long robe, no hair'],
  ['ru', 'a garden gnome who wants to be king. tiny crown, little beard'],
  ['de', 'a red fox'],
])('a %s member who writes English is answered in English: %s', async (locale, line) => {
  const say = startConversation({ locale });
  expect((await say({ say: line })).text).toContain(changeIn('en-US'));
  expect((await say({ say: 'ok' })).text).toMatch(/\b(?:you|the|I)\b/);
});

test('a member is answered in their language again once they write it', async () => {
  const say = startConversation({ locale: 'de' });
  await say({ say: 'a tall knight with a golden sword' });
  expect((await say({ say: 'mach den Umhang bitte rot' })).text).toContain(
    copy.for('de')('agent.card.press'),
  );
});

test.each([
  ['de', 'Ich möchte 1.000 Credits kaufen'],
  ['fr', 'Je veux acheter 1 000 crédits'],
  ['es-ES', 'Quiero comprar 1.000 créditos.'],
  ['zh-CN', '我想买1,000积分'],
  ['en-US', 'I want to buy 1,000 credits'],
])('a number with separators is read whole in %s', (locale, line) => {
  expect(follow([turn(line)], locale).wishes).toEqual([{ kind: 'buy', credits: 1_000 }]);
});

test.each(['what is my balance ツ', 'what is my balance 龍'])(
  'one letter of another script leaves "%s" English',
  async (line) => {
    const say = startConversation();
    expect((await say({ say: line })).text).toContain('You have **45 credits** to spend.');
  },
);

test.each([
  ['make sans from undertale'],
  ['does the rig have ik'],
  ['check out https://example.com/cool-model'],
  ['bonjour', 'can i download it as fbx'],
  ['hola', 'ok sorry, i try english. red dragon with big wings'],
])('a few words of another language leave an English message English: %j', (...lines) => {
  expect(follow(lines.map((line) => turn(line))).talk.language).toBeNull();
});

test('an English message in an English server after one in Spanish is answered in English', async () => {
  const say = startConversation();
  await say({ say: 'hola' });
  expect((await say({ say: 'what is my balance' })).text).toContain('You have **45 credits** to spend.');
});

test.each(['gm', 'ty', 'hey', 'balance?'])(
  'a word that chats of all languages have is English in English: %s',
  (line) => {
    expect(languageIn(line, null)).toBeNull();
  },
);

test.each([
  ['pt-BR', 'aaaa que fofaaa obrigada', 'agent.fixed.thanks'],
  ['zh-CN', '好的，我再想想，谢谢', 'agent.fixed.thanks'],
] as const)('in %s, a word that is understood among others is answered: %s', async (locale, line, key) => {
  const t = copy.for(locale);
  const { text } = await startConversation({ locale })({ say: line });
  expect([t(key), t('agent.fixed.thanks.1')]).toContain(text);
});

test('in German, the price of one character is told, however long the question is', async () => {
  const say = startConversation({ locale: 'de' });
  const line = 'Was kostet mich denn eine Figur, wenn ich nur eine einzige für meinen Enkel möchte?';
  expect((await say({ say: line })).text).toMatch(/10 Credits/);
});

test.each(['thats perfect', 'dont like it', 'im happy with it'])(
  'English written without apostrophes stays English after another language: %s',
  (line) => {
    expect(languageIn(line, 'de')).toBeNull();
  },
);

test.each([
  ['de', 'Ich suche heute Abend einen Tisch für zwei Personen am Fenster'],
  ['de', 'Spiel bitte heute Abend die neue Platte von Great White Shark'],
  ['de', 'Finde ein Kino, das heute Life and Death zeigt'],
  ['ja', '明日のアラームをキャンセルして'],
  ['zh-CN', '找一张四个人的桌子，今天晚上在河边'],
])(
  'in %s, a message that only shares a word with a character or a question gets neither: %s',
  async (locale, line) => {
    const { text, prompts } = await startConversation({ locale })({ say: line });
    expect(prompts).toEqual([]);
    expect(text).not.toMatch(/\*\*/);
  },
);

test.each(allLanguages().map(({ name, model }) => [name, model] as const))(
  'the build has learned the topics of %s, so that no member waits for it',
  (_, model) => {
    const examples = () => {
      throw new Error('learned when it was asked');
    };
    expect(classifierFor({ ...model, examples })([]).size).toBe(model.examples().length);
  },
);
