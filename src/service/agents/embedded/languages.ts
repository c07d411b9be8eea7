import { translate } from '../../../engine/input/text/languages/translate.js';
import { phraseOf } from './lexis.js';

/** Greets, thanks and answers in the usual languages, and reads descriptions for which the engine has a dictionary. */
type Language = {
  /** Words that belong to this language and not to English. */
  sign: RegExp;
  hello: RegExp;
  thanks: RegExp;
  says: { hello: string; thanks: string; english: string; balance(credits: number): string };
};

const example =
  '`a red dragon with a sword`\n`/rig text` · `/pipelines` · `/credits` · `/packs` · `/buy` · `/link`';
const end = '(?!\\p{L})';
const start = '(?<!\\p{L})';
const words = (list: string) => new RegExp(`${start}(?:${list})${end}`, 'iu');

const languages: readonly Language[] = [
  {
    sign: /[\p{Script=Hiragana}\p{Script=Katakana}]/u,
    hello: /こんにち|こんばん|おはよう|はじめまして|やあ/,
    thanks: /ありがと|感謝|どうもです/,
    says: {
      hello: 'こんにちは！どんなキャラクターを作りますか？',
      thanks: 'どういたしまして！',
      english: '日本語ではキャラクターの説明しか分かりません。ほかは英語でお願いします。',
      balance: (count) => `残りのクレジット: **${count}**`,
    },
  },
  {
    sign: /\p{Script=Hangul}/u,
    hello: /안녕|반가/,
    thanks: /감사|고마/,
    says: {
      hello: '안녕하세요! 캐릭터를 설명해 주세요.',
      thanks: '천만에요!',
      english: '한국어는 캐릭터 설명만 이해합니다. 나머지는 영어로 써 주세요.',
      balance: (count) => `남은 크레딧: **${count}**`,
    },
  },
  {
    sign: /\p{Script=Han}/u,
    hello: /[你您]好|早上好|晚上好|嗨/,
    thanks: /谢谢|多谢|感谢|謝謝/,
    says: {
      hello: '你好！请描述一个角色。',
      thanks: '不客气！',
      english: '中文我只看得懂角色描述，其他的请用英语。',
      balance: (count) => `剩余积分：**${count}**`,
    },
  },
  {
    sign: /\p{Script=Cyrillic}/u,
    hello: /привет|здравств|добр(?:ый|ое|ой)|хай/i,
    thanks: /спасибо|благодар/i,
    says: {
      hello: 'Привет! Опишите персонажа.',
      thanks: 'Пожалуйста!',
      english: 'По-русски я понимаю только описания персонажей, остальное — по-английски.',
      balance: (count) => `Осталось кредитов: **${count}**`,
    },
  },
  {
    sign: words(
      'ich|möchte|mach|mir|bitte|eine[nrms]?|wie ?viele?|hilfe|und|mit|guthaben|danke\\w*|hallo|servus|guten|ein(?= \\p{L}+ \\p{L})|vielen|tschüss|kostet',
    ),
    hello: words('hallo|servus|moin|guten (?:tag|morgen|abend)|grüß (?:gott|dich)'),
    thanks: words('danke\\w*|vielen dank|dank dir'),
    says: {
      hello: 'Hallo! Beschreib mir deine Figur.',
      thanks: 'Gern geschehen!',
      english: 'Auf Deutsch verstehe ich nur Beschreibungen von Figuren, alles andere auf Englisch.',
      balance: (count) => `Du hast noch **${count} Credits**.`,
    },
  },
  {
    sign: words(
      'quiero|hazme|puedes|cuánt[oa]s?|cuanto|ayuda|gracias|tengo|créditos|qué|cómo|por favor|hola|buen[oa]s|un[ao]?s? (?:zorro|dragón|perro|gato)',
    ),
    hello: words('hola|buen[oa]s(?: (?:días|dias|tardes|noches))?'),
    thanks: words('(?:muchas )?gracias'),
    says: {
      hello: '¡Hola! Describe tu personaje.',
      thanks: '¡De nada!',
      english: 'En español solo entiendo descripciones de personajes; lo demás, en inglés.',
      balance: (count) => `Te quedan **${count} créditos**.`,
    },
  },
  {
    sign: words('hoi|ik|kun(?: je)?|maak|graag|hoeveel|alsjeblieft|bedankt|dank je(?: wel)?|een(?= \\p{L})'),
    hello: words('hoi|goede(?:morgen|middag|navond)'),
    thanks: words('bedankt|dank je(?: wel)?'),
    says: {
      hello: 'Hoi! Beschrijf je figuur in het Engels.',
      thanks: 'Graag gedaan!',
      english: 'Ik versta alleen Engels.',
      balance: (count) => `Je hebt nog **${count} credits**.`,
    },
  },
  {
    sign: words(
      "je|fais|veux|voudrais|peux|bonjour|salut|bonsoir|combien|merci|aidez?|avec|s'il|être|ça|une?(?= chevalier)",
    ),
    hello: words('bonjour|salut|bonsoir|coucou'),
    thanks: words('merci(?: beaucoup)?'),
    says: {
      hello: 'Bonjour ! Décrivez votre personnage.',
      thanks: 'De rien !',
      english:
        "En français, je ne comprends que les descriptions de personnages ; sinon, je ne comprends que l'anglais.",
      balance: (count) => `Il vous reste **${count} crédits**.`,
    },
  },
  {
    sign: words('quero|faça|faz|oi|olá|tudo bem|você|quanto custa|obrigad[oa]|ajuda|não|uma?(?= \\p{L})'),
    hello: words('oi|olá|bom dia|boa (?:tarde|noite)'),
    thanks: words('(?:muito )?obrigad[oa]|valeu'),
    says: {
      hello: 'Oi! Descreva seu personagem.',
      thanks: 'De nada!',
      english: 'Em português só entendo descrições de personagens; o resto, em inglês.',
      balance: (count) => `Você ainda tem **${count} créditos**.`,
    },
  },
  {
    sign: words('chcę|zrób|proszę|ile kosztuje|dziękuję|dzięki|cze[sś][cć]|dzień dobry'),
    hello: words('cze[sś][cć]|dzień dobry|hej'),
    thanks: words('dziękuję|dzięki'),
    says: {
      hello: 'Cześć! Opisz postać po angielsku.',
      thanks: 'Proszę bardzo!',
      english: 'Rozumiem tylko po angielsku.',
      balance: (count) => `Masz jeszcze **${count} kredytów**.`,
    },
  },
  {
    sign: words('istiyorum|yap|bana|merhaba|selam|kaç|teşekkürler|lütfen'),
    hello: words('merhaba|selam'),
    thanks: words('teşekkürler|sağ ol'),
    says: {
      hello: 'Merhaba! Karakterini İngilizce anlat.',
      thanks: 'Rica ederim!',
      english: 'Yalnızca İngilizce anlıyorum.',
      balance: (count) => `Kalan kredin: **${count}**.`,
    },
  },
  {
    sign: words('ciao|salve|buongiorno|voglio|vorrei|fammi|puoi|quanto|grazie|aiuto|sono|crediti'),
    hello: words('ciao|salve|buongiorno|buonasera'),
    thanks: words('grazie(?: mille)?'),
    says: {
      hello: 'Ciao! Descrivi il tuo personaggio in inglese.',
      thanks: 'Prego!',
      english: "Capisco solo l'inglese.",
      balance: (count) => `Ti restano **${count} crediti**.`,
    },
  },
];

export type Foreign = {
  answer: string;
  about: 'hello' | 'thanks' | 'else';
  balance: Language['says']['balance'] | null;
};

const onCredits = /cr[eé]d[ií]t|kredi|кредит|クレジット|크레딧|积分|點數|guthaben/iu;
const short = 30;

/** The reply to a line that seems to be in another language; null for English. */
export function foreignIn(line: string): Foreign | null {
  const found = languages.find(({ sign, hello, thanks }) =>
    [sign, hello, thanks].some((one) => one.test(line)),
  );
  if (!found)
    return /[^\P{L}\p{Script=Latin}]/u.test(line)
      ? { answer: `I understand only English. For example: ${example}`, about: 'else', balance: null }
      : null;
  const { hello, thanks, says } = found;
  const balance = onCredits.test(line) ? says.balance : null;
  if (line.length <= short && thanks.test(line)) return { answer: says.thanks, about: 'thanks', balance };
  if (line.length <= short && hello.test(line))
    return { answer: `${says.hello} ${example}`, about: 'hello', balance };
  return { answer: `${says.english} ${example}`, about: 'else', balance };
}

const joining: ReadonlySet<string> = new Set(['and', 'no', 'not', 'with', 'without']);

/** A description in another language: the member's words, and the English that the card shows. */
export function describedAbroad(
  line: string,
): { said: string; english: string; isCharacter: boolean } | null {
  const translation = translate(line);
  if (!translation) return null;
  const { text, saidFor } = translation;
  const { isCharacter, refusal, understood } = phraseOf(text);
  if (understood.length === 0 || (isCharacter && refusal !== null)) return null;
  const lower = line.toLowerCase();
  const places = understood.flatMap((word) => {
    const from = lower.indexOf(saidFor.get(word) ?? word);
    return from < 0 ? [] : [[from, from + (saidFor.get(word) ?? word).length] as const];
  });
  const from = Math.min(...places.map(([start]) => start));
  const to = Math.max(...places.map(([, end]) => end));
  const known = text.split(' ').filter((word) => understood.includes(word) || joining.has(word));
  return { said: places.length > 0 ? line.slice(from, to) : line, english: known.join(' '), isCharacter };
}
