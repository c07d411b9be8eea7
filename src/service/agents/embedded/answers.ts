import type { Pack } from '../../../contract/payments.js';
import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Generation } from '../../../contract/rig.js';
import type { Phrase } from './lexis.js';
import type { Correction } from './spelling.js';

/** The embedded agent's sentences: values in, Discord Markdown out. */

const credits = (count: number) => `**${count} credit${count === 1 ? '' : 's'}**`;
/** Numbered, so that a member can answer "the second one". */
const numbered = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

/** The cost for the member who would press the button. */
export type Cost = {
  pipeline: string;
  credits: number;
  /** Null where the balance is private. */
  available: number | null;
  missing: number;
  estimated_seconds: number;
};

/** A member's text on one line, sanitized so that it cannot break out of its code span. */
const inCode = (text: string) => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;

export function tellBalance(balance: {
  available: number;
  held: number;
  holds: readonly { prompt: string | null; credits: number }[];
}): string {
  const { available, held, holds } = balance;
  const what = holds
    .slice(0, 3)
    .map(
      ({ prompt, credits: count }) =>
        `${count} for ${prompt === null ? 'a rig' : inCode(prompt.slice(0, 60))}`,
    );
  const purposes = what.length > 0 ? ` (${what.join(', ')})` : '';
  const reserved =
    held > 0
      ? ` Another ${held} are on hold for work in progress${purposes}. You spend them when it's done and get them back if it fails or you cancel it.`
      : '';
  const next =
    available > 0
      ? "Describe a character and I'll tell you what it costs."
      : 'Get more with `/buy`. `/packs` shows the prices.';
  return `You have ${credits(available)} to spend.${reserved} ${next}`;
}

export function tellPacks(packs: readonly Pack[]): string {
  if (packs.length === 0) return 'Nothing is for sale here right now. Ask a moderator for credits.';
  const lines = packs.map(({ name, credits: count, prices }) => {
    const asked = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ');
    return `**${name}**: ${count} credits${asked && ` for ${asked}`}`;
  });
  return `These packs are for sale:\n${numbered(lines)}\n\nSay which one ("the second"), or pick it with \`/buy\`. You get a QR code to pay from your own wallet, and the credits arrive once the payment is final on the chain. I never touch your wallet.`;
}

const inputNames: Readonly<Record<PipelineDetail['inputs'][number], string>> = {
  text: '`/rig text` (a sentence)',
  image: '`/rig image` (one picture)',
  multi_image: '`/rig images` (several views)',
  mesh: 'a GLB or OBJ file sent with your message',
};

/** @param isAll whether the list is complete */
export function tellPipelines(pipelines: readonly PipelineDetail[], isAll = true): string {
  const lines = pipelines.map(
    ({ name, description, inputs, credit_cost, estimated_seconds }) =>
      `**${name}**, ${credit_cost} credits, about ${estimated_seconds} s, from ${inputs.map((one) => inputNames[one]).join(' or ')}. ${description}`,
  );
  const count = lines.length === 1 ? 'There is one way' : `There are ${lines.length} ways`;
  return `${isAll ? count : 'This is a way'} to make a rig:\n${numbered(lines)}\n\nCredits are held when a rig starts, and you get them back if it fails or you cancel it.`;
}

export function tellRigs(generations: readonly Generation[]): string {
  if (generations.length === 0)
    return `You haven't made a rig yet. Describe a character, for example "a red fox with a blue scarf".`;
  const lines = generations.map((one) => `${nameOf(one)}: ${stateOf(one)}`);
  return `Your latest rigs:\n${numbered(lines)}\n\nSay "show me the first one" for its files; \`/rigs\` shows them all.`;
}

const nameOf = ({ input, type }: Generation) =>
  input.prompt
    ? inCode(input.prompt.slice(0, 80))
    : `a rig from ${type === 'image' ? 'a picture' : 'pictures'}`;

function stateOf({ status, progress, queue_position, output, error }: Generation): string {
  if (status === 'queued') return `waiting, number ${queue_position} in the queue`;
  if (status === 'running') return `in progress, ${progress} %`;
  if (status === 'canceled') return 'cancelled, credits returned';
  if (status === 'failed') return `failed (${error?.detail ?? 'no reason given'}), credits returned`;
  return `done, a ${output?.rig?.skeleton} with ${output?.rig?.joints} joints and ${output?.animations.length} clips`;
}

/** Shown with the card. Only the member can press it, so only the member spends. */
export function propose(
  prompt: string,
  cost: Cost,
  { unknown, refusal }: Phrase,
  { isFirst = true, read = [] }: { isFirst?: boolean; read?: readonly Correction[] } = {},
): string {
  const { pipeline, credits: count, estimated_seconds } = cost;
  const spelt = read.map(({ from, to }) => `${inCode(from)} as ${inCode(to)}`).join(', ');
  const lead = `${spelt && `I read ${spelt}. `}I'd make ${inCode(prompt)} with **${pipeline}** for ${credits(count)}. It takes about ${estimated_seconds} seconds.`;
  const doubt = refusal
    ? ` It would be refused, though, and you'd get the credits back: ${refusal}`
    : unknown.length > 0
      ? ` I don't know ${unknown.slice(0, 5).map(inCode).join(', ')}, so that won't show.`
      : '';
  if (!isFirst)
    return `${lead}${doubt} ${afford(cost)} Press the button on the card when you're happy with it.`;
  return `${lead}${doubt} ${afford(cost)}\n\nPress the button on the card, or run \`/rig text prompt:${inCode(prompt).slice(1)}\n\nWant a change? Say, for example, "make it chubby" or "add a hat".`;
}

function afford({ credits: count, available, missing }: Cost): string {
  if (available === null) return "The member who pays here presses the card. I can't spend credits.";
  return missing === 0
    ? `You have ${available}, so you'd have ${available - count} left. I never spend for you.`
    : `You have ${available}, so you need ${missing} more. Get them with \`/buy\` first.`;
}

export const pressIt = (prompt: string, missing: number): string => {
  const first = missing > 0 ? ` You need ${missing} more credits. Get them with \`/buy\` first.` : '';
  return `I can't spend your credits, so please press the button on the card for ${inCode(prompt)} above.${first} Or run \`/rig text prompt:${inCode(prompt).slice(1)}`;
};

export const pressFiles = "I can't spend your credits, so please press the button on the card above.";

export const pressPack = (credits: number): string =>
  `The card for ${credits} credits is above; please press its button. You pay nothing until you approve it in your own wallet.`;

export const startedAlready = (prompt: string): string =>
  `You've already started ${inCode(prompt)}. Ask "is it done?", or tell me what to make next.`;

const things = {
  image: ['that picture', 'A picture of the whole figure on a plain background works best.'],
  multi_image: [
    'those pictures',
    'Pictures of the same figure from several sides, on a plain background, work best.',
  ],
  mesh: ['that model', 'A human in a T-pose or A-pose works best.'],
} as const;

export function proposeFiles(type: keyof typeof things, cost: Cost, isDescribed: boolean): string {
  const [what, look] = things[type];
  const advice = isDescribed
    ? `${look} I don't use the description you sent with it. To make that instead, send it without files.`
    : look;
  return `I can turn ${what} into a rigged character with **${cost.pipeline}** for ${credits(cost.credits)}. ${afford(cost)} Press the button on the card. ${advice}`;
}

export const proposePack = ({ pack_name, credits: count }: { pack_name: string; credits: number }): string =>
  `**${pack_name}** is ${credits(count)}. Press the button on the card and you get a QR code to pay from your own wallet. \`/buy\` does the same.`;

export function tellRig(rig: Generation | null): string {
  if (!rig) return `I can't find that rig. Say "my rigs" for the list.`;
  const files = rig.output ? ' Its files are below.' : '';
  return `${nameOf(rig)}: ${stateOf(rig)}.${files}`;
}

export const tellIdeas = (ideas: readonly string[]): string =>
  `How about one of these?\n${numbered(ideas.map(inCode))}\n\nSay "the first one", or change one of them.`;

/** @param found passages of our own documents, best first */
export function tellFound(found: readonly { title: string; text: string }[]): string {
  const [best, next] = found;
  if (!best) return notFound;
  const more = next && next.title !== best.title ? `\n\nSee also: ${next.title}` : '';
  return `${best.title ? `**${best.title}**\n` : ''}${best.text}${more}`;
}

/** Answer to a question. */
export const notFound =
  "I couldn't find anything about that. I can help with characters, credits, packs, pipelines, your rigs and your wallet. For anything else, ask a moderator.";

export const choosePipeline = (name: string): string =>
  `**${name}** it is. Describe the character, or attach a picture if it needs one.`;

export const decline = (draft: string | null): string =>
  draft
    ? `No problem, nothing happens unless you press the card. What should I change about ${inCode(draft)}? Or describe another character.`
    : 'No problem. Describe a character whenever you like.';

export const unchanged = (draft: string): string =>
  `That doesn't change ${inCode(draft)}. Try other words, or press its card.`;

export const oneAtATime = (named: readonly string[]): string =>
  `A rig is one character, so I started with the first:\n${numbered(named.map(inCode))}\n\nSay "the second one" to get that one.`;

export const nothingToUndo = "There's nothing to undo yet. What would you like to make?";

export const askWhat =
  'Sure! What should it look like? Name the creature and what stands out, for example "a small green dragon with a red cape" or "a heroic knight in silver armour".';

export const forgotten = 'Okay, forgotten. What would you like to make instead?';

/** Answer to a request for something that is not a character. */
export const refused = (prompt: string, refusal: string): string =>
  `I can't make ${inCode(prompt.slice(0, 80))}. ${refusal}`;

export const keptLook =
  'A rig from a picture or model keeps its look. Change the picture and send it again, or describe the character in words so that I can change it.';

export const noSuchRig = "I couldn't find a rig of yours like that.";

/** Replaces an answer that was already given just before. */
export const otherwise = `That's all I know about that. Let's try something else: describe a character ("a small green dragon with a red cape"), ask "what can you do?", or ask a moderator.`;

/** The price of several. */
export function tellSum(count: number, { pipeline, credits: each, available }: Cost): string {
  const all = each * count;
  const sum = count === 1 ? `One costs ${credits(each)}` : `${count} cost ${credits(all)}, ${each} each,`;
  const lead = `${sum} with **${pipeline}**.`;
  if (available === null) return lead;
  if (all <= available)
    return `${lead} You have ${available}, which is enough; you'd have ${available - all} left.`;
  const reach = Math.floor(available / each);
  return `${lead} You have ${available}, which ${reach > 0 ? `is enough for ${reach}` : "isn't enough for one"}. You need ${all - available} more; \`/packs\` shows the prices.`;
}

/** How many can be made. @param given null: with the member's balance */
export function tellReach(given: number | null, { pipeline, credits: each, available }: Cost): string {
  const funds = given ?? available;
  if (funds === null || each === 0) return `One costs ${credits(each)} with **${pipeline}**.`;
  const count = Math.floor(funds / each);
  const whose = given === null ? `Your ${credits(funds)}` : credits(funds);
  return `${whose} ${funds === 1 ? 'makes' : 'make'} **${count} character${count === 1 ? '' : 's'}** with **${pipeline}**, at ${each} each. \`/pipelines\` shows other prices.`;
}

export const askBack = (draft: string | null): string =>
  draft
    ? `I didn't understand that. We were talking about ${inCode(draft.slice(0, 120))}. Tell me what to change ("make it blue", "remove the scarf"), or ask about credits, packs, pipelines or your rigs.`
    : `I didn't understand that. To make a character, describe it, for example "a brown bear with a green vest". Or ask about credits, packs, pipelines, your rigs or your wallet.`;
