import type { Database } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import type { Blobs } from '../storage/blobs.js';
import type { Executor } from './executor.js';
import type { GenerationRow, StoredOutput } from './row.js';
import { createTurns } from './turns.js';

/** The clip of the first turntable: walking, else the first after idling. As the engine chooses it. */
const firstShown = (clips: readonly string[]): string | undefined =>
  clips.find((name) => name === 'walk') ?? clips[1] ?? clips[0];

/** The clip that the turntable shows; undefined for a rig without a turntable. */
export const clipOf = ({ clip, turntable, animations }: StoredOutput): string | undefined =>
  turntable && (clip ?? firstShown(animations));

/** More are refused: each takes as long as a small rig, and costs nothing. */
const mostWaiting = 8;

const sql = {
  read: 'SELECT output FROM generation WHERE id = @id',
  write: 'UPDATE generation SET output = @output WHERE id = @id AND output IS NOT NULL',
};

/**
 * Shows finished rigs in other clips. Each film is rendered once, from the stored file; one at a time, so that they
 * take at most one place from the rigs that were paid for.
 */
export function createClips(deps: { db: Database; blobs: Blobs; executor: Pick<Executor, 'film'> }) {
  const { db, blobs, executor } = deps;
  const inTurn = createTurns(mostWaiting);
  const leaving = new AbortController();

  const render = async (model: string, clip: string): Promise<Uint8Array> => {
    const request = { kind: 'film', model: await blobs.read(model), clip } as const;
    const outcome = await executor.film?.(request, leaving.signal);
    if (!outcome) throw new AppError('not_found');
    if (outcome.kind === 'filmed') return outcome.film;
    if (outcome.kind === 'refused') throw new AppError(outcome.code, outcome.detail);
    throw new AppError('internal', 'The clip could not be rendered. Try again.');
  };

  const store = (id: string, clip: string, film: { sha256: string; bytes: number } | null) =>
    db.transaction(async (t) => {
      const row = await t.get<{ output: string | null }>(sql.read, { id });
      if (!row?.output) throw new AppError('not_found');
      const before = JSON.parse(row.output) as StoredOutput;
      const output = { ...before, clip, ...(film && { films: { ...before.films, [clip]: film } }) };
      if (film) await blobs.keep(t, id, [film.sha256]);
      await t.run(sql.write, { id, output: JSON.stringify(output) });
      return output;
    });

  return {
    /** @throws AppError `invalid_request` for a clip that the rig lacks, or before it is finished */
    async show(row: GenerationRow, clip: string): Promise<GenerationRow> {
      const { id, output } = row;
      if (!output?.turntable || !output.animations.includes(clip) || !/^[\w-]+$/.test(clip))
        throw new AppError('invalid_request', `This character has no clip “${clip}”.`);
      const isKnown = clip === firstShown(output.animations) || output.films?.[clip] !== undefined;
      const film = isKnown
        ? null
        : await inTurn(async () => blobs.put(id, await render(output.model.sha256, clip)));
      return { ...row, output: await store(id, clip, film) };
    },
    stop: () => leaving.abort('shutdown'),
  };
}
export type Clips = ReturnType<typeof createClips>;
