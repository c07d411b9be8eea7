import type { BrainStep } from './brain.js';
import type { Tool, Toolbox } from './tools/tool.js';

/** Uses a tool and shows that it is being used, with the card or the files it brings. */
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
