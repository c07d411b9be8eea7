import { isAppError } from '../../base/errors.js';
import type { Service } from '../../client/session.js';
import { type Generation, listGenerations, readGeneration } from '../../contract/rig.js';

const mostPages = 5;
const limit = 100;

/**
 * One generation as it stands. The specification has only the list of them, so a service without reading one is
 * looked through by that.
 * @param known as it was read last; stands in for what the reply leaves out
 * @throws AppError `not_found` when the service knows it in neither way
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

/** What the list leaves out stays as it was when the generation was asked for. */
const merge = (found: Generation, known: Generation): Generation => ({
  ...found,
  type: known.type,
  pipeline_id: found.pipeline_id || known.pipeline_id,
  input: { ...known.input, prompt: found.input.prompt ?? known.input.prompt },
  created_at: known.created_at,
  started_at: known.started_at ?? found.started_at,
});
