import type { Message } from '../agents.js';
import type { Fields } from './fields.js';
import { isDictionary, plainWord } from './values.js';

const roleNames = ['role', 'author', 'sender', 'from', 'type', 'sender_type', 'author_type', 'speaker'];
const agentWords = [
  'agent',
  'assistant',
  'ai',
  'bot',
  'model',
  'aimessage',
  'system',
  'aimessagechunk',
  'agentmessage',
  'assistantmessage',
];
const userWords = ['user', 'human', 'member', 'humanmessage', 'client', 'me', 'usermessage', 'customer'];

/** Other fields that may say who wrote a message: `author_role`, `sender_kind`, `participant`, `created_by`. */
const roleLike = /role|author|sender|speaker|writer|participant|origin|source|kind|by$/;

const wordOf = (value: unknown): string =>
  plainWord(isDictionary(value) ? (value.role ?? value.type ?? value.kind ?? value.name) : value);

function roleIn(value: unknown): Message['role'] | undefined {
  const word = wordOf(value);
  if (agentWords.includes(word)) return 'agent';
  return userWords.includes(word) ? 'user' : undefined;
}

/** Who wrote a message; undefined where nothing says it. */
export function roleOf(fields: Fields): Message['role'] | undefined {
  for (const name of [...roleNames, ...fields.names().filter((one) => roleLike.test(one))]) {
    const role = roleIn(fields.any([name]));
    if (role !== undefined) return role;
  }
  const flag = fields.flag(['is_user', 'from_user', 'is_human']);
  if (flag !== undefined) return flag ? 'user' : 'agent';
  return fields.flag(['is_agent', 'is_bot', 'is_ai', 'is_assistant']) ? 'agent' : undefined;
}
