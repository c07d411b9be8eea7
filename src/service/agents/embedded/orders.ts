import { anybody, withArticle } from './changes/change.js';
import { refine } from './changes/draft.js';
import { bothIn, earlierIn } from './changes/earlier.js';
import { editsIn } from './changes/edits.js';
import { missingIn } from './changes/focus.js';
import { addressedIn } from './changes/references.js';
import { pickedIn, picks } from './offers.js';
import { countOf } from './questions/plan-things.js';
import { checkedIn, countIn, furtherCount, sumIn } from './questions/sums.js';
import { topicsIn, wishOn } from './topics/topics.js';
import type { TalkState, Wish } from './wish.js';
import { phraseOf } from './words/lexis.js';
import { numberIn } from './words/numbers.js';

/** Short orders about earlier proposals, lists or rigs. */

const confirming =
  /^(?:(?:y(?:es|ep|eah|up)|sure|ok(?:ay)?|k|perfect|great|awesome|keep (?:it|that|this)(?: one)?|that'?s the one|use (?:it|that|this)|just|do (?:it|him|her|that|this)|go(?: ahead| for it)?|start(?: it)?|make (?:it|him|her|that|this)|rig (?:it|him|her|them|that|this)|👍|✅|please|let'?s (?:go|do it|start)|(?:that |it )?looks? (?:good|great|nice)|i (?:like|love) (?:it|that|(?:the|his|her|its) [\w-]+)|spend .*|now|then|and|for me|press (?:it|that|the (?:button|card))|(?:i(?:'| wi)ll take|take|buy|order|get) (?:it|this|that)(?: one)?)[\s,!.]*)+$/i;
const obtaining =
  /^how (?:do|can) i (?:actually |now |really )?(?:get|have|receive|start|order|make|confirm) (?:it|him|her|this|that|one|the rig)(?: now| then| made)*$/i;
const forgetting =
  /^(?:forget (?:it|that|everything)|never ?mind(?=[,.!]|$| (?:it|all|then|about)\b)|start (?:over|again|fresh)|reset|(?:something|someone) else$|(?:a )?new (?:character|one)$)/i;
const undoing =
  /^(?:undo(?: (?:it|that|this))?|go back|back|(?:(?:go )?back to |(?:make|have) (?:it|him|her|them) )?(?:how|what|the way|like|as) (?:it|he|she|they) (?:was|were|looked|had)(?: (?:at first|before|earlier|originally))*(?: (?:that|this|it))?|revert(?: (?:it|that))?|(?:go )?(?:one|a) (?:step )?back|(?:go |step )?back (?:one|once|a step|one step)|undo (?:(?:the|that) )?last(?: (?:one|change|step|thing|bit))?|(?:take|change|put|bring) (?:it|that|them|those) back(?: on)?|as (?:it was )?before|the (?:old|previous|last) (?:version|one) was better|(?:the )?previous (?:version|one)|not like that|i (?:liked?|prefer(?:red)?) (?:the )?(?:old|previous|last|other)(?: (?:one|version))?(?: more| better)?|(?:(?:make|do) (?:it )?)?(?:like )?(?:the one|it was|that) before|(?:(?:make|do|have|show me|give me) (?:(?:it|him|her|them) )?)?like (?:before|it was)|(?:it|that) was better(?: before)?|(?:remove|delete|drop|lose|take off) (?:it|that|this)(?: again)?)$/i;
/** "Delete it" without a plan is about a rig. */
const deleting = /^(?:remove|delete|erase) (?:it|that|this|them)(?: one)?(?: again)?$/i;
const redoing = /^(?:redo|undo the undo)(?: (?:it|that|the change))?$/i;
const undoingSeveral =
  /^(?:undo|go back|back|revert)(?: the)?(?: last)? (\w+)(?: (?:steps?|times?|changes?|versions?))?$/i;
const returning =
  /^(?:(?:(?:go|come|get|change|switch) )?back to (?:the |my |that |being )?(.+?)(?: one)?(?:,? (?:it|he|she|they|that) was (?:\w+ )?\w+)?|(?:(?:give|show) me |make |i want )?the (.+?)(?: one)? (?:again|back|was better|from before))$/i;
const varying =
  /^(?:(?:i|he|she|they|my \w+) (?:wants?|needs?|(?:would|'d) (?:like|love)) (?:one|the same)(?: too| as well)?|(?:make|give|show|try|do)?\s*(?:me\s+)?(?:another|a (?:second|third)|an?\s+different|different|one more|a new|some other|the same)\s+(?:one|version|variant|variation|seed|take|try)(?: again)?|(?:(?:make|do) )?(?:my|the) (?:last|latest|previous) (?:one|rig|character) again|again|(?:do |make )?(?:it|that|the same(?: one| thing)?) again|once more|try again|vary(?: it)?|(?:same )?but different|surprise me again|another|same)$/i;
const pricing =
  /^(?:(?:and )?(?:how much|what)(?:'s| is| does| would| will| do)? (?:it|that|this|one|he|she|the (?:price|cost)(?: of (?:it|that|this))?)(?: be| cost| come to| run)?(?: (?:me|us))?(?: cost)?|(?:and )?(?:the |its )?(?:price|cost)s?|how many credits(?: (?:is|for) (?:it|that|this))?|(?:tell|show|give)(?: me)? the (?:price|cost)|how much|(?:(?:tell|show) me )?(?:what|how much) (?:(?:i(?:'ll| will| would)|will i|would i|do i) (?:be charged|(?:have to )?pay)|(?:i(?:'ll| will| would)|will i|would i) owe)(?: (?:you|u))?(?: for (?:it|this|that)| if i (?:press|do|make)(?: (?:it|this|that))?)?|what(?:'s| is) (?:it|that) in (?:sol|usdc|credits)|what(?:'?s| is| are) (?:it|that|he|she|they) (?:gonna|going to) (?:be|cost|run)\b.*)$/i;
const fetching =
  /^(?:(?:can|could|may) i )?(?:download(?: it| that)?|(?:give|send|show|get|have|fetch|download|open)(?: me)?(?: the| my)?(?: last| latest| newest| most recent)? (?:glb|files?|model|preview|picture|result|download)(?: file| please| again)*|(?:give|send|show|get|fetch|download|open)(?: me)? (?:the|my) (?:last|latest|newest|most recent)(?: rig| character| one| generation)?)$/i;
const reminding =
  /^(?:what (?:was|did|have|do|are) (?:i|we|it|the last)\b.*|(?:show|tell)(?: me)? what we\b.*)\b(?:so far|last|asked?|ask for|say|said|changed?|have|had|talk\w* about|working on)\b/i;
const inMind =
  /^(?:(?:which|what) (?:one|character|version|plan)(?:'s| is| are| do| have)? (?:do |have |are )?(?:you|we|i)\b.*\b(?:now|on|have|current\w*)|(?:change|edit|modify|fix) (?:it|him|her|that|this|(?:the|his|its) [\w-]+)|(?:an)?other colou?rs?|(?:are )?you sure (?:that'?s|it'?s|this is)\b.*|(?:that'?s|this is|it'?s) (?:not|no) (?:an? )?[\w-]+|(?:call|name) (?:it|him|her|them) .+|(?:give|get) (?:it|him|her|them) a name|what(?: do i do| should i do)? (?:now|then|next)|(?:and |then |now )what)$|^(?:so )?(?:what(?:'s| is| does| do)?|how does|describe|show)\b.*\b(?:my (?:current )?(?:character|rig|guy) (?:right now|rn|now|so far|like|again)|(?:it|he|she|they|my character) look like|(?:do )?(?:you|we) have(?: so far)?|(?:have|do) i (?:got|have)(?: so far| now)+|colou?rs? (?:is|are|does|has) (?:it|he|she|they|the|his|her|its)|the (?:current )?description)\b/i;
const lasting =
  /^(?:and )?how long (?:does|will|would|do) (?:it|this|that|he|she|i|one)\b(?!.*\b(?:pa(?:y|id)|credits?|transactions?|arrive)).*$/i;
const further =
  /^(?:(?:and|so|ok|then) )*(?:(?:what|how) about |(?:what )?(?:if|when) (?:i|we|you) (?:do|make|did|made|use|used|start|get|rig) (?:it |one |that |them )?)?(?:(?:the )?same (?:(?:thing|question) )?)?(?:(?:for|with) (?:rigs?|characters?|models?) )?(?:(?:with|for|from|in|by|using|of) )?(?:(?:the|an?|my|own) )*(?:(?:(picture|photo|image|drawing|sketch)|(model|file|glb|mesh))s?(?: instead| then)?|(big|biggest|largest?|small|smallest|cheapest)(?: (?:one|pack|package))?)$/i;
const adding =
  /^(?:then )?(?:add|put|(?:give|get) (?:it|him|her|them)) (?:one|some|that|it)(?: (?:on|too|then))*$/i;
/** After an answer that a thing is missing. */
const agreeing =
  /^(?:(?:yes|yeah|yep|yup|sure|please|ok(?:ay)?|then)[\s,!.]*)+(?:do (?:it|that|so)|add (?:it|one|that|them))?$/i;
const showing = /^(?:show me|(?:show|give|send)(?: me)? (?:it|that)(?: to me| again)*)$/i;
/** "Where do I find the characters I made?" */
const anything = /^(?:characters?|rigs?|models?|figures?|files?|stuff|things?|ones?)$/i;
const finding =
  /^(?:(?:show|open|get|find|fetch|send|download)(?: me)?|give me|(?:how|where)(?:'s| is| are)|is|are|did) (?:the|my|that) (.+?)(?: (?:rig|file|files|model|character))?(?: (?:i made|doing|going|coming(?: along| on)?|ready|done|finished|yet))*$/i;
/** "The wolf we did earlier, which clips did it have": one of another talk. */
const remembering =
  /\b(?:the|that|my) ((?:[\w-]+ ){0,2}?[\w-]+) (?:that )?(?:(?:we|i|you)(?:'ve|'d)? (?:\w+ )?(?:did|made|rigged|planned|had|been working on|worked on)\b|from (?:before|last|yesterday|earlier))/i;
/** "Make it dance" is about movement, not about looks. */
const moving =
  /^(?:make|let|have|get) (?:it|him|her|them) (?:to )?(?:walk|run|dance|jump|move|wave|fly|swim|fight|attack|sit|talk|speak|sing)\b/i;
/** "The second one but pink", "again, with wings". */
const twisting = /^(.{1,60}?)(?:,?\s+(?:but|just|only|except)\s+|,\s*|\s+(?=(?:in|with|without)\s))(.+)$/i;

export function orderIn(said: string, talk: TalkState): Wish | null {
  if (forgetting.test(said)) return { kind: 'forget' };
  const count = talk.isAboutCount
    ? /^(?:(?:what|how) about |for |if i (?:want|need|make|get) )?(\d{1,4})(?: of (?:them|those))?$/i.exec(
        said,
      )?.[1]
    : undefined;
  if (count) return { kind: 'sum', sum: { count: Number(count) } };
  const further = talk.isAboutPrice || talk.isAboutCount ? furtherCount(said) : null;
  if (further !== null) return { kind: 'sum', sum: { count: further } };
  const total = checkedIn(said);
  if (total !== null) return { kind: 'sum', sum: { total } };
  const priced = talk.isAboutPrice ? furtherPrice(said) : null;
  if (priced) return priced;
  if (lasting.test(said)) return { kind: 'sum', sum: { count: 1 } };
  const earlier = addressedIn(said, talk) ?? bothIn(said, talk);
  if (earlier) return earlier;
  const taken = takenIn(said, talk);
  if (taken) return taken;
  const version = earlierIn(said, talk);
  if (version) return version;
  const missing = missingIn(talk);
  const isAgreed = missing && (adding.test(said) || (agreeing.test(said) && !countOf(talk.draft!, missing)));
  if (isAgreed) return { kind: 'refine', changes: [{ kind: 'add', what: withArticle(missing) }] };
  const [again] = talk.undone;
  if (again && redoing.test(said)) return { kind: 'make', prompt: again };
  if (confirming.test(said)) return { kind: 'confirm' };
  if (fetching.test(said)) return { kind: 'show', number: 1 };
  if (showing.test(said)) return talk.draft === null ? { kind: 'show', number: 1 } : { kind: 'recall' };
  if (moving.test(said)) return { kind: 'clips' };
  const isBack = talk.draft !== null && returning.test(said) ? toDraft(said, talk) : null;
  if (isBack) return isBack;
  const found = finding.exec(said)?.[1]?.replace(/ (?:that )?i (?:made|rigged|got)\b.*$/i, '');
  const meant = found ?? (talk.draft === null ? remembering.exec(said)?.[1] : undefined);
  if (meant && !anything.test(meant) && isKnownCharacter(meant)) return { kind: 'find', words: meant };
  if (varying.test(said) && isTold(talk.topic)) return { kind: talk.topic };
  if (varying.test(said)) return talk.draft === null ? { kind: 'remake', changes: [] } : { kind: 'variant' };
  const order = talk.draft === null ? null : toDraft(said, talk);
  if (order) return order;
  if (deleting.test(said)) return wishOn('delete');
  if (undoing.test(said)) return { kind: 'undo', steps: 1 };
  return picks(said) ? { kind: 'unknown' } : null;
}

/** "Another one" after a joke, or after ideas. */
const isTold = (topic: string | null): topic is 'joke' | 'ideas' => topic === 'joke' || topic === 'ideas';

function isKnownCharacter(words: string): boolean {
  const { isCharacter, unknown } = phraseOf(words);
  return isCharacter && unknown.length === 0;
}

/** "And from a picture?", "and the biggest?", after a question about prices. */
function furtherPrice(said: string): Wish | null {
  const [, picture, model, size] = further.exec(said) ?? [];
  if (picture || model) return { kind: 'sum', sum: { from: picture ? 'image' : 'mesh' } };
  return size ? { kind: 'sum', sum: { pack: /^(?:big|larg)/i.test(size) ? 'largest' : 'smallest' } } : null;
}

function toDraft(said: string, { past, draft }: TalkState): Wish | null {
  if (obtaining.test(said)) return { kind: 'confirm' };
  if (pricing.test(said)) return { kind: 'sum', sum: { count: 1 } };
  if (reminding.test(said) || inMind.test(said)) return { kind: 'remind' };
  if (countIn(said)) return { kind: 'copies', count: countIn(said)! };
  if (undoing.test(said)) return { kind: 'undo', steps: 1 };
  const steps = numberIn(undoingSeveral.exec(said)?.[1]);
  if (steps !== null) return { kind: 'undo', steps };
  const [, back, again] = returning.exec(said) ?? [];
  const wanted = (back ?? again)?.toLowerCase().split(/\s+/).at(-1);
  if (wanted && draft?.toLowerCase().split(' without ')[0]?.includes(wanted)) return { kind: 'recall' };
  const before = wanted && past.findLast((one) => one !== draft && one.toLowerCase().includes(wanted));
  return before ? { kind: 'make', prompt: before } : null;
}

/** A listed question, which may be an order where it was listed in another language. */
function meaningOf(question: string, talk: TalkState): Wish | null {
  const topics = topicsIn(question, 10);
  const listed = topics.find(({ phrasing }) => phrasing === question);
  if (listed) return listed.wish;
  const sum = sumIn(question);
  if (sum) return { kind: 'sum', sum };
  return orderIn(question, { ...talk, offers: [] }) ?? topics[0]?.wish ?? null;
}

/** Picks from earlier lists or rigs, with or without a change. */
function takenIn(said: string, talk: TalkState): Wish | null {
  const picked = pickedIn(said, talk.offers);
  if (picked?.kind === 'pack') return { kind: 'buy', packId: picked.id };
  if (picked?.kind === 'rig') return { kind: 'show', number: picked.number };
  if (picked?.kind === 'pipeline') return { kind: 'pipeline', id: picked.id };
  if (picked?.kind === 'question') return meaningOf(picked.name, talk);
  if (picked) return { kind: 'make', prompt: picked.prompt };
  const [, base, twist] = twisting.exec(said) ?? [];
  if (!base || !twist) return null;
  const offer = pickedIn(base, talk.offers);
  const prompt = offer?.kind === 'idea' ? offer.prompt : offer?.kind === 'rig' ? offer.name : '';
  const changes = editsIn(twist, prompt || (talk.draft ?? anybody));
  if (changes.length === 0) return null;
  if (prompt) return { kind: 'make', prompt: changes.reduce(refine, prompt) };
  if (!varying.test(base)) return null;
  return talk.draft === null ? { kind: 'remake', changes } : { kind: 'refine', changes };
}
