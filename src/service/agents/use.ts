import type { BrainStep } from './brain.js';
import type { Tool, Toolbox } from './tools/tool.js';

/** Runs a tool and shows its use, with the card or files it returns. */
export async function* useTool<Input, Value>(
  tools: Toolbox,
  tool: Tool<Input, Value>,
  input: Input,
): AsyncGenerator<BrainStep, Value> {
  const shown = (status: 'started' | 'finished' | 'failed'): BrainStep => ({
    kind: 'progress',
    step: tool.name,
    label: tool.label,
    tool: { name: tool.name, status },
  });
  yield shown('started');
  try {
    const { value, proposal, attachments = [] } = await tools.use(tool, input);
    if (proposal) yield { kind: 'proposal', proposal };
    for (const attachment of attachments) yield { kind: 'attachment', attachment };
    yield shown('finished');
    return value;
  } catch (error) {
    yield shown('failed');
    throw error;
  }
}
