/** Heights in other languages, which the grammar reads in English: "180 cm groß" is "180 cm tall". */

const before = '(?:ростом|высотой|рост|身長|身高|高さ|키(?:가)?)';
const after =
  '(?:gross(?:e[nrms]?)?|groß(?:e[nrms]?)?|hoch|hohe[nrms]?|de haut(?:eur)?|de alto|de alta|de altura|de estatura|(?:в )?рост(?:ом|а)?|の?(?:高さ|身長)|高|키)';
const number = '(\\d+(?:[.,]\\d+)?)';
const unit =
  '(cm|centimetros|zentimeter|centimetres|см|センチ(?:メートル)?|厘米|公分|센티(?:미터)?|meter|metros?|metres?|m|метр(?:а|ов)?|м|メートル|米|미터)';
const said = [
  new RegExp(`${before}\\s*${number}\\s*${unit}の?`, 'iu'),
  new RegExp(`${number}\\s*${unit}\\s*${after}(?!\\p{L})`, 'iu'),
];
const centimetres = /^(?:cm|cent|zent|см|セン|厘|公|센)/i;

/** The height that a description says, in English, and the description without it. Null where it says none. */
export function heightIn(prompt: string): { height: string; rest: string } | null {
  for (const pattern of /\d/.test(prompt) ? said : []) {
    const found = pattern.exec(prompt);
    if (!found) continue;
    const [whole, amount = '', measure = ''] = found;
    const rest = `${prompt.slice(0, found.index)} ${prompt.slice(found.index + whole.length)}`;
    return { height: `${amount.replace(',', '.')} ${centimetres.test(measure) ? 'cm' : 'm'} tall`, rest };
  }
  return null;
}
