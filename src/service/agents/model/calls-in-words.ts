import { callsIn, textOf } from './dialects/dialect.js';
import { type ModelMessage, quoted } from './prompt.js';

/** Calls and results as words, for servers that refuse them as messages. */
export function inWords(messages: readonly ModelMessage[]): ModelMessage[] {
  const names = new Map<string, string>();
  const told: ModelMessage[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const content = `[result of ${names.get(message.tool_call_id)}]\n${quoted('result', textOf(message.content))}`;
      const last = told.at(-1);
      if (last?.role === 'user') last.content = `${textOf(last.content)}\n\n${content}`;
      else told.push({ role: 'user', content });
      continue;
    }
    const calls = callsIn(message);
    for (const { id, name } of calls) names.set(id, name);
    const used = calls.map(({ name, input }) => `[used ${name} ${input}]`).join('\n');
    const text = [textOf((message.content as string | null | undefined) ?? ''), used]
      .filter(Boolean)
      .join('\n\n');
    told.push({ role: 'assistant', content: text });
  }
  return told;
}
