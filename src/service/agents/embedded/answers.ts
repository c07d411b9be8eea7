import type { PipelineDetail } from '../../../contract/pipelines.js';
import type { Generation } from '../../../contract/rig.js';
import { mostCards } from '../tools/tool.js';
import { names, partsOf } from './character.js';
import type { Phrase } from './lexis.js';
import { credits, inCode, numbered } from './markdown.js';
import type { Cost } from './prices.js';
import type { Correction } from './spelling.js';

/** The embedded agent's sentences: values in, Discord Markdown out. */

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

const inputNames: Readonly<Record<PipelineDetail['inputs'][number], string>> = {
  text: '`/rig text` (a sentence)',
  image: '`/rig image` (one picture)',
  multi_image: '`/rig images` (several views)',
  mesh: 'a GLB, OBJ, STL or PLY file sent with your message',
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
  if (!output?.rig) return 'done';
  return `done, a ${output.rig.skeleton} with ${output.rig.joints} joints and ${output.animations.length} clips`;
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
  const lead = `${spelt && `I read ${spelt}. `}I'd make ${inCode(prompt)} with **${pipeline}** for ${credits(count)}. It takes about ${estimated_seconds} seconds.\n${outline(prompt)}\n`;
  const doubt = refusal
    ? `It would be refused, though, and you'd get the credits back: ${refusal} `
    : unknown.length > 0
      ? `I don't know ${unknown.slice(0, 5).map(inCode).join(', ')}, so that won't show. `
      : '';
  if (!isFirst)
    return `${lead}${doubt}${afford(cost)} Press the button on the card when you're happy with it.`;
  return `${lead}${doubt}${afford(cost)}\n\nPress the button on the card, or run \`/rig text prompt:${inCode(prompt).slice(1)}\n\nWant a change? Say, for example, "make it chubby" or "add a hat".`;
}

/** The description by its parts, so that a member sees what can be changed. */
function outline(prompt: string): string {
  const { kind, looks, has, lacks } = partsOf(prompt);
  const list = (label: string, words: readonly string[]) =>
    words.length > 0 ? [`${label}: ${words.map(inCode).join(', ')}`] : [];
  return `> ${['kind: '.concat(inCode(kind)), ...list('look', looks), ...list('with', has), ...list('without', lacks)].join(' · ')}`;
}

export const remind = (prompt: string): string =>
  `We're at ${inCode(prompt)}.\n${outline(prompt)}\nTell me what to change, or press its card.`;

export function tellHas(prompt: string, what: string): string {
  const noun = what.split(/\s+/).at(-1) ?? '';
  const hasIt = partsOf(prompt).has.some((one) => names(one, noun));
  return hasIt
    ? `Yes: ${inCode(prompt)}.`
    : `No, the description doesn't name it: ${inCode(prompt)}. Say "add a ${what}" to change that.`;
}

export const oneByOne = (count: number): string =>
  `One card makes one character, and one answer holds ${mostCards} cards. For ${count}, press it, then press **Make another** on the finished rig.`;

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
  if (!best) return notFound(0);
  const more = next && next.title !== best.title ? `\n\nSee also: ${next.title}` : '';
  return `${best.title ? `**${best.title}**\n` : ''}${best.text}${more}`;
}

const gaps = [
  "I don't know that. I can tell you about characters, credits, packs, your rigs and your wallet; for anything else on this server, ask a moderator.",
  'I have no answer to that. Moderators of this server may know; I know characters, prices, payments and how Rigsmith works.',
  "That I don't know. Ask me what a character costs, how to buy credits or link a wallet, or ask a moderator.",
];
/** Answer to a question that the documents do not cover. @param turn varies it */
export const notFound = (turn: number): string => gaps[turn % gaps.length]!;

/** @param questions that can be answered */
export const tellNearest = (questions: readonly string[]): string =>
  `I'm not sure what you mean. Is it one of these?\n${numbered(questions.map((one) => `"${one}"`))}\n\nSay the number, ask in other words, or describe a character. For anything else, ask a moderator.`;

export const choosePipeline = (name: string): string =>
  `**${name}** it is. Describe the character, or attach a picture if it needs one.`;

export const decline = (draft: string | null): string =>
  draft
    ? `No problem, nothing happens unless you press the card. What should I change about ${inCode(draft)}? Or describe another character.`
    : 'No problem. Describe a character whenever you like.';

export const unchanged = (draft: string): string =>
  `That doesn't change ${inCode(draft)}. Try other words, or press its card.`;

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

/** Files that were not sent to be rigged. @param isUsable whether they could be */
export const unread = (isUsable: boolean): string =>
  isUsable
    ? 'I can\'t read, describe or edit files; I only make rigged characters from pictures (PNG, JPEG, WebP) and models (GLB, OBJ, STL, PLY). Say "rig this" to get a character from it.'
    : "I can't read that file. I only make characters: from words, from pictures (PNG, JPEG, WebP) or from models (GLB, OBJ, STL, PLY).";

const limits = [
  'I can\'t help with that: I only know 3D characters and how Rigsmith works. Describe a character, for example "a sleepy bear in pyjamas".',
  "That's outside what I know, sorry. I can't see the rest of the world; I make characters, show your credits and rigs, and explain payments.",
  "I don't do that. I can plan a character with you, tell you what it costs, or explain packs and wallets.",
  'Not something I can do. Try me with a character ("a red fox with a blue scarf"), your credits, or a payment.',
];
/** One honest sentence, and what the agent can do. @param turn varies it */
export const elsewhere = (turn: number): string => limits[turn % limits.length]!;

export const askBack = (draft: string | null): string =>
  draft
    ? `I didn't understand that. We were talking about ${inCode(draft.slice(0, 120))}. Tell me what to change ("make it blue", "remove the scarf"), or ask about credits, packs, pipelines or your rigs.`
    : `I didn't understand that. To make a character, describe it, for example "a brown bear with a green vest". Or ask about credits, packs, pipelines, your rigs or your wallet.`;
