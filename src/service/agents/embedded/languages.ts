/** Tells members who write in another language that this agent knows only English. */
type Language = { sign: RegExp; answer: string };

const example =
  '`a red dragon with a sword`\n`/rig text` · `/pipelines` · `/credits` · `/packs` · `/buy` · `/link`';

/** Scripts first, then words that are common in one language and do not exist in English. */
const languages: readonly Language[] = [
  { sign: /[\p{Script=Hiragana}\p{Script=Katakana}]/u, answer: `英語しか分かりません。例: ${example}` },
  { sign: /\p{Script=Hangul}/u, answer: `영어만 이해합니다. 예: ${example}` },
  { sign: /\p{Script=Han}/u, answer: `我只懂英语。例如：${example}` },
  { sign: /\p{Script=Cyrillic}/u, answer: `Я понимаю только по-английски. Например: ${example}` },
  {
    sign: /\b(?:ich|möchte|mach|mir|bitte|einen?|wie ?viele?|hilfe|und|mit|guthaben)(?!\p{L})/iu,
    answer: `Ich verstehe leider nur Englisch. Zum Beispiel: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:quiero|hazme|puedes|cuánto|cuanto|ayuda|gracias|tengo|créditos|qué|cómo|por favor|un[ao]?s? (?:zorro|dragón|perro|gato))(?!\p{L})/iu,
    answer: `Solo entiendo inglés. Por ejemplo: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:je|fais|veux|voudrais|peux|bonjour|combien|merci|aidez?|avec|s'il|être|une?(?= chevalier))(?!\p{L})/iu,
    answer: `Je ne comprends que l'anglais. Par exemple : ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:quero|faça|faz um|oi,|você|quanto custa|obrigad[oa]|ajuda|não|uma?)(?!\p{L})/iu,
    answer: `Só entendo inglês. Por exemplo: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:ik (?:wil|heb)|maak|graag|hoeveel|alsjeblieft|een (?=\p{L}))(?!\p{L})/iu,
    answer: `Ik versta alleen Engels. Bijvoorbeeld: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:chcę|zrób|proszę|ile kosztuje|dziękuję|cześć)(?!\p{L})/iu,
    answer: `Rozumiem tylko po angielsku. Na przykład: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:istiyorum|yap|bana|merhaba|kaç|teşekkürler|lütfen)(?!\p{L})/iu,
    answer: `Yalnızca İngilizce anlıyorum. Örneğin: ${example}`,
  },
  {
    sign: /(?<!\p{L})(?:voglio|vorrei|fammi|puoi|quanto|grazie|aiuto|sono|crediti)(?!\p{L})/iu,
    answer: `Capisco solo l'inglese. Per esempio: ${example}`,
  },
];

/** The reply to a line that seems to be in another language. */
export const foreignAnswer = (line: string): string | null => {
  const found = languages.find(({ sign }) => sign.test(line));
  if (found) return found.answer;
  return /[^\P{L}\p{Script=Latin}]/u.test(line) ? `I understand only English. For example: ${example}` : null;
};
