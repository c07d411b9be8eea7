import { z } from 'zod';
import type { Attachment } from '../../../contract/agents.js';
import type { Generation } from '../../../contract/rig.js';
import { defineTool, refuseGuests } from './tool.js';

export const listRigs = defineTool({
  name: 'list_generations',
  label: 'Looking at your rigs',
  description: "Lists this user's own rigs, newest first, with state and progress.",
  input: z.object({ limit: z.number().int().min(1).max(20).default(5) }),
  async run({ limit }, context) {
    refuseGuests(context);
    return { value: await context.sources.listGenerations(context.userId, limit) };
  },
});

/** Adds the files of a finished rig to the answer. */
export const showRig = defineTool({
  name: 'show_generation',
  label: 'Fetching your rig',
  description:
    "Attaches preview and model of one of this user's own finished rigs to the answer. `number` counts from the newest, 1.",
  input: z.object({ number: z.number().int().min(1).max(20).default(1) }),
  async run({ number }, context) {
    refuseGuests(context);
    const { userId, sources } = context;
    const found = (await sources.listGenerations(userId, number))[number - 1] ?? null;
    return { value: found, attachments: found ? filesOf(found) : [] };
  },
});

function filesOf({ id, output }: Generation): Attachment[] {
  if (!output) return [];
  const preview = output.preview_url
    ? [{ name: `${id}.png`, url: output.preview_url, content_type: 'image/png' }]
    : [];
  const models = output.files.map(({ format, url }) => ({
    name: `${id}.${format}`,
    url,
    content_type: format === 'glb' ? 'model/gltf-binary' : null,
  }));
  return [...preview, ...models];
}
