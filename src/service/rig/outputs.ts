import type { Queries, Transaction } from '../../base/db/database.js';
import { AppError } from '../../base/errors.js';
import { exclusively } from '../../base/shared/exclusive.js';
import type { ServiceContext } from '../feature.js';
import type { Blob, Blobs } from '../storage/blobs.js';
import type { Executor, FileOutcome, FileRequest } from './executor.js';
import type { GenerationRow, StoredOutput } from './row.js';
import { createTurns } from './turns.js';

/** More are refused: each takes as long as a small rig, and costs nothing. */
const mostWaiting = 8;

const sql = {
  read: 'SELECT output FROM generation WHERE id = @id',
  write: 'UPDATE generation SET output = @output WHERE id = @id AND output IS NOT NULL',
};

type FbxRequest = { kind: 'fbx'; model: Uint8Array };

async function read(q: Queries, id: string): Promise<StoredOutput> {
  const row = await q.get<{ output: string | null }>(sql.read, { id });
  if (!row?.output) throw new AppError('not_found');
  return JSON.parse(row.output) as StoredOutput;
}

/** @returns the output after the change @throws AppError `not_found` for a rig without one */
export async function changeOutput(
  t: Transaction,
  id: string,
  changed: (before: StoredOutput) => StoredOutput,
): Promise<StoredOutput> {
  const output = changed(await read(t, id));
  await t.run(sql.write, { id, output: JSON.stringify(output) });
  return output;
}

/** The error of work that made no file. */
function errorOf(outcome: Exclude<FileOutcome, { kind: 'file' }> | undefined): AppError {
  if (!outcome) return new AppError('not_found');
  if (outcome.kind === 'refused') return new AppError(outcome.code, outcome.detail);
  const cause = outcome.kind === 'crashed' ? outcome.cause : undefined; // logged for the operator
  return new AppError('internal', 'The file could not be made. Try again.', { cause });
}

/** A file made from a finished rig, and its place in the output. */
export type Addition = {
  find(output: StoredOutput): Blob | undefined;
  request(model: Uint8Array): FileRequest | FbxRequest;
  /** What makes the file. Blender takes minutes, so files of the engine do not wait for it. */
  by: 'engine' | 'blender';
  place(output: StoredOutput, file: Blob): StoredOutput;
};

/**
 * Changes the outputs of finished rigs: other clips, other formats. Each file is made once, from the stored GLB; the
 * engine makes one at a time, so that they take at most one place from the rigs that were paid for. All processes on one
 * database together run one Blender.
 */
export function createOutputs(
  deps: Pick<ServiceContext, 'db' | 'leases' | 'clock'> & {
    blobs: Blobs;
    executor: Pick<Executor, 'makeFile' | 'makeFbx'>;
  },
) {
  const { db, leases, clock, blobs, executor } = deps;
  const leaving = new AbortController();
  const turns = { engine: createTurns(mostWaiting), blender: createTurns(mostWaiting) };
  const inTurn = <T>(by: Addition['by'], work: () => Promise<T>): Promise<T> =>
    turns[by](() =>
      by === 'engine' ? work() : exclusively('blender', { leases, clock, signal: leaving.signal }, work),
    );

  const change = (id: string, changed: (before: StoredOutput) => StoredOutput, file?: Blob) =>
    db.transaction(async (t) => {
      const output = await changeOutput(t, id, changed);
      if (file) await blobs.keep(t, id, [file.sha256]);
      return output;
    });

  const make = async (id: string, request: FileRequest | FbxRequest): Promise<Uint8Array> => {
    const { signal } = leaving;
    const isFbx = request.kind === 'fbx';
    const outcome = await (isFbx
      ? executor.makeFbx?.(request.model, signal)
      : executor.makeFile?.(request, signal));
    if (outcome?.kind === 'file') return outcome.bytes;
    const error = errorOf(outcome);
    if (isFbx && !signal.aborted) {
      const { code, message: detail } = error;
      const fbxFailure = { at: clock.now(), code, detail };
      // Where it can't be stored, the failure itself is still the answer.
      await change(id, (now) => ({ ...now, fbxFailure })).catch(() => undefined);
    }
    throw error;
  };

  return {
    /** False where only whole rigs are made. */
    canAdd: executor.makeFile !== undefined,
    canAddFbx: executor.makeFbx !== undefined,
    /** @returns the output after the change @throws AppError `not_found` once the rig was deleted */
    change: (id: string, changed: (before: StoredOutput) => StoredOutput) => change(id, changed),
    /** The file of a finished rig, made unless it is known. @throws AppError */
    async add({ id, output }: GenerationRow, { find, request, by, place }: Addition): Promise<Blob> {
      const known = output && find(output);
      if (known) return known;
      const failedBefore = by === 'blender' ? (await read(db, id)).fbxFailure?.at : undefined;
      return inTurn(by, async () => {
        // A request that waited before this one, or another process, may have ended the same work.
        const before = await read(db, id);
        const added = find(before);
        if (added) return added;
        const { fbxFailure: failure } = before;
        if (by === 'blender' && failure && failure.at !== failedBefore)
          throw new AppError(failure.code, failure.detail);
        const file = await blobs.put(id, await make(id, request(await blobs.read(before.model.sha256))));
        await change(id, (now) => place(now, file), file);
        return file;
      });
    },
    stop: () => leaving.abort('shutdown'),
  };
}
export type Outputs = ReturnType<typeof createOutputs>;
