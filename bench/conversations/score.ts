import type { Behavior, Said } from './set.js';

/** What a member saw as the answer to one message. */
export type Seen = {
  text: string;
  /** One for each card: null where it is made from files. */
  prompts: readonly (string | null)[];
};
export type Score = 'useful' | 'fair' | 'wrong';

const honest =
  /\b(?:can't|cannot|couldn't|don't|isn't|not|only|no|nur|solo|non|geen|nie|anlamıyorum)\b|só|только|しか|만 |只|ask a moderator/i;
const helpful = /character|rig\b|\bcredits/i;
const lost =
  /didn't understand|couldn't find anything|can't help with that|outside what I know|I don't do that|Not something I can do/i;
const isLike = (pattern: string, text: string) => new RegExp(pattern, 'i').test(text);

/**
 * Useful: what the member wanted. Fair: honest, and a step on the way, such as a card for the right creature with a
 * detail missing, a question that has the wanted character among its choices, or a plain "I can't do that". Wrong:
 * everything else.
 */
export function scoreOf(said: Said, seen: Seen): Score {
  const scores = said.expect.map((behavior) => judge(behavior, said, seen));
  return (['useful', 'fair'] as const).find((score) => scores.includes(score)) ?? 'wrong';
}

function judge(behavior: Behavior, said: Said, { text, prompts }: Seen): Score {
  const prompt = prompts.at(-1);
  if (behavior === 'card') return prompts.includes(null) ? 'useful' : 'wrong';
  if (behavior === 'makes' || behavior === 'changes')
    return prompt ? judgeCard(said, prompt, text) : judgeChoices(said, text);
  if (prompts.length > 0) return 'wrong';
  if (behavior === 'asks') {
    if (/\?|describe|tell me/i.test(text)) return 'useful';
    return helpful.test(text) ? 'fair' : 'wrong';
  }
  const isSaid = !said.says || isLike(said.says, text);
  if (behavior === 'answers') {
    if (isSaid) return 'useful';
    return honest.test(text) && !lost.test(text) && text.length < 400 ? 'fair' : 'wrong';
  }
  if (isSaid && honest.test(text) && helpful.test(text) && text.length < 500) return 'useful';
  return helpful.test(text) && text.length < 500 ? 'fair' : 'wrong';
}

/** The agent asks, and one of its numbered choices is what the member wanted. */
function judgeChoices(said: Said, text: string): Score {
  const choices = [...text.matchAll(/^\d+\. .*`([^`]+)`$/gm)].map(([, prompt = '']) => prompt);
  const isOffered = choices.some((prompt) => judgeCard(said, prompt, text) === 'useful');
  return /\?/.test(text) && isOffered ? 'fair' : 'wrong';
}

function judgeCard({ has = [], lacks = [], tells }: Said, prompt: string, text: string): Score {
  const missing = has.filter((one) => !isLike(one, prompt));
  const isClean = !lacks.some((one) => isLike(`\\b${one}`, prompt));
  if (missing.length === 0 && isClean && (!tells || isLike(tells, text))) return 'useful';
  const isRightCreature = has.length > 1 && missing.length < has.length && isClean;
  return isRightCreature ? 'fair' : 'wrong';
}
