import type { AppError } from '../../../base/errors.js';
import type { DraftChange, Focus } from './changes/change.js';
import type { ListedItem } from './offers.js';
import type { Choice } from './questions/body-choices.js';
import type { Move } from './questions/clip-moves.js';
import type { Reckoning } from './questions/reckoning.js';
import type { Topic } from './topics/actions.js';
import type { Correction } from './words/spelling.js';

/** How a description was spelled. */
type Read = { read?: readonly Correction[] };
/** What the character is called. */
type Naming = { name?: string };

export type FileType = 'image' | 'multi_image' | 'mesh';

/** A wish that is nothing but its kind. */
type Plain<Kind extends string> = Kind extends string ? { kind: Kind } : never;

/** Topics that are answered by a look-up of their own. */
type LookedUpTopic = 'payment' | 'deal' | 'ideas';

/** Where on the body; `worn`: anywhere. */
export type Place = 'worn' | 'hands' | 'head' | 'neck' | 'back' | 'feet';

/** A question about more than whether the character has something, which the engine's own reading of its description answers. */
export type BodyQuestion =
  | { about: 'count'; what: string }
  /** `what`: null for the whole character. */
  | { about: 'colour'; what: string | null }
  /** The things of a colour. */
  | { about: 'coloured'; look: string }
  | { about: 'height' | 'missing' | 'style' | 'moves' }
  /** `creature`: one that it may be. */
  | { about: 'kind'; creature?: string }
  /** Which clips fit a manner. */
  | { about: 'fitting'; manner: string }
  /** `since`: the first plan, the one before, or the character before. */
  | { about: 'changes'; since: 'first' | 'last' | 'other' }
  /** What it wears, or has at a place of its body. */
  | { about: 'list'; at: Place }
  /** A part or thing, and how it looks; whether it swings by itself. */
  | { about: 'part' | 'swings' | 'where'; what: string }
  /** In which hand a thing is; `side`: the one that the member names. */
  | { about: 'side'; what: string; side: 'left' | 'right' | null }
  | { about: 'move'; move: Move; action: string }
  | Choice
  /** Nothing that the plan decides. */
  | { about: 'open' }
  /** Whether a thing or look would show. */
  | { about: 'could'; what: string }
  /** What the agent thinks of it; why it is as it is. */
  | { about: 'opinion' | 'why' }
  /** Of the whole character. */
  | { about: 'look'; look: string }
  /** `look`: the action as a look, where the engine has one. */
  | { about: 'acts'; action: string; look: string | null };

/** What a member wants, as far as the text shows. */
export type Wish = Acted | Told;

/** A wish that needs cards, look-ups or calculations. */
type Acted =
  /** `others`: more characters named in the message, which need their own cards. `left`: words of it that the prompt lacks. */
  | ({ kind: 'make'; prompt: string; others?: readonly string[]; left?: readonly string[] } & Read & Naming)
  /** `on`: the description that changes, where it is not the one under discussion. `left`: words that change nothing. */
  | ({ kind: 'refine'; changes: readonly DraftChange[]; on?: string; left?: readonly string[] } & Read &
      Naming)
  /** The last rig again, with changes or as another version. */
  | { kind: 'remake'; changes: readonly DraftChange[] }
  /** `isDescribed`: the text sent with the files also names a character. */
  | { kind: 'files'; type: FileType; isDescribed: boolean }
  | { kind: 'buy'; credits?: number; packId?: string }
  | { kind: 'show'; number: number }
  /** One of the member's own rigs, found by words of its description. */
  | { kind: 'find'; words: string }
  | { kind: 'sum'; sum: Sum }
  /** Several of the character under discussion. */
  | { kind: 'copies'; count: number }
  | { kind: 'question'; query: string }
  /** Whether a character can be made, or what it costs: it is under discussion then, without a card. */
  | { kind: 'able' | 'price'; prompt: string }
  /** Some versions back. */
  | { kind: 'undo'; steps: number }
  /** `look`: what the ideas should be like. */
  | { kind: 'ideas'; look?: string }
  | Plain<'confirm' | 'variant' | 'recall' | Exclude<LookedUpTopic, 'ideas'>>;

/** A wish that changes nothing. Without a case in `telling.ts`, its answer is the text `agent.fixed.<kind>`. */
export type Told =
  /** A request for something that is not a character, with the reason it is refused. */
  | { kind: 'refused'; prompt: string; refusal: AppError }
  /** Whether the character has something. */
  | { kind: 'has'; what: string }
  | { kind: 'body'; ask: BodyQuestion }
  /** A description from a story of the member, which may be wanted; `isStory`: it describes no character. */
  | { kind: 'noted'; prompt: string; isStory?: true }
  | { kind: 'pipeline'; id: string }
  /** Files that are not to be rigged, and whether they could be. */
  | { kind: 'unread'; type: FileType | null }
  /** A language that the catalog lacks: the answer in it, null where nothing of it is known. */
  | { kind: 'foreign'; says: string | null }
  /** Small talk that has replies of its own. */
  | { kind: 'small'; topic: string }
  /** A name that says nothing about looks. */
  | { kind: 'figure'; name: string }
  /** What the character under discussion is called. */
  | { kind: 'named'; name: string }
  /** `strange`: words of a change that nothing knows. */
  | { kind: 'unknown'; query?: string; strange?: readonly string[] }
  /** `unchanged`: by the change. `kept`: a rig made from a picture or model. `links`: instead of a file. */
  /** `which`: of several ideas. */
  | Plain<'which' | 'decline' | 'describe' | 'forget' | 'remind' | 'unchanged' | 'kept' | 'links'>
  | Plain<Exclude<Topic, LookedUpTopic>>;

/** Wishes that may accompany the main one. */
export const asides: ReadonlySet<Wish['kind']> = new Set<Wish['kind']>([
  'greeting',
  'thanks',
  'farewell',
  'feeling',
  'upset',
  'amused',
  'sorry',
  'decline',
]);
/** Which of several asides are answered: after a greeting the next one too, and thanks rather than what is beside them. */
export function answeredAsides(wishes: readonly Wish[]): Wish[] {
  const greeting = wishes.find(({ kind }) => kind === 'greeting');
  const others = wishes.filter((wish) => wish !== greeting);
  const main =
    others.find(({ kind }) => kind === 'farewell') ??
    others.find(({ kind }) => kind === 'thanks' || kind === 'feeling') ??
    others[0];
  return [greeting, main].flatMap((wish) => wish ?? []);
}
/** Wishes whose answers tell prices, besides sums. */
export const pricing: ReadonlySet<Wish['kind']> = new Set<Wish['kind']>([
  'price',
  'prices',
  'deal',
  'pipelines',
  'cost',
  'cheapest',
]);
export const isVague = ({ kind }: Wish): boolean =>
  kind === 'unknown' || kind === 'question' || kind === 'figure';
export const isMain = (wish: Wish): boolean => !isVague(wish) && !asides.has(wish.kind);

/** The cost of a count or of what is on the cards, or how many some credits or a pack pay for; `credits` null: the member's balance. */
export type Sum =
  | { count: number }
  | { credits: number | null }
  | { pack: 'largest' | 'smallest' }
  /** Whether the cards of the last answer cost so many credits. */
  | { total: number }
  /** What one costs from a picture or a model. */
  | { from: 'image' | 'mesh' }
  | { reckoning: Reckoning }
  /** What one costs in each way. */
  | { ways: true };

/** The state of the conversation. */
export type TalkState = {
  /** The character under discussion. */
  draft: string | null;
  /** What it is called. */
  name: string | null;
  /** The corrected words of the last message. */
  read: readonly Correction[];
  /** Words of the last message that were not understood beside its changes. */
  left: readonly string[];
  /** Words of all messages about the draft that changed nothing of it. */
  unmet: readonly string[];
  /** Earlier drafts, newest last. */
  past: readonly string[];
  /** Drafts that were taken back last. */
  undone: readonly string[];
  /** Whether the draft comes from pictures or a model. */
  isFromFiles: boolean;
  /** Files that were sent without a wish to rig them. */
  waiting: FileType | null;
  isAboutPayment: boolean;
  /** Whether the member told of a loss: jokes would be out of place. */
  isGrave: boolean;
  /** Whether the message before asked for the price of a number of them. */
  isAboutCount: boolean;
  /** Whether it was about prices or packs. */
  isAboutPrice: boolean;
  /** The topic of data/talk/topics that the message before was about. */
  topic: string | null;
  /** The member's message about it. */
  asked: string | null;
  /** The sum under discussion. */
  reckoned: Reckoning | null;
  /** The pack that a message before asked about. */
  pack: 'largest' | 'smallest' | null;
  /** What "it" is. */
  focus: Focus;
  /** The last changes, and the description that they changed. */
  changed: { on: string; changes: readonly DraftChange[] } | null;
  /** How many versions of the same description were requested so far. */
  variants: number;
  /** Whom the member told about before there was a draft: "my cat", and then what she looked like. */
  told: string | null;
  /** The pipeline chosen by name or from a list. */
  pipelineId: string | null;
  /** The newest list. */
  offers: readonly ListedItem[];
  /** Rejected answers to the last message; the next answer must differ. */
  turnedDown: number;
  /** The language of the last message; null for English. */
  language: string | null;
  /** Whether the member has written surely English since they wrote another language. */
  isEnglish: boolean;
};
