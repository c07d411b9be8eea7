import { useEffect, useState } from 'preact/hooks';
import { createTexts, inEnglish, languageOf, type Translate } from './texts.js';

const loaded = new Map<string, Promise<Translate>>();

function load(language: string): Promise<Translate> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = fetch(`/copy-${language}.json`)
    .then(async (answer) => createTexts(await answer.json()))
    .catch(() => {
      loaded.delete(language); // it is tried again at the next change of language
      return inEnglish;
    });
  loaded.set(language, loading);
  return loading;
}

/** The texts in the language of the acting person's Discord. English needs no request. */
export function useTexts(locale: string): Translate {
  const language = languageOf(locale);
  const [texts, setTexts] = useState({ language: 'en-US', t: inEnglish });
  useEffect(() => {
    let current = true;
    if (language !== 'en-US') void load(language).then((t) => current && setTexts({ language, t }));
    return () => {
      current = false;
    };
  }, [language]);
  return texts.language === language ? texts.t : inEnglish;
}
