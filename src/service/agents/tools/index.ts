import { AppError } from '../../../base/errors.js';
import { reason } from '../../../copy/reason.js';
import { explainCredits } from './credits.js';
import { searchDocs } from './docs.js';
import { estimateCost, proposeGeneration } from './generation.js';
import { listPipelinesTool } from './pipelines.js';
import { listRigs, showRig } from './rigs.js';
import { type AnyTool, mostCards, type Toolbox, type ToolContext } from './tool.js';
import { listPacksTool, proposeTopUp } from './top-up.js';

/** The agent's own tools. None spends credits or reads another user's data. */
const tools: readonly AnyTool[] = [
  listPipelinesTool,
  estimateCost,
  proposeGeneration,
  listRigs,
  showRig,
  explainCredits,
  listPacksTool,
  proposeTopUp,
  searchDocs,
];

/** Names that tools of the operator cannot have. */
export const ownToolNames: readonly string[] = tools.map(({ name }) => name);

/** The tools bound to the user of a run. */
export function toolboxFor(context: ToolContext): Toolbox {
  const shown = { generation: 0, top_up: 0, tool: 0 };
  return {
    all: [...tools, ...(context.others ?? [])],
    async use(tool, input) {
      const result = await tool.run(input, context);
      const { proposal } = result;
      if (!proposal) return result;
      if (shown[proposal.kind] >= mostCards)
        throw new AppError('invalid_request', reason('agent.error.cards', { most: mostCards }));
      shown[proposal.kind] += 1;
      return result;
    },
  };
}
