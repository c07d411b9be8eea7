import { z } from 'zod';
import { defineTool } from './tool.js';

export const listPipelinesTool = defineTool({
  name: 'list_pipelines',
  label: 'Looking at the pipelines',
  description: 'Lists the ways a rigged character can be made, with inputs, parameters, cost and duration.',
  input: z.object({}),
  run: async (_, { sources }) => ({ value: await sources.listPipelines() }),
});
