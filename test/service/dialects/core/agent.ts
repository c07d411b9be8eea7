import type { Conversation, Happening, House, Message } from './house.js';

/** A model needs a moment before its first word. */
const thinkMs = 500;
const pauseMs = 60;
const pause = (ms = pauseMs) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());

/** What the agent answers: a sentence the story can look for. */
export const answerTo = (text: string): string => `The forge heard you say: ${text.trim()} - and it agrees.`;

/** Takes a message and answers it a moment later, in three parts. */
export function say(
  house: House,
  conversation: Conversation,
  text: string,
  how: { fails: boolean; seqStep: number },
): Message {
  const message: Message = { n: house.next(), role: 'user', text, at: Date.now() };
  conversation.messages.push(message);
  conversation.isBusy = true;
  void answer(house, conversation, text, how);
  return message;
}

async function answer(
  house: House,
  conversation: Conversation,
  text: string,
  { fails, seqStep }: { fails: boolean; seqStep: number },
): Promise<void> {
  const whole = answerTo(text);
  const number = house.next();
  const tell = (kind: Happening['kind'], so_far: string, delta: string) => {
    conversation.seq += seqStep;
    const { seq } = conversation;
    const at = Date.now();
    house.happenings.emit('happening', { kind, conversation, seq, answer: number, text: so_far, delta, at });
  };
  await pause(thinkMs);
  tell('progress', 'Thinking about it', '');
  await pause();
  if (fails) {
    conversation.isBusy = false;
    return tell('error', 'The anvil is cold today', '');
  }
  const third = Math.ceil(whole.length / 3);
  for (let at = 0; at < whole.length; at += third) {
    tell('response', whole.slice(0, at + third), whole.slice(at, at + third));
    await pause();
  }
  conversation.messages.push({ n: number, role: 'agent', text: whole, at: Date.now() });
  conversation.isBusy = false;
  tell('complete', whole, '');
}
