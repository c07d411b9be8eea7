import { explainCredits } from './credits.js';
import { searchDocs } from './docs.js';
import { estimateCost, proposeGeneration } from './generation.js';
import { listPipelinesTool } from './pipelines.js';
import { listRigs, showRig } from './rigs.js';
import type { AnyTool, Toolbox, ToolContext } from './tool.js';
import { listPacksTool, proposeTopUp } from './top-up.js';

/** Everything the agent can do. No tool spends credits or reads another user's data. */
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

/** The tools bound to the user of a run. */
export const toolboxFor = (context: ToolContext): Toolbox => ({
  all: tools,
  use: (tool, input) => tool.run(input, context),
});
