import { isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import { type Generation, listGenerations, readGeneration, stage } from '../../contract/rig.js';

const mostPages = 5;
const limit = 100;

/**
 * The current state of one generation. The specification has only the list, so for a service that cannot read one,
 * this searches the list.
 * @param known the state read last; fills fields that the reply lacks
 * @throws AppError `not_found` when it is in neither
 */
export async function readOne(
  service: Pick<Service, 'call'>,
  id: string,
  known?: Generation,
): Promise<Generation> {
  try {
    return (await service.call(readGeneration, { params: { generation_id: id }, known })).body;
  } catch (error) {
    if (!isAppError(error, 'not_found')) throw error;
    const found = await findListed(service, id).catch(() => null);
    if (!found) throw error;
    return known ? merge(found, known) : found;
  }
}

async function findListed(service: Pick<Service, 'call'>, id: string): Promise<Generation | null> {
  let cursor: string | undefined;
  for (let page = 0; page < mostPages; page += 1) {
    const query = { limit, ...(cursor !== undefined && { cursor }) };
    const { body } = await service.call(listGenerations, { query });
    const found = body.data.find((one) => one.id === id);
    if (found) return found;
    if (body.next_cursor === null) return null;
    cursor = body.next_cursor;
  }
  return null;
}

/** Keeps the known values of fields that the list lacks. */
const merge = (found: Generation, known: Generation): Generation => ({
  ...found,
  type: known.type,
  pipeline_id: found.pipeline_id || known.pipeline_id,
  input: { ...known.input, prompt: found.input.prompt ?? known.input.prompt },
  created_at: known.created_at,
  started_at: known.started_at ?? found.started_at,
});

/** Orders progress by percent, then stage: a stage starts at the percent where the last one ended. */
const reached = ({ progress, stage: at }: Generation): number =>
  progress * stage.options.length + (at ? stage.options.indexOf(at) : -1);

/** Progress never decreases within one attempt. */
export const isOlder = (reported: Generation, known: Generation): boolean =>
  reported.started_at === known.started_at &&
  reported.status === known.status &&
  reached(reported) < reached(known);
