/** Payments that did not bring what they should, in the words of members. */

const paying =
  /\b(?:paid|pay(?:ment|ing)?s?|bought|purchased?|purchases|sent|transfer(?:red|ring|s)?|transactions?|tx|top(?:ped|ping)?[ -]?ups?|topped|deposit(?:ed|s)?|money|funds|sol|usdc)\b/i;
const failing =
  /\b(?:did|does|do|has|have|was|is|are)(?: not|n'?t) (?:\w+ ){0,2}(?:work|arriv|show|go(?:ne|ing)?\b|g[eo]t\b|com(?:e|ing)|appear|receiv|updat|complet|process|credit|land|reach|reflect|happen)|\bnot (?:yet |been |still )?(?:here|there|arriv\w+|show\w*|work\w*|gone|receiv\w+|credited|visible|through)\b|\bno credits\b|\b(?:missing|stuck|pending|failed|failing|declined|rejected|lost|disappeared|vanished)\b|\b(?:got|get|getting|have|received|see) nothing\b|\bnothing (?:came|arrived|happened|yet)\b|\bstill (?:nothing|waiting|processing)\b|\bwhere(?:'?s| is| are| did) my (?:money|payment|sol|usdc|transfer|funds)\b/i;
const elsewhere =
  /\b(?:rigs?|characters?|models?|generation)\b|\b(?:if|what happens|can i|could i|should i|how (?:do|can|long)|will (?:i|my))\b/i;

/** "I tried to transfer money and it did not work". */
export const isPaymentTrouble = (line: string): boolean =>
  paying.test(line) && failing.test(line) && !elsewhere.test(line);
