import { least, nearness } from './least.js';
import { topicsIn } from './topics.js';

/** Payments that did not bring what they should, in the words of members. */

const paying =
  /\b(?:paid|pay(?:ment|ing)?s?|bought|purchased?|purchases|sent|transfer(?:red|ring|s)?|transactions?|tx|top(?:ped|ping)?[ -]?ups?|topped|deposit(?:ed|s)?|(?:put|loaded|added) (?:in |on |up )?(?:about |like )?(?:\d+|[a-z]+ (?:dollars|bucks|euros))|money|funds|sol|usdc)\b/i;
const failing =
  /\b(?:did|does|do|has|have|was|is|are)(?: not|n'?t) (?:\w+ ){0,2}(?:work|arriv|show|go(?:ne|ing)?\b|g[eo]t\b|com(?:e|ing)|appear|receiv|updat|complet|process|credit|land|reach|reflect|happen)|\bnot (?:yet |been |still )?(?:here|there|arriv\w+|show\w*|work\w*|gone|receiv\w+|credited|visible|through)\b|\bno credits\b|\b(?:missing|stuck|pending|failed|failing|declined|rejected|lost|disappeared|vanished)\b|\b(?:got|get|getting|have|received|see) nothing\b|\bnothing (?:came|arrived|happened|yet)\b|\b(?:still|says?|shows?|balance(?: is| still)?|stays?(?: at)?|have) (?:at )?(?:nothing|waiting|processing|zero|0)\b|\bwhere(?:'?s| is| are| did) my (?:money|payment|sol|usdc|transfer|funds)\b/i;
const elsewhere =
  /\b(?:rigs?|characters?|models?|generation)\b|\b(?:if|what happens|can i|could i|should i|how (?:do|can|long)|will (?:i|my))\b/i;

/** "I tried to transfer money and it did not work". */
export const isPaymentTrouble = (line: string): boolean =>
  paying.test(line) && failing.test(line) && !elsewhere.test(line);

/** What a member says of a payment under discussion: what the wallet shows, what was tried. */
const checked =
  /\b(?:confirmed|finali[sz]ed|success(?:ful)?(?:ly)?|went through|completed|sent|exact(?:ly)?(?: the)? amount|solscan|explorer|signature)\b|\b(?:pressed|clicked|tried|hit)\b.*\b(?:check|nothing|refresh\w*|again)\b/i;
const waiting =
  /\b(?:mine|it|they)(?:'s| is| are)? (?:still )?(?:missing|not (?:here|there|arrived)|gone|lost|pending|stuck|processing)\b|\b(?:says?|is|shows?) (?:still )?(?:pending|processing|waiting)\b|\b(?:still|its? been|it's been|waiting)\b.*\b(?:nothing|waiting|minutes?|mins?|hours?|days?)\b|\bstill (?:nothing|not)\b/i;
/** @param isGoingOn whether the message before was about a payment that has not arrived */
export function isAboutPayment(line: string, isGoingOn: boolean): boolean {
  if (isPaymentTrouble(line)) return true;
  if (/\bi (?:asked|said|wanted)\b/i.test(line)) return false;
  if (isGoingOn && checked.test(line)) return true;
  if ((isGoingOn || /\bmine\b/i.test(line)) && waiting.test(line)) return true;
  const [topic] = topicsIn(line, 1);
  return topic?.wish.kind === 'payment' && topic.score >= nearness.sure && topic.confidence >= least.likely;
}
