import type { Pack } from '../../../contract/payments.js';
import type { Generation, PipelineDetail } from '../../../contract/rig.js';
import type { Estimate } from '../tools.js';

/** What the embedded agent says: values in, Discord Markdown out. */

const credits = (count: number) => `**${count} credit${count === 1 ? '' : 's'}**`;
const bullets = (lines: readonly string[]) => lines.map((line) => `- ${line}`).join('\n');

/** Text of a person as one line that cannot leave its code span. */
const inCode = (text: string) => `\`${text.replace(/[`\s]+/g, ' ').trim()}\``;

export function tellBalance({ available, held }: { available: number; held: number }): string {
  const reserved = held > 0 ? ` Another ${held} are reserved for rigs under way.` : '';
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
  return `These packs are for sale:\n${bullets(lines)}\n\nPick one with \`/buy\`: you get a QR code to pay from your own wallet, and the credits arrive once the payment is final on the chain. I never touch your wallet.`;
}

const inputNames: Readonly<Record<PipelineDetail['inputs'][number], string>> = {
  text: '`/rig text` (a sentence)',
  image: '`/rig image` (one picture)',
  multi_image: '`/rig images` (several views)',
  mesh: 'a mesh file',
};

export function tellPipelines(pipelines: readonly PipelineDetail[]): string {
  const lines = pipelines.map(
    ({ name, description, inputs, credit_cost, estimated_seconds }) =>
      `**${name}**, ${credit_cost} credits, about ${estimated_seconds} s, from ${inputs.map((one) => inputNames[one]).join(' or ')}. ${description}`,
  );
  return `There ${lines.length === 1 ? 'is one way' : `are ${lines.length} ways`} to make a rig:\n${bullets(lines)}\n\nCredits are held when a rig starts and come back if it fails or you cancel it.`;
}

export function tellRigs(generations: readonly Generation[]): string {
  if (generations.length === 0)
    return 'You have not made a rig yet. Describe a character, for example "a red fox with a blue scarf".';
  const lines = generations.map((one) => `${nameOf(one)}: ${stateOf(one)}`);
  return `Your latest rigs:\n${bullets(lines)}\n\n\`/rigs\` shows them with their files.`;
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
  return `done, a ${output?.rig.skeleton} with ${output?.rig.joints} joints and ${output?.animations.length} clips`;
}

/** A proposal. Only the person runs the command, so only the person spends. */
export function propose(prompt: string, { pipeline, credits: cost, available }: Estimate): string {
  const lead = `I would make ${inCode(prompt)} with **${pipeline.name}**: ${credits(cost)}, about ${pipeline.estimated_seconds} seconds.`;
  return `${lead} ${afford(cost, available)}\n\n\`/rig text prompt:${inCode(prompt).slice(1)}\n\nWant it different? Say for example "make it chubby" or "add a hat".`;
}

function afford(cost: number, available: number): string {
  return available >= cost
    ? `You have ${available}, so ${available - cost} would be left. I never spend for you: start it with this command.`
    : `You have ${available}, so ${cost - available} are missing: get them with \`/buy\`, then run this command.`;
}

export function proposeAgain(prompt: string, { credits: cost, available }: Estimate): string {
  return `I may not spend your credits, so you press the button: run this and it starts. ${afford(cost, available)}\n\n\`/rig text prompt:${inCode(prompt).slice(1)}`;
}

export function proposePicture(pictures: number, { pipeline, credits: cost, available }: Estimate): string {
  const command = pictures > 1 ? '/rig images' : '/rig image';
  const advice = 'A figure seen whole, on a plain background, works best.';
  return `I can turn ${pictures > 1 ? 'those pictures' : 'that picture'} into a rigged character with **${pipeline.name}** for ${credits(cost)}. ${afford(cost, available)}\n\n\`${command}\` with the same ${pictures > 1 ? 'files' : 'file'} attached. ${advice}`;
}

export const askWhat =
  'Gladly! What should it look like? Name the creature and what stands out, for example "a small green dragon with a red cape" or "a heroic knight in silver armour".';

export const forgotten = 'Forgotten. What shall we make instead?';

export const notPossible = 'That kind of rig cannot be made here right now. See `/pipelines` for what can.';

/** Answers that need nothing looked up. */
export const fixed = {
  others: 'I only see your own balance, rigs and purchases, never those of other members.',
  link: 'Run `/link`: it opens a page where your wallet signs a short text, then you type the code from that page here in Discord. Signing costs nothing, moves nothing, and your key stays in your wallet.',
  unlink:
    'Run `/unlink`. It ends your session here; your credits and rigs stay with the wallet and come back when you `/link` it again.',
  abilities: `I help you make rigged 3D characters here. You can ask me\n${bullets([
    'to plan a character: "make a red fox with a blue scarf", then "make it chubby", "add a hat"',
    'what things cost, and how many credits you have',
    'which credit packs there are, and how to buy them',
    'how your latest rigs are doing',
    'how to link or unlink your wallet',
  ])}\n\nI propose; only you spend.`,
  thanks: 'You are welcome! Tell me when you want to change something or make another one.',
  greeting: 'Hello! Shall we make a character? Describe one, for example "a chibi wizard with a purple hat".',
} as const;

export const askBack = (draft: string | null): string =>
  draft
    ? `I did not understand that. We were talking about ${inCode(draft)}: say what to change ("make it blue", "remove the scarf"), or ask about credits, packs, pipelines or your rigs.`
    : 'I did not understand that. Do you want to make a character? Then describe it, for example "a brown bear with a green vest". Or ask about credits, packs, pipelines, your rigs or your wallet.';
