import type { Pack } from '../../../contract/payments.js';
import type { Generation, PipelineDetail } from '../../../contract/rig.js';
import type { Phrase } from './lexis.js';

/** What the embedded agent says: values in, Discord Markdown out. */

const credits = (count: number) => `**${count} credit${count === 1 ? '' : 's'}**`;
/** Numbered, so that a person may say "the second one". */
const numbered = (lines: readonly string[]) => lines.map((line, at) => `${at + 1}. ${line}`).join('\n');

/** What making something costs the person who would press. */
export type Cost = {
  pipeline: string;
  credits: number;
  /** Null where it is not told. */
  available: number | null;
  missing: number;
  estimated_seconds: number;
};

/** Text of a person as one line that cannot leave its code span. */
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
      ? ` Another ${held} are held for work under way${purposes}: spent when it is done, returned when it fails or is cancelled.`
      : '';
  const next =
    available > 0
      ? 'Describe a character and I will tell you what it costs.'
      : 'You can get some with `/buy`; `/packs` shows what there is.';
  return `You have ${credits(available)} to spend.${reserved} ${next}`;
}

export function tellPacks(packs: readonly Pack[]): string {
  if (packs.length === 0) return 'Nothing is for sale here right now. Ask a moderator for credits.';
  const lines = packs.map(({ name, credits: count, prices }) => {
    const asked = prices.map(({ amount, currency }) => `${amount} ${currency}`).join(' or ');
    return `**${name}**: ${count} credits${asked && ` for ${asked}`}`;
  });
  return `These packs are for sale:\n${numbered(lines)}\n\nSay which one ("the second"), or pick it with \`/buy\`: you get a QR code to pay from your own wallet, and the credits arrive once the payment is final on the chain. I never touch your wallet.`;
}

const inputNames: Readonly<Record<PipelineDetail['inputs'][number], string>> = {
  text: '`/rig text` (a sentence)',
  image: '`/rig image` (one picture)',
  multi_image: '`/rig images` (several views)',
  mesh: 'a GLB or OBJ file sent with your message',
};

/** @param isAll that there are no others */
export function tellPipelines(pipelines: readonly PipelineDetail[], isAll = true): string {
  const lines = pipelines.map(
    ({ name, description, inputs, credit_cost, estimated_seconds }) =>
      `**${name}**, ${credit_cost} credits, about ${estimated_seconds} s, from ${inputs.map((one) => inputNames[one]).join(' or ')}. ${description}`,
  );
  const count = lines.length === 1 ? 'There is one way' : `There are ${lines.length} ways`;
  return `${isAll ? count : 'This is a way'} to make a rig:\n${numbered(lines)}\n\nCredits are held when a rig starts and come back if it fails or you cancel it.`;
}

export function tellRigs(generations: readonly Generation[]): string {
  if (generations.length === 0)
    return 'You have not made a rig yet. Describe a character, for example "a red fox with a blue scarf".';
  const lines = generations.map((one) => `${nameOf(one)}: ${stateOf(one)}`);
  return `Your latest rigs:\n${numbered(lines)}\n\nSay "show me the first one" for its files; \`/rigs\` shows them all.`;
}

const nameOf = ({ input, type }: Generation) =>
  input.prompt
    ? inCode(input.prompt.slice(0, 80))
    : `a rig from ${type === 'image' ? 'a picture' : 'pictures'}`;

function stateOf({ status, progress, queue_position, output, error }: Generation): string {
  if (status === 'queued') return `waiting, number ${queue_position} in the queue`;
  if (status === 'running') return `being made, ${progress} %`;
  if (status === 'canceled') return 'cancelled, credits returned';
  if (status === 'failed') return `failed (${error?.detail ?? 'no reason given'}), credits returned`;
  return `done, a ${output?.rig?.skeleton} with ${output?.rig?.joints} joints and ${output?.animations.length} clips`;
}

/** Beside the card. Only the person presses it, so only the person spends. */
export function propose(prompt: string, cost: Cost, { unknown, refusal }: Phrase, isFirst = true): string {
  const { pipeline, credits: count, estimated_seconds } = cost;
  const lead = `I would make ${inCode(prompt)} with **${pipeline}**: ${credits(count)}, about ${estimated_seconds} seconds.`;
  const doubt = refusal
    ? ` But it would be refused, and the credits come back: ${refusal}`
    : unknown.length > 0
      ? ` I do not know ${unknown.slice(0, 5).map(inCode).join(', ')}, so that will not show.`
      : '';
  if (!isFirst) return `${lead}${doubt} ${afford(cost)} Press the button on the card when it is right.`;
  return `${lead}${doubt} ${afford(cost)}\n\nPress the button on the card, or run \`/rig text prompt:${inCode(prompt).slice(1)}\n\nWant it different? Say for example "make it chubby" or "add a hat".`;
}

function afford({ credits: count, available, missing }: Cost): string {
  if (available === null) return 'Whoever pays here presses the card. I never spend for anybody.';
  return missing === 0
    ? `You have ${available}, so ${available - count} would be left. I never spend for you.`
    : `You have ${available}, so ${missing} are missing: get them with \`/buy\` first.`;
}

export const pressIt = (prompt: string, missing: number): string => {
  const first = missing > 0 ? ` ${missing} credits are missing: get them with \`/buy\` first.` : '';
  return `I may not spend your credits, so you press the button: it is on the card for ${inCode(prompt)} above.${first} Or run \`/rig text prompt:${inCode(prompt).slice(1)}`;
};

export const pressFiles = 'I may not spend your credits, so you press the button: it is on the card above.';

export const pressPack = (credits: number): string =>
  `You press it: the card for ${credits} credits is above. Nothing is paid until you approve it in your own wallet.`;

export const startedAlready = (prompt: string): string =>
  `You have started ${inCode(prompt)} already. Ask "is it done?", or tell me what to make next.`;

const things = {
  image: ['that picture', 'A figure seen whole, on a plain background, works best.'],
  multi_image: ['those pictures', 'The same figure from several sides, on a plain background, works best.'],
  mesh: ['that model', 'A human in a spread pose works best.'],
} as const;

export function proposeFiles(type: keyof typeof things, cost: Cost, isDescribed: boolean): string {
  const [what, look] = things[type];
  const advice = isDescribed
    ? `${look} What you describe beside it is not used: say it without a picture to have that made.`
    : look;
  return `I can turn ${what} into a rigged character with **${cost.pipeline}** for ${credits(cost.credits)}. ${afford(cost)} Press the button on the card. ${advice}`;
}

export const proposePack = ({ pack_name, credits: count }: { pack_name: string; credits: number }): string =>
  `**${pack_name}** is ${credits(count)}. Press the button on the card and you get a QR code; you pay from your own wallet, or leave it. \`/buy\` does the same.`;

export function tellRig(rig: Generation | null): string {
  if (!rig) return 'I do not find that rig. Ask "my rigs" for the list.';
  const files = rig.output ? ' Its files are below.' : '';
  return `${nameOf(rig)}: ${stateOf(rig)}.${files}`;
}

export const tellIdeas = (ideas: readonly string[]): string =>
  `How about one of these?\n${numbered(ideas.map(inCode))}\n\nSay "the first one", or take one and change it.`;

/** @param found passages of our own documents, best first */
export function tellFound(found: readonly { title: string; text: string }[]): string {
  const [best, next] = found;
  if (!best) return notFound;
  const more = next && next.title !== best.title ? `\n\nSee also: ${next.title}` : '';
  return `${best.title ? `**${best.title}**\n` : ''}${best.text}${more}`;
}

/** Of a question. */
export const notFound =
  'I find nothing about that in what I know of Rigsmith. I can help with characters, credits, packs, pipelines, your rigs and your wallet; a moderator knows the rest.';

export const choosePipeline = (name: string): string =>
  `**${name}** it is. Describe the character, or attach a picture if that is what it works from.`;

export const decline = (draft: string | null): string =>
  draft
    ? `All right, nothing happens unless you press the card. What should be different about ${inCode(draft)}? Or describe another character.`
    : 'All right. Describe a character whenever you want one.';

export const unchanged = (draft: string): string =>
  `That changes nothing: I have ${inCode(draft)}. Say it in other words, or press its card.`;

export const oneAtATime = (named: readonly string[]): string =>
  `A rig is one character, so this is the first:\n${numbered(named.map(inCode))}\n\nSay "the second one" when you want that.`;

export const nothingToUndo = 'There is nothing to take back yet. What shall we make?';

export const askWhat =
  'Gladly! What should it look like? Name the creature and what stands out, for example "a small green dragon with a red cape" or "a heroic knight in silver armour".';

export const forgotten = 'Forgotten. What shall we make instead?';

/** Asked for something that is no character. */
export const refused = (prompt: string, refusal: string): string =>
  `I cannot make ${inCode(prompt.slice(0, 80))}. ${refusal}`;

export const keptLook =
  'What comes from a picture or model keeps the look of it. Change the picture and send it again, or describe the character in words: then I can change it as you like.';

export const noSuchRig = 'I find no such rig of yours.';

/** In place of an answer given just before. */
export const otherwise =
  'I know no more about that. Let us try otherwise: describe a character ("a small green dragon with a red cape"), ask "what can you do?", or ask a moderator, who sees more than I do.';

/** What several cost. */
export function tellSum(count: number, { pipeline, credits: each, available }: Cost): string {
  const all = each * count;
  const sum = count === 1 ? `One costs ${credits(each)}` : `${count} cost ${credits(all)}, ${each} each,`;
  const lead = `${sum} with **${pipeline}**.`;
  if (available === null) return lead;
  if (all <= available)
    return `${lead} You have ${available}: that is enough, and ${available - all} would be left.`;
  const reach = Math.floor(available / each);
  return `${lead} You have ${available}, which ${reach > 0 ? `reaches for ${reach}` : 'is not enough for one'}; ${all - available} are missing. \`/packs\` shows what more cost.`;
}

/** How many can be made. @param given null: with what the person has */
export function tellReach(given: number | null, { pipeline, credits: each, available }: Cost): string {
  const funds = given ?? available;
  if (funds === null || each === 0) return `One costs ${credits(each)} with **${pipeline}**.`;
  const count = Math.floor(funds / each);
  const whose = given === null ? `Your ${credits(funds)}` : credits(funds);
  return `${whose} ${funds === 1 ? 'makes' : 'make'} **${count} character${count === 1 ? '' : 's'}** with **${pipeline}**, at ${each} each. \`/pipelines\` shows what others cost.`;
}

export const askBack = (draft: string | null): string =>
  draft
    ? `I did not understand that. We were talking about ${inCode(draft.slice(0, 120))}: say what to change ("make it blue", "remove the scarf"), or ask about credits, packs, pipelines or your rigs.`
    : 'I did not understand that. Do you want to make a character? Then describe it, for example "a brown bear with a green vest". Or ask about credits, packs, pipelines, your rigs or your wallet.';
