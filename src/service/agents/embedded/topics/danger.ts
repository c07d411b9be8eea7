import { fold } from '../../../../engine/input/text/languages/dictionary.js';
import { allLanguages } from '../languages/languages.js';
import type { Wish } from '../wish.js';
import { topicsIn, wishOn } from './topics.js';

/** Finds messages of members in despair or danger, or about somebody who is. Nothing else in them is answered. */

const family =
  '(?:husband|wife|boyfriend|girlfriend|bf|gf|partner|ex|dad|father|mum|mom|mother|step ?dad|step ?mum|step ?mom|step ?father|brother|sister|uncle|aunt|son|daughter|friend|bestie|mate|roommate|flatmate|cousin|teacher|coach|neighbou?r|grandpa|grandma)';
const self = '\\bi(?:m|ve|d|ll)? (?:[a-z]+ ){0,4}';

/** English without apostrophes. "I want to die" may be a joke; "I want to kill myself" is never taken for one. */
const despairing: readonly RegExp[] = [
  /^(?:(?:just|fr|honestly|really) )*(?:want to|wanna) (?:die|be dead)\b(?! (?:of|from|laughing|my|his|her))/,
  /\b(?:want to|wanna|gonna|going to) kms\b|\bi feel like dying\b|\bdont deserve to live\b/,
  /\b(?:so )?tired of (?:being alive|living)\b|\b(?:cant|cannot) keep living\b|\bout of this life\b/,
  /\b(?:im|i am) done with (?:life|living)\b|\bmy life (?:has no meaning|is (?:meaningless|pointless|over))\b/,
  /\bi (?:just )?(?:want|wish) (?:it all|everything) (?:to|would) (?:end|be over|stop)\b|\bdisappear forever\b/,
  /\bi(?:m|ve|d|ll)? (?:(?!(?:dont|not|never|didnt|who|that|they|we|you|he|she|it|the|this|an?|my|his|her|their) )[a-z]+ ){0,5}?(?:want(?:ed)? to|wanna|wish to|would rather|going to let myself|ready to|need to|should|feel like i should) (?:just |only |really )?(?:die|be dead)\b(?! (?:of|from|in|on|my|his|her|their|its|the|laughing|for|at|less|again|next))/,
  /\bi(?:d| would)? (?:dont|do not|cant|cannot|no longer) (?:(?:really|even|just) )?(?:want to |wanna )(?:be here|be alive|live|exist|go on|keep living)(?: like this)? ?(?:any ?more|any longer|at all)/,
  /\bi (?:dont|do not|no longer) (?:want to |wanna )(?:live|be alive|exist|be on this earth)(?: like this)?(?: no more)?(?=[.!,?]|$)/,
  /\bbetter (?:off )?(?:without me|if i (?:was|were|wasnt|died|weren?t)\b)/,
  /\b(?:no reason|nothing left|no point|nothing) (?:for me )?(?:to live|in living|to live for|in going on)\b/,
  /\bwhats? (?:is )?the point (?:of|in) (?:any of it|going on|living)(?=[.!,?]|$)/,
  /\b(?:my )?life (?:isnt|is not|aint) worth (?:living|it)\b/,
  /\bi (?:can(?:t|not)|dont) (?:see (?:a|any|no) way out|go on(?: like this| any ?more| living)?(?=[.!,?]|$))|\bi see no way out\b/,
  /\b(?:nobody|no one|noone) (?:would|will|d) (?:even )?(?:miss me|(?:care|notice) if i (?:died|die|(?:was|were) (?:gone|dead)|disappeared))/,
  /\bwish i (?:was|were|wasnt|werent|had|could) (?:dead|never (?:been )?born|alive|(?:just )?(?:fall asleep|go to sleep) and (?:never|not) wake)/,
];
const endangered: readonly RegExp[] = [
  /\b(?:kill|hang|shoot|drown|unalive)(?:ing)? my ?self\b(?! laughing)/,
  /\b(?:end|ending|take|taking) my (?:own )?life\b|\bend(?:ing)? it all\b/,
  new RegExp(
    `${self}(?:think\\w*|consider\\w*|contemplat\\w*|attempt\\w*|tried|commit) (?:\\w+ ){0,2}suicide\\b`,
  ),
  new RegExp(`\\bmy (?:[a-z]+ )?${family} (?:is|feels?|has been) (?:\\w+ )?suicidal\\b`),
  /\b(?:im|i am|feeling|feel|thinking about|thoughts of) suicid(?:e|al)\b(?! squad)/,
  new RegExp(
    `\\bmy (?:[a-z]+ )?${family}\\b (?:[a-z]+ ){0,5}(?:wants?|going|trying|tried|threatening|threatens|wanted) to (?:die|kill (?:him|her|them) ?sel(?:f|ves)|end (?:his|her|their) life)\\b(?! (?:of|from|laughing))`,
  ),
  new RegExp(`${self}(?:cutting|harming|hurting|burning) my ?self\\b(?! (?:laughing|shaving))`),
  /\bi (?:cut|hurt|burned|burnt|harmed) my ?self (?:again|on purpose|last night|tonight|today)\b|\bi (?:want|need) to (?:cut|hurt|harm) my ?self\b|\bself ?harm(?:ing|ed)? (?:again|today|tonight)\b/,
  /(?:\bi(?:ve)? (?:just )?|^)(?:took|taken|swallowed|take|had|have taken) (?:all|too many|lots of|a (?:whole )?bottle of|the whole bottle of) ?(?:of )?(?:my |the |these |his |her )?(?:[a-z]+ )?(?:pills|tablets|meds|medication|paracetamol|painkillers)\b|\bi(?:ve)? (?:just )?overdosed\b/,
  new RegExp(
    `\\bmy (?:[a-z]+ )?${family} (?:(?:always|just|often|keeps|is|still|has|sometimes|regularly) ){0,2}(?:hits?|hitting|beats?(?= me up| me again)|beats? (?=me (?:black|so))|chokes?|choked|choking|strangled|raped?|rapes|abus\\w+|molest\\w+|threaten\\w* to kill|punche[sd]|kicks|kicked) me\\b(?! (?:up (?:about|for|on)|with an? (?:idea|question)|with (?:a )?(?:pillow|snowball)|off|out))`,
  ),
  /\b(?:he|she|they|some ?one) (?:threaten(?:ed|s)|keeps threatening) to (?:kill|hurt|hit) me\b/,
  new RegExp(
    `\\b(?:scared|afraid|frightened|terrified) of my (?:[a-z]+ )?${family}\\b.*\\b(?:hits?|beats?|hurts?)\\b`,
  ),
  /\bcut(?:ting)? my (?:arms?|wrists?|legs?|thighs?)\b(?! (?:shaving|off))|\bi (?:have )?started cutting again\b/,
  /\b(?:some ?one|a (?:man|guy|stranger))(?:s| is) (?:following me|in my house|breaking in)/,
  /\b(?:some ?one|some ?body|he|she|they)(?:s| is| are|re)? (?:hurting|abusing|hitting|beating|attacking|following) me\b|\b(?:im|i am) being (?:abused|stalked|attacked|beaten|held)\b/,
  /\b(?:im|i am|i dont feel|i do not feel) (?:not )?safe (?:at home|here|tonight|in my (?:own )?(?:home|house))(?<=\b(?:not|feel) safe.*)/,
  /\b(?:scared|afraid|frightened|worried|terrified)(?: that)? (?:he|she|they)(?:ll| will| is going to|s going to|s gonna| might| is gonna) (?:hurt|kill|hit|beat) me\b|\bafraid for my life\b/,
  /\bi need (?:an ambulance|the police|help now|urgent help)\b|\bplease (?:some ?one )?call (?:an ambulance|the police|911|999|112)\b/,
  /\b(?:im|i am) (?:standing|sitting) on (?:the|a) (?:edge of (?:the|a) )?(?:bridge|ledge|roof|(?:train |rail(?:way)? )?tracks)\b/,
];

/** Despair in jest. */
const jesting =
  /\b(?:lo+l\w*|lmf?ao+|rofl|(?:a?ha){2,}h?|hehe+|jk|kidding|xd+|mdr+|ptdr|ja(?:ja)+|k{3,}|rs{2,})(?!\p{L})|[😂🤣😆😹💀]|[ㅋㅎ]{2}|(?<!\p{L})[wｗ]{2,}(?!\p{L})|笑|哈哈|草|[ха]{4,}|\){3,}/iu;
const gravest =
  /suizid|selbstmord|umbring|suicid|matarme|me tuer|me matar|自殺|自杀|자살|самоуб|с собой|割腕|자해/;
/** Words to be written somewhere: "a shirt that says i want to die". */
const written =
  /\b(?:shirt|sign|banner|tattoo|text|quote|catch ?phrase|bubble|sticker|mug|hoodie)\b,? (?:\w+ ){0,2}?(?:says?|saying|reads?|reading)\b/;

const ends = /(?<=[.!?…。！？])\s*|\n+/;

function isDespair(part: string): boolean {
  const english = part
    .toLowerCase()
    .replace(/['’]/g, '')
    .replace(/\b2(?= die\b)/g, 'to');
  if (written.test(english)) return false;
  if (endangered.some((one) => one.test(english))) return true;
  const isJest = jesting.test(part);
  if (!isJest && despairing.some((one) => one.test(english))) return true;
  const folded = fold(part);
  return (!isJest || gravest.test(folded)) && allLanguages().some(({ danger }) => danger.test(folded));
}

/** From here on a member's words about themselves mean one of the phrasings. */
const least = { score: 0.55, confidence: 0.42 };
const personal = /\b(?:i|i'?m|i'?ve|my|me)\b/i;

/** The reply to a member in despair or danger, which counts more than anything else in a message. */
export function dangerIn(line: string): Wish | null {
  const isNear = () => {
    const [best] = topicsIn(line, 1);
    const isLike = best?.topic === topic && best.score >= least.score && best.confidence >= least.confidence;
    return isLike && personal.test(line) && !jesting.test(line) && !/\bshaving\b/i.test(line);
  };
  return [line, ...line.split(ends)].some(isDespair) || isNear() ? wishOn(topic) : null;
}
const topic = 'danger';
export const isDanger = (wish: Wish): boolean => wish.kind === 'small' && wish.topic === topic;
